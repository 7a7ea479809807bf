import path from 'node:path';
import type { RawOptions } from '../../../config/layer.js';
import type { Settings } from '../../../config/options.js';
import { settingsFrom } from '../../../config/settings.js';
import { Crawl } from '../../../crawl/crawl.js';
import type { StopReason } from '../../../crawl/progress/stop-reason.js';
import type { Tally } from '../../../crawl/progress/tally.js';
import { startInDatabase } from '../../../crawl/workers/start-in-database.js';
import { redacted } from '../../../redact.js';
import { refuseUnasked } from '../../../seeding/asks-sources.js';
import type { Seed } from '../../../seeding/seed.js';
import type { SeedReport } from '../../../seeding/seed-report.js';
import { freeFolder } from '../../../store/crawl-folder.js';
import { openReader } from '../../../store/open-reader.js';
import { isStrategyFile } from '../../../strategy/strategy-file.js';
import { reasonInWords } from '../../../words/reasons.js';
import type { RunOptions } from '../../add-run-flags.js';
import { exitCodes } from '../../exit-codes.js';
import { checkedWebhook, notifyRun } from '../../notify-run.js';
import { readConfig } from '../../read-config.js';
import { counted, moment, shellWord } from '../../terminal/format.js';
import { indexingProgress } from '../../terminal/indexing-progress.js';
import { SeedSearch } from '../seeds/seed-search.js';
import { askedLines, schoolLines, seedLines } from '../seeds/start-lines.js';
import { withDashboard } from '../serve/beside.js';
import { workUntilItsEnd } from '../worker/run.js';
import { outputLines, summaryLines } from './crawl-summary.js';
import { orCutShort } from './cut-short.js';
import { type FoundSeeds, runCrawl } from './run-crawl.js';
import { writeResults } from './write-results.js';

/** `osprey crawl`: a new crawl, to its end. */
export async function crawlCommand(
  flags: RawOptions,
  config: string | undefined,
  run: RunOptions & { readonly serve?: boolean },
): Promise<number> {
  const file = config === undefined ? undefined : readConfig(config);
  const given = settingsFrom({ flags, ...(file && { file }) });
  const settings = { ...given, out: given.out ?? path.resolve(freeFolder('crawls', crawlName(given))) };
  refuseUnasked(settings, flags);
  const isTold = !run.quiet && !run.json;
  const search = isTold ? new SeedSearch(settings) : undefined;
  let found: FoundSeeds | undefined;
  let starting: readonly string[] = [];
  const onSeeds = (report: SeedReport, seeds: readonly Seed[]) => {
    search?.end();
    found = { used: seeds.length, found: report.found, asked: report.asked };
    starting = seedLines(report, seeds, settings.out);
    if (isTold) process.stderr.write(linesOf(askedLines(report)));
  };
  const hooks = { onIndexing: indexingProgress(run), onSeeds, ...(search && { onSeeking: search.onWaiting }) };
  if (settings.store !== undefined) {
    const address = await startInDatabase(settings, hooks).finally(() => search?.end());
    if (isTold) process.stderr.write(linesOf([...starting, `Join with    osprey worker ${redacted(address)}`]));
    return workUntilItsEnd(address, notKept(flags), run, found);
  }
  const crawl = await Crawl.start(settings, hooks).finally(() => search?.end());
  if (isTold) process.stderr.write(linesOf([...contactWarning(settings), ...starting]));
  if (isTold) process.stderr.write(linesOf(await fewerLines(crawl, settings.agents)));
  if (!run.serve) return finishCrawl(crawl, run, found);
  return withDashboard([settings.out], () => finishCrawl(crawl, run, found));
}

/** What the database does not keep, secrets and what is of this machine, and this worker needs. */
function notKept({ proxy, header, cookies, browser, metrics }: RawOptions): RawOptions {
  const own = { proxy, header, cookies, browser, metrics };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

/** A crawl is named by its query, or else by what it goes by: terms, or the last part of an example's name. */
function crawlName({ query, contentTerms, example, model, queryLog }: Settings): string {
  if (query !== undefined) return query;
  const place = example[0] ?? model ?? queryLog ?? '';
  const end = path.basename(place.replace(/[?#].*$/, '')).replace(/\.[a-z0-9]+$/i, '');
  return contentTerms.join(' ') || end || 'crawl';
}

/** Site owners who cannot ask block instead. Archived webs have none. */
function contactWarning({ contact, web, userAgent, allowPrivate }: Settings): string[] {
  if (contact !== undefined || web.length > 0 || userAgent !== undefined || allowPrivate) return [];
  return ['No --contact: site owners cannot reach you, and may block the crawl. Give an e-mail address or URL.'];
}

/** Runs a crawl, then tells what came of it. Throws `CutShort` where it could not go on. */
export function finishCrawl(crawl: Crawl, run: RunOptions, found?: FoundSeeds): Promise<number> {
  return orCutShort(() => toItsEnd(crawl, run, found));
}

async function toItsEnd(crawl: Crawl, run: RunOptions, found: FoundSeeds | undefined): Promise<number> {
  const [webhook, since] = [checkedWebhook(run.notify), Date.now()];
  if (!run.quiet && !run.json) process.stderr.write(linesOf(schoolLines(await crawl.store.directory.agents())));
  const { reason, progress } = await runCrawl(crawl, run, found);
  const { settings } = crawl;
  const hidden = await writeResults(settings.out!, settings);
  await notifyRun(webhook, settings.out!, since, reason);
  if (reason === 'seeds-failed') {
    process.stderr.write(`osprey: ${await seedsFailed(settings.out!, progress.waitsUntil)}\n`);
    return exitCodes['seeds-failed'];
  }
  if (!run.quiet && !run.json) {
    const lines = [
      '',
      ...(await summaryLines(settings, reason, progress, hidden)),
      '',
      ...outputLines(settings),
      goOnLine(settings, reason, progress.tally),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return reason === 'interrupted' ? exitCodes.interrupted : exitCodes.ok;
}

/** There are never more agents than seeds. */
async function fewerLines({ store }: Crawl, wanted: Settings['agents']): Promise<string[]> {
  const { length } = await store.directory.agents();
  if (wanted === 'auto' || length >= wanted) return [];
  return [`${counted(length, 'agent')} instead of ${wanted}: each needs a seed of its own`];
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Nothing was fetched: which rule or failure was the cause, or how long the hosts wait, and what to do about it. */
async function seedsFailed(folder: string, waitsUntil: number | undefined): Promise<string> {
  const { records, close } = await openReader(folder);
  try {
    const { reasons, rejections } = await records.totals();
    const found = [...Object.keys(reasons), ...Object.keys(rejections)].filter((name) => name !== 'redirect');
    if (found.length === 0) {
      const when = waitsUntil === undefined ? 'later' : `after ${moment(waitsUntil)}`;
      return `No seed could be fetched: their hosts are unreachable or ask crawlers to wait. Resume the crawl ${when}.`;
    }
    const why = found.map((name) => `${name}: ${reasonInWords(name).replace(/\.$/, '')}`).join('; ');
    const fix = found.includes('address-refused')
      ? 'allow private addresses with --allow-private'
      : Object.keys(reasons).length === 0
        ? 'widen the scope options'
        : 'check the URLs and the network, or give other seeds';
    return `No seed could be fetched (${why}); ${fix}.`;
  } finally {
    await close();
  }
}

/** How to continue a crawl that stopped for this reason. Half of the bound might not do for one whose yield fell. */
function goOnLine(settings: Settings, reason: StopReason, { documents, relevant }: Tally): string {
  const { out, strategy, maxBytesOnDisk, relevantPerAgent } = settings;
  const newSeed = ' --seed URL';
  const changes: Partial<Record<StopReason, string>> = {
    'max-pages': ` --max-pages ${2 * documents}`,
    'max-relevant': ` --max-relevant ${2 * relevant}`,
    'max-bytes-on-disk': ` --max-bytes-on-disk ${2 * maxBytesOnDisk}`,
    'low-yield': ' --stop-when-yield-below 0',
    'agent-goals': ` --relevant-per-agent ${2 * relevantPerAgent}`,
    expired: waitingFor(settings),
    'frontier-empty': newSeed,
    'hosts-closed': largerLimits(settings) ?? newSeed,
  };
  const own = isStrategyFile(strategy) ? ` --strategy ${shellWord(strategy)}` : '';
  return `Continue     osprey resume ${shellWord(path.relative(process.cwd(), out!) || '.')}${own}${changes[reason] ?? ''}`;
}

/** Undefined where hosts, domains and addresses have no limits: they are blocked. */
function largerLimits({ maxPerHost, maxPerDomain, maxPerAddress }: Settings): string | undefined {
  if (maxPerDomain !== 'auto' && Number.isFinite(maxPerDomain)) return ` --max-per-domain ${2 * maxPerDomain}`;
  if (Number.isFinite(maxPerAddress)) return ` --max-per-address ${2 * maxPerAddress}`;
  if (Number.isFinite(maxPerHost)) return ` --max-per-host ${2 * maxPerHost}`;
  return maxPerDomain === 'auto' ? ' --max-per-domain none' : undefined;
}

/** Options that take back what has expired. */
function waitingFor({ expire, expirePages }: Settings): string {
  return [
    ...(Number.isFinite(expire) ? [' --expire none'] : []),
    ...(Number.isFinite(expirePages) ? [' --expire-pages none'] : []),
  ].join('');
}
