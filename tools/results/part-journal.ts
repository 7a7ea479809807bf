import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface DonePart {
  readonly seconds: number;
  readonly result: unknown;
}

/**
 * The parts of a long run, each kept in a file as it ends: run again at the same commit, what is done is not done twice. A part that was
 * cut short finds its own folder again, in which the lab keeps every crawl that has ended.
 */
export class PartJournal {
  constructor(
    private readonly folder: string,
    /** What all results depend on, such as the commit. Others' parts are thrown away. */
    key: string,
    private readonly told: (line: string) => void,
  ) {
    const file = path.join(folder, 'key');
    if (existsSync(file) && readFileSync(file, 'utf8') !== key) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, key);
  }

  /** `work` is given a folder of its own. `cost` is the CPU time that is expected, in seconds. */
  part<T>(name: string, cost: number, work: (folder: string) => T): T {
    const file = path.join(this.folder, `${name.replaceAll(' ', '-')}.json`);
    if (existsSync(file)) {
      const { seconds, result } = JSON.parse(readFileSync(file, 'utf8')) as DonePart;
      this.told(`${name}: done before in ${Math.round(seconds)} s`);
      return result as T;
    }
    this.told(`${name}: about ${Math.round(cost)} s of CPU time`);
    const own = path.join(this.folder, name.replaceAll(' ', '-'));
    const start = Date.now();
    const result = work(own);
    const seconds = (Date.now() - start) / 1000;
    writeFileSync(file, JSON.stringify({ seconds, result }));
    this.told(`${name}: done in ${Math.round(seconds)} s`);
    return result;
  }
}
