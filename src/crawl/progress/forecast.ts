import type { Tally } from './tally.js';

/** How many relevant pages the next ones would bring. It holds in about four of five cases that low <= brought <= high. */
export interface Forecast {
  /** Pages that it is about. */
  readonly pages: number;
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

/** Pages that people are told about, and that the rule for stopping looks at. Nobody can tell much of what comes later. */
export const lookAhead = 500;

/** Before, a crawl has hardly left its seeds: nothing is said. */
export const leastDocuments = 50;

/** The normal quantile of an interval that leaves a tenth out on either side. */
const tenth = 1.2816;

/** Pages after which an outcome counts half; a quarter of what was seen where that is less. */
const halfLife = 32;
/** How fast the yield falls: its odds are halved while the pages of a crawl double. */
const decline = 1;
/** Relevant pages come in bursts: so many pages tell as much as one would if each were drawn by itself. */
const burst = 4;
/** Variance, in units of p(1 - p), between the yield that was seen and the one to come; it doubles in so many pages to come. */
const drift = 0.05;
const driftPages = 60;

/**
 * `outcomes` are the last of `documents` in the order of their visits, oldest first, 1 for relevant. Their yield is an
 * average in which the last pages count most, with half a page of either kind added (Jeffreys); that of the pages to
 * come is the lower, the more they are beside the documents, and the less certain, the further ahead. The constants are measured:
 * docs/forecast.md.
 */
export function forecast(outcomes: Uint8Array, documents: number, pages: number): Forecast {
  const kept = 0.5 ** (1 / Math.max(1, Math.min(halfLife, outcomes.length / 4)));
  let [relevant, weight, squares] = [0, 0, 0];
  for (const outcome of outcomes) {
    relevant = relevant * kept + outcome;
    weight = weight * kept + 1;
    squares = squares * kept ** 2 + 1;
  }
  const odds = ((relevant + 0.5) / (weight - relevant + 0.5)) * (1 + pages / Math.max(1, documents)) ** -decline;
  const share = odds / (1 + odds);
  const evidence = Math.max(1, weight ** 2 / Math.max(1, squares));
  const variance = share * (1 - share) * (burst / pages + burst / evidence + drift * (1 + pages / driftPages));
  const expected = pages * share;
  const margin = tenth * pages * Math.sqrt(variance);
  return { pages, expected, low: Math.max(0, expected - margin), high: Math.min(pages, expected + margin) };
}

/** For a crawl with `queued` URLs in its queue: of the next pages, but not more than are queued. */
export function forecastOf({ documents, history }: Tally, queued: number): Forecast | undefined {
  const pages = Math.min(lookAhead, queued);
  return pages < 1 || documents < leastDocuments ? undefined : forecast(history.outcomes(), documents, pages);
}

/** A crawl that started far from its topic may find nothing for long and then much: it is not stopped before so many pages. */
const leastForStop = 1_000;
/** The yield has to stay low for so many pages, looked at every so many. */
const stay = 400;
const between = 50;

/** Whether the forecast has been below `least` relevant pages a page for the last 400 pages. */
export function isYieldBelow({ documents, history }: Tally, least: number): boolean {
  if (documents < leastForStop) return false;
  const outcomes = history.outcomes();
  for (let back = 0; back <= stay; back += between) {
    const seen = outcomes.subarray(0, Math.max(0, outcomes.length - back));
    if (forecast(seen, documents - back, lookAhead).expected >= least * lookAhead) return false;
  }
  return true;
}
