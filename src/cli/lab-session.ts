import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RawOptions } from '../config/layer.js';
import type { Settings } from '../config/options.js';
import { settingsFrom } from '../config/settings.js';
import { UsageError } from '../failure.js';
import type { Laboratory, LaboratoryOptions } from '../lab/laboratory.js';
import type { LabReport } from '../lab/results.js';
import { version } from '../version.js';
import { exitCodes } from './exit-codes.js';
import { count, percent, shellWord, time } from './format.js';
import { StatusLine } from './status-line.js';

/** The settings of a laboratory. Topics and seeds come with the tasks. */
export function labSettings(given: RawOptions): Settings {
  const settings = settingsFrom({ options: { query: 'lab', seed: 'http://lab.invalid/' }, flags: given });
  if (settings.web.length > 0) return settings;
  throw new UsageError(
    'no-web',
    'Name a recorded web with --web ARCHIVE.warc.gz; "osprey lab record" makes one of a crawl.',
  );
}

/** What of these the contenders have to be told. */
export function crawlOptions(settings: Settings, given: RawOptions): RawOptions {
  const keys = ['idf', 'threshold', 'requests', 'requestsPerHost', 'delay'] as const;
  const told = keys.filter((key) => given[key] !== undefined).map((key) => [key, settings[key]] as const);
  return { ...Object.fromEntries(told), ...(settings.set.size > 0 && { set: Object.fromEntries(settings.set) }) };
}

/** Progress of the reading of a web and of runs, with the time that is left. */
export class LabProgress {
  readonly #line = new StatusLine();
  readonly #startedAt = Date.now();
  #runsSince: number | undefined;

  constructor(private readonly silent: boolean) {}

  get seconds(): number {
    return (Date.now() - this.#startedAt) / 1000;
  }

  readonly web: NonNullable<LaboratoryOptions['onProgress']> = ({ stage, done, total }) => {
    const words = stage === 'index' ? 'Indexing the web, once' : 'Reading the web';
    this.#show(() => `${words}: ${percent(done / total)}`);
  };

  readonly runs = ({ done, total }: { readonly done: number; readonly total: number }): void => {
    this.#runsSince ??= Date.now();
    const left = ((Date.now() - this.#runsSince) / done) * (total - done);
    this.#show(() => `${count(done)} of ${count(total)} crawls, ${time(left)} left`);
  };

  end(): void {
    this.#line.end();
  }

  #show(words: () => string): void {
    if (!this.silent) this.#line.show(words);
  }
}

/** Runs what needs a laboratory; a signal closes it, and with it the processes that crawl, before the program ends. */
export async function withLaboratory<Result>(lab: Laboratory, work: () => Promise<Result>): Promise<Result> {
  const onSignal = () => void lab.close().finally(() => process.exit(exitCodes.interrupted));
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    return await work();
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    await lab.close();
  }
}

/** When, by what and how a report was made. */
export function labMade(seconds: number, workers: number): LabReport['made'] {
  const commit = commitOf(fileURLToPath(new URL('../../..', import.meta.url)));
  const command = ['osprey', ...process.argv.slice(2).map(shellWord)].join(' ');
  return { date: new Date().toISOString(), version, ...(commit && { commit }), command, seconds, workers };
}

/** Of a checkout of Osprey; undefined where it was installed. */
function commitOf(folder: string): string | undefined {
  if (!existsSync(`${folder}/.git`)) return undefined;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return undefined;
  }
}
