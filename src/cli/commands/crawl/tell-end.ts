import path from 'node:path';
import type { Settings } from '../../../config/options.js';
import type { CrawlProgress } from '../../../crawl/progress/crawl-progress.js';
import type { StopReason } from '../../../crawl/progress/stop-reason.js';
import type { Tally } from '../../../crawl/progress/tally.js';
import { openReader } from '../../../store/open-reader.js';
import { isStrategyFile } from '../../../strategy/strategy-file.js';
import { reasonInWords } from '../../../words/reasons.js';
import type { RunOptions } from '../../add-run-flags.js';
import { exitCodes } from '../../exit-codes.js';
import { notifyRun } from '../../notify-run.js';
import { moment, shellWord } from '../../terminal/format.js';
import { outputLines, summaryLines } from './crawl-summary.js';
import { writeResults } from './write-results.js';

export interface EndedRun {
  readonly reason: StopReason;
  readonly progress: CrawlProgress;
  /** When it began. */
  readonly since: number;
}

/** Writes the results of a crawl that has ended and tells of them: the webhook, then whoever started it. Returns the exit code. */
export async function tellEnd(
  settings: Settings,
  { reason, progress, since }: EndedRun,
  webhook: string | undefined,
  run: RunOptions,
): Promise<number> {
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
