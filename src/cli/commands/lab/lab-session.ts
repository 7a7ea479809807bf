import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RawOptions } from '../../../config/layer.js';
import type { Settings } from '../../../config/options.js';
import { number } from '../../../config/scalar-kinds.js';
import { settingsFrom } from '../../../config/settings.js';
import { UsageError } from '../../../failure.js';
import type { Laboratory, LaboratoryOptions } from '../../../lab/laboratory.js';
import type { LabReport } from '../../../lab/results.js';
import { RunJournal } from '../../../lab/runs/run-journal.js';
import { makeFolders } from '../../../store/crawl-folder.js';
import { textHash } from '../../../url/hash64.js';
import { version } from '../../../version.js';
import { exitCodes } from '../../exit-codes.js';
import { count, counted, percent, shellWord, time } from '../../terminal/format.js';
import { writingTo } from '../../terminal/output-file.js';
import { StatusLine } from '../../terminal/status-line.js';

/**
 * The settings of a laboratory. Topics and seeds come with the tasks. A recorded web has no owner whose wishes count: all of
 * its links are followed by default.
 */
export function labSettings(given: RawOptions): Settings {
  const defaults = { query: 'lab', seed: 'http://lab.invalid/', followNofollow: true };
  const settings = settingsFrom({ options: defaults, flags: given });
  if (settings.web.length > 0) return settings;
  throw new UsageError(
    'no-web',
    'A recorded web is needed: --web ARCHIVE.warc.gz. "osprey lab record" makes one from crawls.',
  );
}

/** The options that are passed to the contenders. */
export function crawlOptions(settings: Settings, given: RawOptions): RawOptions {
  const keys = ['idf', 'threshold', 'requests', 'requestsPerHost', 'delay', 'prefer', 'exploration'] as const;
  return Object.fromEntries(keys.filter((key) => given[key] !== undefined).map((key) => [key, settings[key]]));
}

/** With all labelled pages given for training, nothing would be left to find. */
export const splitShare = number({ min: 0, max: 0.9 });

/** Nothing is overwritten. A report has a file of this name. */
export function checkReportFolder(out: string, name: string): void {
  if (existsSync(out) && !statSync(out).isDirectory())
    throw new UsageError('out-unwritable', `${out} is not a folder; choose another --out.`, { out });
  if (existsSync(path.join(out, name)))
    throw new UsageError('file-exists', `${out} already contains a report; choose another --out.`, { out });
}

/** Progress of the reading of a web and of runs, with the time that is left. */
export class LabProgress {
  readonly #line = new StatusLine();
  readonly #startedAt = Date.now();
  #runsSince: number | undefined;
  /** What the crawls are done for. */
  #task = '';

  constructor(private readonly silent: boolean) {}

  get seconds(): number {
    return (Date.now() - this.#startedAt) / 1000;
  }

  readonly web: NonNullable<LaboratoryOptions['onProgress']> = ({ stage, done, total }) => {
    const words = stage === 'index' ? 'Indexing the web (only once)' : 'Reading the web';
    this.#show(() => `${words}: ${percent(done / total)}`);
  };

  readonly runs = ({ done, total }: { readonly done: number; readonly total: number }): void => {
    this.#runsSince ??= Date.now();
    const left = ((Date.now() - this.#runsSince) / done) * (total - done);
    this.#show(() => `${this.#task}${count(done)} of ${count(total)} crawls, ${time(left)} left`);
  };

  readonly judges = (done: number, total: number): void => {
    this.#show(() => `Judge ${done + 1} of ${total}`);
  };

  readonly experiment = (done: number, total: number, next: string): void => {
    this.#task = `Experiment ${Math.min(done + 1, total)} of ${total}${next === '' ? '' : ` (${next})`}: `;
    this.#runsSince = undefined;
  };

  /** Once, and stays. */
  note(words: string): void {
    if (!this.silent) process.stderr.write(`${words}\n`);
  }

  /** A journal that has some crawls already. */
  continuing(out: string, done: number): void {
    if (done > 0) this.note(`Continuing ${out}: ${counted(done, 'crawl')} already done.`);
  }

  stopped(out: string): void {
    if (existsSync(out)) this.note(`Stopped; the same command with --out ${shellWord(out)} continues from here.`);
  }

  end(): void {
    this.#line.end();
  }

  #show(words: () => string): void {
    if (!this.silent) this.#line.show(words);
  }
}

/**
 * Opens a laboratory, runs what needs it and closes it. A signal closes it too, and with it the processes that crawl, before
 * the program ends; one that comes while the web is read ends the program at once.
 */
export async function withLaboratory<Opened extends { readonly lab: Laboratory }, Result>(
  open: () => Promise<Opened>,
  work: (opened: Opened) => Promise<Result>,
  onStop: () => void = () => {},
): Promise<Result> {
  let lab: Laboratory | undefined;
  const onSignal = async () => {
    onStop();
    try {
      await lab?.close();
    } finally {
      process.exit(exitCodes.interrupted);
    }
  };
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    const opened = await open();
    lab = opened.lab;
    return await work(opened);
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    await lab?.close();
  }
}

/** What a journal depends on. */
interface JournalOf {
  /** Files of labels, topics and strategies. */
  readonly sources: readonly (string | undefined)[];
  readonly settings: Settings;
  readonly split: number;
  readonly runs: string | undefined;
  readonly lab: Laboratory;
}

/**
 * The journal of a comparison in its folder. It holds for the same web, topics and labels, and for all else that models and
 * pages depend on; strategies, seeds and budget may change: crawls that were done are not done again. One that the user has named
 * (`--runs`) lasts, and holds for other builds of the program as well: whether a strategy has changed is the user's to know.
 */
export async function openJournal(
  out: string,
  { sources, settings, split, runs, lab }: JournalOf,
): Promise<RunJournal> {
  const { web, language, stem, followNofollow } = settings;
  const archives = web.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [path.resolve(file), size, mtimeMs];
  });
  const contents = sources.map((file) => file && textHash(readFileSync(file, 'utf8')));
  // Crawls are kept as numbers of pages, which another build might count in another way.
  const build = runs === undefined ? programMark() : textHash(lab.web.urls.join('\n'));
  const about = textHash(JSON.stringify([build, archives, contents, language, stem, followNofollow, split]));
  let journal: RunJournal | undefined;
  await writingTo(out, () => {
    makeFolders(out);
    journal =
      runs === undefined
        ? RunJournal.open(path.join(out, 'runs.jsonl'), about)
        : RunJournal.open(runs, about, { lasting: true });
  });
  return journal!;
}

/** Another for every build of the program: what a changed strategy did before is not what it does now. */
function programMark(): string {
  const folder = fileURLToPath(new URL('../../..', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const marks = files.sort().map((name) => {
    const { size, mtimeMs } = statSync(path.join(folder, name));
    return [name, size, mtimeMs];
  });
  return textHash(JSON.stringify([version, marks]));
}

/** Runs what the journal is for. It goes when that is done; what fails before the first crawl leaves no folder behind. */
export async function withJournal<Result>(
  journal: RunJournal,
  out: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    journal.finish();
    return result;
  } catch (thrown) {
    if (journal.size > 0) journal.close();
    else {
      journal.finish();
      if (readdirSync(out).length === 0) rmdirSync(out);
    }
    throw thrown;
  }
}

/** When, by what and how a report was made. */
export function labMade(seconds: number, workers: number): LabReport['made'] {
  const commit = commitOf(fileURLToPath(new URL('../../../../..', import.meta.url)));
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
