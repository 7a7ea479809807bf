import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Crawl } from '../../agent/crawl.js';
import type { Settings } from '../../config/options.js';
import { duration, integer, limit, ratio } from '../../config/scalar-kinds.js';
import { settingsFrom } from '../../config/settings.js';
import { UsageError } from '../../failure.js';
import { Scope } from '../../frontier/scope.js';
import { type Refresh, refreshUnderWay } from '../../refresh/begin-refresh.js';
import { type DuePage, duePages } from '../../refresh/due-pages.js';
import { type RefreshReport, refreshReport } from '../../refresh/refresh-report.js';
import { readCrawlConfig } from '../../store/crawl-folder.js';
import { readCrawl } from '../../store/sqlite-store.js';
import { assertNamed } from '../../strategy/strategy-file.js';
import { terminalWidth, writeRanked } from '../crawl-summary.js';
import { exitCodes } from '../exit-codes.js';
import { flagValue } from '../flag-value.js';
import { counted } from '../format.js';
import { indexingProgress } from '../indexing-progress.js';
import { dueLines, reportLines } from '../refresh-lines.js';
import { type RunFlags, runCrawl } from '../run-crawl.js';

export interface RefreshFlags extends RunFlags {
  readonly maxPages: string;
  readonly olderThan: string;
  readonly minRelevance: string;
  readonly newPages: string;
  readonly maxTime: string;
  readonly strategy?: string;
  readonly dryRun?: boolean;
}

/** `osprey refresh`: visits pages of a crawl again, and tells what became of them. */
export async function refreshCommand(folder: string, flags: RefreshFlags): Promise<number> {
  const out = path.resolve(folder);
  const settings = { ...settingsFrom({ file: readCrawlConfig(folder) }), out };
  const wish = wishOf(flags);
  if (flags.dryRun) return dryRun(settings, wish, flags);
  assertNamed(settings.strategy, flags.strategy);
  const underWay = await underWayIn(out);
  const crawl = await Crawl.refresh(settings, wish, { onIndexing: indexingProgress(flags) });
  const refresh = crawl.refresh!;
  if (!flags.quiet && !flags.json) process.stderr.write(`${beginLine(refresh, underWay !== undefined)}\n`);
  const { reason } = await runCrawl(crawl, flags);
  await writeRanked(out, settings.exportNoindex);
  const report = await reportOf(out, refresh);
  const file = path.join(out, `refresh-${report.began.slice(0, 19).replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ reason, ...report }, null, 2)}\n`);
  if (flags.json) {
    const { news: _, ...told } = report;
    process.stdout.write(`${JSON.stringify({ event: 'refresh', reason, ...told, file })}\n`);
  } else if (!flags.quiet) {
    const place = path.relative(process.cwd(), file);
    process.stdout.write(`${reportLines(report, reason, { place, folder, width: terminalWidth() }).join('\n')}\n`);
  }
  return reason === 'interrupted' ? exitCodes.interrupted : exitCodes.ok;
}

type Wish = Parameters<typeof Crawl.refresh>[1];

function wishOf({ maxPages, olderThan, minRelevance, newPages, maxTime }: RefreshFlags): Wish {
  return {
    maxPages: flagValue(limit(integer({ min: 1 })), maxPages, '--max-pages'),
    olderThan: flagValue(duration(), olderThan, '--older-than'),
    minRelevance: flagValue(ratio(), minRelevance, '--min-relevance'),
    newPages: flagValue(limit(integer({ min: 0 })), newPages, '--new-pages'),
    maxTime: flagValue(limit(duration({ min: 1 })), maxTime, '--max-time'),
  };
}

/** Which pages would be visited again; nothing is changed. */
async function dryRun(settings: Settings & { readonly out: string }, wish: Wish, { json }: RunFlags): Promise<number> {
  const { records, notes, close } = readCrawl(settings.out);
  try {
    const underWay = await refreshUnderWay(notes);
    const scope = new Scope(settings);
    const isInScope = (url: string, depth: number) => scope.rejection(url, depth) === undefined;
    const due = await duePages(records, { ...wish, isInScope }, Date.now());
    const text = json
      ? due.map((page) => JSON.stringify(dueRecord(page))).join('\n')
      : dueLines(due, underWay, terminalWidth()).join('\n');
    if (text !== '') process.stdout.write(`${text}\n`);
    return exitCodes.ok;
  } finally {
    close();
  }
}

function dueRecord({ url, relevance, relevant, rate, changed, worth, looks, changes, lastLook }: DuePage) {
  const lastLooked = new Date(lastLook).toISOString();
  return { url, relevance, relevant, changesPerDay: rate, changed, worth, looks, changes, lastLook: lastLooked };
}

/** The refresh that is not over yet, if there is one. */
async function underWayIn(folder: string): Promise<Refresh | undefined> {
  const { records, notes, close } = readCrawl(folder);
  try {
    const { outcomes } = await records.totals();
    if ((outcomes.page ?? 0) > 0) return await refreshUnderWay(notes);
  } finally {
    close();
  }
  throw new UsageError('nothing-visited', `${folder} has no pages to visit again yet; run "osprey resume" first.`, {
    folder,
  });
}

function beginLine({ pages, startedAt }: Refresh, goesOn: boolean): string {
  const which = counted(pages, 'page');
  return goesOn
    ? `Going on with the refresh of ${new Date(startedAt).toISOString().slice(0, 16)}, ${which} in all …`
    : `Visiting ${which} again …`;
}

async function reportOf(folder: string, refresh: NonNullable<Crawl['refresh']>): Promise<RefreshReport> {
  const { records, close } = readCrawl(folder);
  try {
    return await refreshReport(records, refresh, Date.now());
  } finally {
    close();
  }
}
