import type { KnownPage } from '../model/crawl-store.js';
import { ChangeRates, changedBy, dayMs } from './change-rate.js';

/** What it takes to keep a share of the relevant pages fresh: as they are on the web. */
export interface Plan {
  readonly fresh: number;
  /** Days after which each page is looked at again. */
  readonly everyDays: number;
  readonly pagesPerDay: number;
}

export interface Schedule {
  /** Relevant pages. */
  readonly pages: number;
  /** Share of them that is likely to be fresh now. */
  readonly freshNow: number;
  readonly plans: readonly Plan[];
  /** When that share will have fallen to `freshAtNext`; now where it has, undefined where that takes longer than a person plans for. */
  readonly nextAt?: number;
}

const shares = [0.8, 0.9, 0.95];
export const freshAtNext = 0.9;
/** In days: an hour, and ten years. */
const [shortest, longest] = [1 / 24, 3_650] as const;

/** Of the relevant pages among these; undefined where there are none. */
export function scheduleOf(known: readonly KnownPage[], now: number): Schedule | undefined {
  const rates = new ChangeRates(known);
  const pages = known.filter(({ relevant }) => relevant).map((page) => ({ page, rate: rates.of(page) }));
  if (pages.length === 0) return undefined;
  const freshAt = (time: number) => mean(pages, ({ page, rate }) => 1 - changedBy(time, page, rate));
  const freshIn = (days: number) => freshAt(now + days * dayMs);
  const nextAt =
    freshIn(longest) > freshAtNext
      ? undefined
      : freshIn(0) <= freshAtNext
        ? now
        : now + fallsTo(freshAtNext, freshIn) * dayMs;
  return {
    pages: pages.length,
    freshNow: freshAt(now),
    plans: shares.map((fresh) => {
      const everyDays = fallsTo(fresh, (days) => mean(pages, ({ rate }) => freshness(rate, days)));
      return { fresh, everyDays, pagesPerDay: pages.length / everyDays };
    }),
    ...(nextAt !== undefined && { nextAt }),
  };
}

/**
 * The share of the time that a page is fresh which changes `rate` times a day and is checked at this interval in days: the mean of
 * exp(-rate t) over the interval (Cho & Garcia-Molina, Synchronizing a Database to Improve Freshness, SIGMOD 2000).
 */
export function freshness(rate: number, days: number): number {
  const changes = rate * days;
  return changes < 1e-9 ? 1 : -Math.expm1(-changes) / changes;
}

/** Days after which a share that falls has come to `level`, within the bounds, by halving their ratio. */
function fallsTo(level: number, share: (days: number) => number): number {
  let [low, high] = [shortest, longest] as [number, number];
  for (let step = 0; step < 40; step++) {
    const middle = Math.sqrt(low * high);
    if (share(middle) > level) low = middle;
    else high = middle;
  }
  return high;
}

/** Asked for some hundred times, of all pages: no list is made for it. */
function mean<T>(items: readonly T[], value: (item: T) => number): number {
  let sum = 0;
  for (const item of items) sum += value(item);
  return sum / items.length;
}
