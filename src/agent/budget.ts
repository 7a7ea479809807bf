import type { Settings } from '../config/options.js';
import { isYieldBelow } from './forecast.js';
import type { StopReason } from './stop-reason.js';
import type { Tally } from './tally.js';

/** How much a crawl may use. Pages and bytes count over the whole crawl, time over this run. */
export class Budget {
  constructor(
    private readonly settings: Pick<
      Settings,
      'maxPages' | 'maxRelevant' | 'maxTime' | 'maxBytesOnDisk' | 'stopWhenYieldBelow'
    >,
    private readonly startedAt: number,
    private readonly bytesOnDisk: () => number,
  ) {}

  spent(tally: Tally, now: number): StopReason | undefined {
    const { maxPages, maxRelevant, maxTime, maxBytesOnDisk, stopWhenYieldBelow } = this.settings;
    if (tally.documents >= maxPages) return 'max-pages';
    if (tally.relevant >= maxRelevant) return 'max-relevant';
    if (now - this.startedAt >= maxTime) return 'max-time';
    if (maxBytesOnDisk !== Number.POSITIVE_INFINITY && this.bytesOnDisk() >= maxBytesOnDisk) return 'max-bytes-on-disk';
    if (stopWhenYieldBelow > 0 && isYieldBelow(tally, stopWhenYieldBelow)) return 'low-yield';
    return undefined;
  }

  /** Requests that may still be started without going over the page budget. */
  pagesLeft(tally: Tally, inFlight: number): number {
    return Math.max(0, this.settings.maxPages - tally.documents - inFlight);
  }

  /** When the time budget ends. */
  get deadline(): number {
    return this.startedAt + this.settings.maxTime;
  }
}
