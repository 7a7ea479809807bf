import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RawOptions } from '../../../config/layer.js';
import { duration, integer, limit, ratio } from '../../../config/scalar-kinds.js';
import { settingsFrom } from '../../../config/settings.js';
import { Crawl } from '../../../crawl/crawl.js';
import { withNamedInputs } from '../../../crawl/named-inputs.js';
import { Scope } from '../../../frontier/scope.js';
import { type Refresh, refreshUnderWay } from '../../../refresh/begin-refresh.js';
import { type DuePage, duePages } from '../../../refresh/due-pages.js';
import { type RefreshReport, refreshReport } from '../../../refresh/refresh-report.js';
import { readCrawlConfig } from '../../../store/crawl-folder.js';
import { type CrawlHome, openHome } from '../../../store/crawl-home.js';
import { openReader } from '../../../store/open-reader.js';
import { assertNamed } from '../../../strategy/strategy-file.js';
import type { RunOptions } from '../../add-run-flags.js';
import { checkedWebhook } from '../../checked-webhook.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { notifyRun } from '../../notify-run.js';
import { count, counted } from '../../terminal/format.js';
import { indexingProgress } from '../../terminal/indexing-progress.js';
import { terminalWidth } from '../crawl/crawl-summary.js';
import { orCutShort } from '../crawl/cut-short.js';
import { runCrawl } from '../crawl/run-crawl.js';
import { reportLine, writeResults } from '../crawl/write-results.js';
import { dueLines, noneDueInWords, reportLines } from './refresh-lines.js';

export interface RefreshFlags extends RunOptions {
  readonly maxPages: string;
  readonly olderThan: string;
  readonly minRelevance: string;
  readonly newPages: string;
  readonly maxTime: string;
  readonly strategy?: string;
  readonly cookies?: string;
  readonly browser?: string;
  readonly dryRun?: boolean;
  /** False where no report is wanted. */
  readonly report?: boolean;
}

/** `osprey refresh`: visits pages of a crawl again, and tells what became of them. `chosenBy`: flags that the user gave to say which. */
export async function refreshCommand(
  location: string,
  flags: RefreshFlags,
  chosenBy: readonly string[] = [],
): Promise<number> {
  const request = refreshRequest(flags);
  if (flags.dryRun) return dryRun(location, request, flags);
  const home = await openHome(location);
  try {
    return await refreshHome(location, home, request, flags, chosenBy);
  } finally {
    await home.close();
  }
}

async function refreshHome(
  location: string,
  { folder, store, shown }: CrawlHome,
  request: RefreshOptions,
  flags: RefreshFlags,
  chosenBy: readonly string[],
): Promise<number> {
  const out = path.resolve(folder);
  const named = namedInputs(flags);
  const kept = withNamedInputs(settingsFrom({ file: readCrawlConfig(folder), flags: named }), named);
  const settings = { ...kept, out, ...(store && { store }) };
  const [webhook, since] = [checkedWebhook(flags.notify), Date.now()];
  assertNamed(settings.strategy, flags.strategy);
  const crawl = await Crawl.refresh(settings, request, { onIndexing: indexingProgress(flags) });
  if (!flags.quiet) await tellBeginning(crawl, flags, chosenBy);
  const { reason } = await orCutShort(() => runCrawl(crawl, flags));
  const written = { ...settings, report: settings.report && flags.report !== false && store === undefined };
  // A crawl in a database has no folder that people look into.
  if (store === undefined) await writeResults(out, written);
  await notifyRun(webhook, location, since, reason);
  const report = await reportOf(location, crawl.refresh!);
  const file = store === undefined ? reportFile(out, report) : undefined;
  if (file !== undefined) writeFileSync(file, `${JSON.stringify({ reason, ...report }, null, 2)}\n`);
  if (flags.json) {
    const { changes: _, ...summary } = report;
    process.stdout.write(`${JSON.stringify({ event: 'refresh', reason, ...summary, file: file ?? null })}\n`);
  } else if (!flags.quiet) {
    const place = file && path.relative(process.cwd(), file);
    const noneDue = crawl.refresh!.pages === 0 ? noneDueInWords(flags) : undefined;
    const page = written.report ? reportLine(out) : undefined;
    const lines = reportLines(report, reason, { page, place, folder: shown, width: terminalWidth(), noneDue });
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return reason === 'interrupted' ? exitCodes.interrupted : exitCodes.ok;
}

/** What the folder of a crawl does not hold. */
function namedInputs({ browser, cookies }: RefreshFlags): RawOptions {
  return { ...(browser && { browser }), ...(cookies && { cookies }) };
}

/** Undefined where nothing was visited: there is nothing to report. */
function reportFile(folder: string, { began, counts }: RefreshReport): string | undefined {
  if (Object.values(counts).every((pages) => pages === 0)) return undefined;
  return path.join(folder, `refresh-${began.slice(0, 19).replaceAll(':', '-')}.json`);
}

type RefreshOptions = Parameters<typeof Crawl.refresh>[1];

function refreshRequest({ maxPages, olderThan, minRelevance, newPages, maxTime }: RefreshFlags): RefreshOptions {
  return {
    maxPages: flagValue(limit(integer({ min: 1 })), maxPages, '--max-pages'),
    olderThan: flagValue(duration(), olderThan, '--older-than'),
    minRelevance: flagValue(ratio(), minRelevance, '--min-relevance'),
    newPages: flagValue(limit(integer({ min: 0 })), newPages, '--new-pages'),
    maxTime: flagValue(limit(duration({ min: 1 })), maxTime, '--max-time'),
  };
}

/** Which pages would be visited again; nothing is changed. */
async function dryRun(location: string, request: RefreshOptions, flags: RefreshFlags): Promise<number> {
  const { records, notes, settings, close } = await openReader(location);
  try {
    const underWay = await refreshUnderWay(notes);
    const scope = new Scope(settings);
    const isInScope = (url: string, depth: number) => scope.rejection(url, depth) === undefined;
    const wanted = underWay === undefined ? request : { maxPages: Number.POSITIVE_INFINITY, ...underWay.request };
    const all = await duePages(records, { ...wanted, isInScope }, Date.now());
    const due = underWay?.pages === undefined ? all : all.filter(({ isQueued }) => isQueued);
    const text = flags.json
      ? due.map((page) => JSON.stringify(dueRecord(page))).join('\n')
      : dueLines(due, underWay, { width: terminalWidth(), noneDue: noneDueInWords(flags) }).join('\n');
    if (text !== '') process.stdout.write(`${text}\n`);
    return exitCodes.ok;
  } finally {
    await close();
  }
}

function dueRecord({ url, relevance, relevant, rate, changed, worth, looks, changes, lastLook }: DuePage) {
  const lastLooked = new Date(lastLook).toISOString();
  return {
    url,
    relevance,
    relevant,
    changesPerDay: rate,
    changed,
    gain: worth,
    checks: looks,
    changes,
    lastCheck: lastLooked,
  };
}

async function tellBeginning(
  { refresh, store }: Crawl,
  { json }: RunOptions,
  chosenBy: readonly string[],
): Promise<void> {
  const { queuedAgain } = await store.frontier.stats(Date.now());
  if (!json && refresh!.pages !== 0) process.stderr.write(`${beginLine(refresh!, queuedAgain)}\n`);
  if (refresh!.goesOn && chosenBy.length > 0)
    process.stderr.write(
      `This refresh has already chosen its pages; ${chosenBy.join(' and ')} will apply to the next one.\n`,
    );
}

function beginLine({ pages, startedAt, goesOn }: Refresh, toGo: number): string {
  const which = pages === undefined ? 'sitemaps first' : `${count(toGo)} of ${counted(pages, 'page')} to go`;
  if (goesOn) return `Continuing the refresh of ${new Date(startedAt).toISOString().slice(0, 16)}, ${which} …`;
  return pages === undefined
    ? 'Reading the sitemaps again, then revisiting the pages that are due …'
    : `Revisiting ${counted(pages, 'page')} …`;
}

async function reportOf(location: string, refresh: NonNullable<Crawl['refresh']>): Promise<RefreshReport> {
  const { records, close } = await openReader(location);
  try {
    return await refreshReport(records, refresh, Date.now());
  } finally {
    await close();
  }
}
