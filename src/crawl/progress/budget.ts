import { flagOf } from '../../config/option.js';
import type { Settings } from '../../config/options.js';
import { counted } from '../../counted.js';
import { UsageError } from '../../failure.js';
import type { SharedCrawl } from '../../model/shared-crawl.js';
import { isYieldBelow } from './forecast.js';
import type { RunTime } from './run-time.js';
import type { StopReason } from './stop-reason.js';
import type { Tally } from './tally.js';

export type Limits = Pick<Settings, 'maxPages' | 'maxRelevant' | 'maxTime' | 'maxBytesOnDisk' | 'stopWhenYieldBelow'>;

/** Refuses a new limit that the crawl has reached already: it would end at once, and nobody gives one for that. */
export function checkLimits(before: Limits, now: Limits, { documents, relevant }: Tally): void {
  const reached = { maxPages: documents, maxRelevant: relevant };
  for (const key of ['maxPages', 'maxRelevant'] as const) {
    if (now[key] === before[key] || now[key] > reached[key]) continue;
    const soFar = counted(reached[key], key === 'maxPages' ? 'page' : 'relevant page');
    throw new UsageError(
      'limit-reached',
      `The crawl already has ${soFar}, and ${flagOf(key)} counts from its start; give a larger number.`,
    );
  }
}

/**
 * How much a crawl may use. Pages and bytes count over the whole crawl, time over this run, without the time for which it was
 * paused. `limits` are read anew each time: they may change while the crawl runs.
 */
export class Budget {
  constructor(
    private readonly limits: () => Limits,
    private readonly time: RunTime,
    private readonly bytesOnDisk: () => number,
    /** Where workers share the budget, each has a share of it. */
    private readonly shared?: Pick<SharedCrawl, 'pagesLeft' | 'isSpent'>,
  ) {}

  spent(tally: Tally, now: number): StopReason | undefined {
    const { maxPages, maxRelevant, maxTime, maxBytesOnDisk, stopWhenYieldBelow } = this.limits();
    const isSpent = this.shared?.isSpent(maxPages) ?? tally.documents >= maxPages;
    if (isSpent) return 'max-pages';
    if (tally.relevant >= maxRelevant) return 'max-relevant';
    if (this.time.elapsed(now) >= maxTime) return 'max-time';
    if (maxBytesOnDisk !== Number.POSITIVE_INFINITY && this.bytesOnDisk() >= maxBytesOnDisk) return 'max-bytes-on-disk';
    if (stopWhenYieldBelow > 0 && isYieldBelow(tally, stopWhenYieldBelow)) return 'low-yield';
    return undefined;
  }

  /** The same, but for these limits. */
  with(limits: Partial<Limits>): Budget {
    return new Budget(() => ({ ...this.limits(), ...limits }), this.time, this.bytesOnDisk, this.shared);
  }

  /** Requests that may still be started without going over the page budget. */
  pagesLeft(tally: Tally, inFlight: number): number {
    const { maxPages } = this.limits();
    return this.shared?.pagesLeft(maxPages, inFlight) ?? Math.max(0, maxPages - tally.documents - inFlight);
  }

  /** The same over all workers that share the budget, as far as is known. */
  pagesLeftOfAll(tally: Tally, inFlight: number): number {
    return Math.max(0, this.limits().maxPages - tally.documents - inFlight);
  }

  /** When the time budget ends, unless the crawl is paused before. */
  get deadline(): number {
    return this.time.after(this.limits().maxTime);
  }
}
