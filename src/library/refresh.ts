import path from 'node:path';
import { readOptions } from '../config/layer.js';
import type { CrawlOptions } from '../config/options.js';
import { refuse } from '../config/problem.js';
import { settingsFrom } from '../config/settings.js';
import { Crawl } from '../crawl/crawl.js';
import type { CrawlRun, RunOptions } from '../crawl/crawl-run.js';
import { withNamedInputs } from '../crawl/named-inputs.js';
import type { CrawlHooks } from '../crawl/open-crawl.js';
import { UsageError } from '../failure.js';
import { type RefreshReport, refreshReport } from '../refresh/refresh-report.js';
import { readCrawlConfig } from '../store/crawl-folder.js';
import { type CrawlHome, openHome } from '../store/crawl-home.js';
import { readingCrawl } from '../store/open-reader.js';
import { assertNamed } from '../strategy/strategy-file.js';
import { runWithHome } from './run-with-home.js';

/** Which pages to visit again, as `osprey refresh` has it. */
export interface RefreshOptions {
  /** Pages to visit again at most: those that are relevant and likely to have changed. All where absent. */
  readonly maxPages?: number;
  /** Only pages that were last looked at so long ago (ms); a day where absent. */
  readonly olderThan?: number;
  /** Only pages of this relevance, from 0 to 1. */
  readonly minRelevance?: number;
  /** New pages to visit after that; 100 where absent. */
  readonly newPages?: number;
  readonly maxTime?: CrawlOptions['maxTime'];
  /** The file of the crawl's strategy, if it is your own: it is code, so it has to be named again. */
  readonly strategy?: string;
  /** Cookies to send and Chromium to render pages with, as for the crawl: its folder keeps neither. */
  readonly cookies?: string;
  readonly browser?: string;
}

export interface RefreshRun extends CrawlRun {
  /** What is new, changed and gone; known when the iteration has ended. */
  readonly report: RefreshReport | undefined;
}

const day = 86_400_000;

/**
 * Visits pages of a crawl again, then some new ones. It is in a folder, or at `postgres://user@host/database#name` with no worker at work.
 */
export function refresh(
  location: string,
  { signal, by, strategy, cookies, browser, ...request }: RefreshOptions & Omit<RunOptions, 'allowDeadSeeds'> = {},
  hooks: CrawlHooks = {},
): RefreshRun {
  const named = { ...(cookies && { cookies }), ...(browser && { browser }) };
  const wanted = requestOf(request);
  let report: RefreshReport | undefined;
  let crawl: Crawl | undefined;
  const open = async ({ folder, store }: CrawlHome, all: CrawlHooks) => {
    const out = path.resolve(folder);
    const kept = settingsFrom({ file: readCrawlConfig(folder), options: named as never });
    const settings = { ...withNamedInputs(kept, named), out, ...(store && { store }) };
    assertNamed(settings.strategy, strategy);
    crawl = await Crawl.refresh(settings, wanted, all);
    return crawl;
  };
  const tell = async () => {
    report = await readingCrawl(location, ({ records }) => refreshReport(records, crawl!.refresh!, Date.now()));
  };
  const run = runWithHome(() => openHome(location), open, { signal, by, allowDeadSeeds: true }, hooks, tell);
  return Object.defineProperty(run, 'report', { get: () => report }) as RefreshRun;
}

function requestOf({ maxPages, olderThan = day, minRelevance = 0, newPages = 100, maxTime }: RefreshOptions) {
  const { given, problems } = readOptions({ maxPages, maxTime }, 'library', process.cwd());
  refuse(problems);
  if (!(olderThan >= 0 && minRelevance >= 0 && minRelevance <= 1 && newPages >= 0))
    throw new UsageError('bad-config', 'olderThan and newPages must be at least 0, and minRelevance from 0 to 1.');
  const limitOf = (key: 'maxPages' | 'maxTime') => (given.get(key)?.value as number) ?? Number.POSITIVE_INFINITY;
  return { olderThan, minRelevance, newPages, maxPages: limitOf('maxPages'), maxTime: limitOf('maxTime') };
}
