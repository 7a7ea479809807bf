import type { Settings } from '../../config/options.js';
import type { Pause } from '../../model/commands.js';
import type { CrawlStore } from '../../model/crawl-store.js';
import type { FrontierStats } from '../../model/frontier.js';
import { type Forecast, forecastOf } from './forecast.js';
import type { Tally } from './tally.js';

export interface CrawlProgress {
  readonly tally: Tally;
  readonly frontier: FrontierStats;
  /** When it stood so. */
  readonly now: number;
  /** Of this run, without the time for which it was paused. */
  readonly elapsedMs: number;
  readonly pagesPerSecond: number;
  /** Estimate from the budgets, undefined where nothing bounds the crawl. */
  readonly msLeft?: number;
  /** What it would bring if it went on; undefined before there is anything to go by. */
  readonly forecast?: Forecast;
  /** Somebody paused it: nothing is requested until it is resumed. */
  readonly paused?: Pause;
  /** Nothing is done until then: every host that is left wants to be left alone for longer than a moment. */
  readonly waitsUntil?: number;
  /** It sends fewer requests, because this machine has no descriptors left for more. */
  readonly isShortOfDescriptors?: boolean;
}

/** Shorter waits are no news. */
const longWait = 60_000;

/** Where a crawl stands whose run has taken `elapsedMs`, pauses left out. */
export async function progressOf(
  tally: Tally,
  { maxPages, maxRelevant, maxTime }: Pick<Settings, 'maxPages' | 'maxRelevant' | 'maxTime'>,
  store: CrawlStore,
  { now, elapsedMs, paused }: { readonly now: number; readonly elapsedMs: number; readonly paused?: Pause | undefined },
): Promise<CrawlProgress> {
  const pagesPerSecond = elapsedMs === 0 ? 0 : ((tally.documentsThisRun + tally.revisits) * 1000) / elapsedMs;
  const { documents, relevant, recentHarvest } = tally;
  const msLeft = Math.min(
    maxTime - elapsedMs,
    pagesPerSecond === 0 ? Number.POSITIVE_INFINITY : ((maxPages - documents) / pagesPerSecond) * 1000,
    pagesPerSecond * recentHarvest === 0
      ? Number.POSITIVE_INFINITY
      : ((maxRelevant - relevant) / (pagesPerSecond * recentHarvest)) * 1000,
  );
  const frontier = await store.frontier.stats(now);
  const forecast = forecastOf(tally, frontier.queued - frontier.queuedClosed - frontier.queuedAgain);
  const isIdle = frontier.claimed === 0 && frontier.hostsReady === 0 && frontier.hostsWaiting > 0;
  const opening = isIdle ? await store.frontier.nextOpening(now) : undefined;
  return {
    tally,
    frontier,
    now,
    elapsedMs,
    pagesPerSecond,
    ...(paused && { paused }),
    ...(opening !== undefined && opening - now >= longWait && { waitsUntil: opening }),
    ...(forecast && { forecast }),
    ...(Number.isFinite(msLeft) && { msLeft: Math.max(0, msLeft) }),
  };
}
