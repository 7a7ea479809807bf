import type { Settings } from '../config/options.js';
import type { FrontierStats } from '../frontier/frontier.js';
import type { CrawlStore } from '../store/crawl-store.js';
import { type Forecast, forecastOf } from './forecast.js';
import type { Tally } from './tally.js';

export interface CrawlProgress {
  readonly tally: Tally;
  readonly frontier: FrontierStats;
  readonly elapsedMs: number;
  readonly pagesPerSecond: number;
  /** Estimate from the budgets, undefined where nothing bounds the crawl. */
  readonly msLeft?: number;
  /** What it would bring if it went on; undefined before there is anything to go by. */
  readonly forecast?: Forecast;
}

/** Where a crawl stands that began this run at `startedAt`. */
export async function progressOf(
  tally: Tally,
  { maxPages, maxRelevant, maxTime }: Pick<Settings, 'maxPages' | 'maxRelevant' | 'maxTime'>,
  store: CrawlStore,
  { now, startedAt }: { readonly now: number; readonly startedAt: number },
): Promise<CrawlProgress> {
  const elapsedMs = now - startedAt;
  const pagesPerSecond = elapsedMs === 0 ? 0 : (tally.documentsThisRun * 1000) / elapsedMs;
  const { documents, relevant, recentHarvest } = tally;
  const msLeft = Math.min(
    maxTime - elapsedMs,
    pagesPerSecond === 0 ? Number.POSITIVE_INFINITY : ((maxPages - documents) / pagesPerSecond) * 1000,
    pagesPerSecond * recentHarvest === 0
      ? Number.POSITIVE_INFINITY
      : ((maxRelevant - relevant) / (pagesPerSecond * recentHarvest)) * 1000,
  );
  const frontier = await store.frontier.stats(now);
  const forecast = forecastOf(tally, frontier.queued - frontier.queuedClosed);
  return {
    tally,
    frontier,
    elapsedMs,
    pagesPerSecond,
    ...(forecast && { forecast }),
    ...(Number.isFinite(msLeft) && { msLeft: Math.max(0, msLeft) }),
  };
}
