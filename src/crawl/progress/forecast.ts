import type { Tally } from './tally.js';

/** How many relevant pages the next ones would bring. It holds in about four of five cases that low <= brought <= high. */
export interface Forecast {
  /** Pages that it is about. */
  readonly pages: number;
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

/** Pages that people are told about, and that the rule for stopping looks at. */
export const lookAhead = 1_000;

/** Before, a crawl has hardly left its seeds: nothing is said. */
export const leastDocuments = 50;

/** The normal quantile of an interval that leaves a tenth out on either side. */
const tenth = 1.2816;

/** How fast the yield falls: its odds are multiplied by 2^-0.3 = 0.81 while the pages of a crawl double. */
const decline = 0.3;
/** Relevant pages come in bursts: so many pages tell as much as one would if each were drawn by itself. */
const burst = 3;
/** Variance, in units of p(1 - p), between the yield that was seen and the one to come, however many pages either is of. */
const drift = 0.02;

/**
 * `outcomes` are the last of `documents` in the order of their visits, oldest first, 1 for relevant. Their yield is an
 * average that forgets half in a quarter of them, with half a page of either kind added (Jeffreys); that of the pages to
 * come is the lower, the more they are beside the documents. The constants are measured: docs/forecast.md.
 */
export function forecast(outcomes: Uint8Array, documents: number, pages: number): Forecast {
  const kept = 0.5 ** (4 / Math.max(4, outcomes.length));
  let [relevant, weight, squares] = [0, 0, 0];
  for (const outcome of outcomes) {
    relevant = relevant * kept + outcome;
    weight = weight * kept + 1;
    squares = squares * kept ** 2 + 1;
  }
  const odds = ((relevant + 0.5) / (weight - relevant + 0.5)) * (1 + pages / Math.max(1, documents)) ** -decline;
  const share = odds / (1 + odds);
  const evidence = Math.max(1, weight ** 2 / Math.max(1, squares));
  const variance = share * (1 - share) * (burst / pages + burst / evidence + drift);
  const expected = pages * share;
  const margin = tenth * pages * Math.sqrt(variance);
  return { pages, expected, low: Math.max(0, expected - margin), high: Math.min(pages, expected + margin) };
}

/** For a crawl with so many URLs in its queue: of the next pages, but of no more than are queued. */
export function forecastOf({ documents, history }: Tally, queued: number): Forecast | undefined {
  const pages = Math.min(lookAhead, queued);
  return pages < 1 || documents < leastDocuments ? undefined : forecast(history.outcomes(), documents, pages);
}

/**
 * Whether even the high end of the forecast is below `least` relevant pages a page. A crawl looks no further ahead than it
 * has come: before that, one that started far from its topic may not have reached it yet.
 */
export function isYieldBelow({ documents, history }: Tally, least: number): boolean {
  return documents >= lookAhead && forecast(history.outcomes(), documents, lookAhead).high < least * lookAhead;
}
