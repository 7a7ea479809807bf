import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface DonePart {
  readonly about: string;
  readonly seconds: number;
  readonly result: unknown;
}

/** What the results of a run depend on. */
interface RunKey {
  readonly of: string;
  /** Of the program. */
  readonly commit: string;
}

/**
 * The parts of a long run, each kept in a file as it ends: run again at the same commit, what is done is not done twice. A part that was
 * cut short begins anew, but for the crawls that the lab has kept in a file of the run.
 */
export class PartJournal {
  /** Those that its parts were made at, in order. */
  readonly commits: readonly string[];
  readonly #doneOnly: boolean;

  /**
   * Parts of another run are thrown away, and so are those of another commit, unless it is to be `continued`. `doneOnly`: no part is
   * made any more.
   */
  constructor(
    private readonly folder: string,
    { of, commit }: RunKey,
    private readonly told: (line: string) => void,
    { continued = false, doneOnly = false } = {},
  ) {
    this.#doneOnly = doneOnly;
    const file = path.join(folder, 'key');
    const known = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { of: string; commits: string[] })
      : undefined;
    const goesOn = known?.of === of && (continued || known.commits.at(-1) === commit);
    if (!goesOn) rmSync(folder, { recursive: true, force: true });
    this.commits = [...new Set([...(goesOn ? known!.commits : []), ...(doneOnly ? [] : [commit])])];
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify({ of, commits: this.commits }));
  }

  /** A file that lasts as long as the run. */
  fileOf(name: string): string {
    return path.join(this.folder, name.replaceAll(' ', '-'));
  }

  /**
   * `about` is what a part depends on besides: done with another, it is done again. `work` is given a folder of its own. `cost` is the
   * CPU time that is expected, in seconds. Undefined where only what is done is asked for, and it is not.
   */
  part<T>(name: string, about: string, cost: number, work: (folder: string) => T): T | undefined {
    const file = this.fileOf(`${name}.json`);
    const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DonePart) : undefined;
    if (known?.about === about) {
      const { seconds, result } = known;
      this.told(`${name}: done before in ${Math.round(seconds)} s`);
      return result as T;
    }
    if (this.#doneOnly) {
      this.told(`${name}: not done`);
      return undefined;
    }
    this.told(`${name}: about ${Math.round(cost)} s of CPU time`);
    const own = this.fileOf(name);
    rmSync(own, { recursive: true, force: true });
    const start = Date.now();
    const result = work(own);
    const seconds = (Date.now() - start) / 1000;
    writeFileSync(file, JSON.stringify({ about, seconds, result }));
    this.told(`${name}: done in ${Math.round(seconds)} s`);
    return result;
  }
}
