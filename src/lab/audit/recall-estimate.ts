import { chapman, type Population } from '../measures/capture-recapture.js';
import { wilson } from '../measures/share-interval.js';
import type { Interval } from '../results.js';

/** How many relevant pages two searches captured; means where several pairs of searches were looked at. */
export interface Captures {
  readonly first: number;
  readonly second: number;
  readonly both: number;
}

/** How much of what there is to find was found, as far as two searches can tell of each other. */
export interface RecallEstimate {
  readonly captures: Captures;
  /** Relevant pages that were found by either; those that a crawl was given (seeds, examples) are no finds. */
  readonly found: number;
  /** Pages left out because they were given. */
  readonly given: number;
  /** Relevant pages by the word of a person. */
  readonly byPerson: number;
  /** Relevant pages that there are; `high` is infinite where nothing limits them. */
  readonly all: Population;
  /** Share of them that was found by either; null where nothing limits what there is. */
  readonly recall: Interval | null;
}

/** Few in common make the estimate a guess (Robson and Regier 1964: below seven its bias is no longer small). */
export const fewInCommon = 7;

/**
 * How many there are (Chapman). Where one search found nothing that the other did not, the estimate is no more than what was
 * found; how far the truth may be from it follows from the share of the smaller capture that the larger one holds.
 */
export function populationOf({ first, second, both }: Captures): Population {
  const all = chapman(first, second, both);
  if (all.low < all.high) return all;
  const [smaller, larger] = [Math.min(first, second), Math.max(first, second)];
  const high = larger / wilson(both, smaller).low;
  return { ...all, high: larger === 0 ? Number.POSITIVE_INFINITY : high };
}

/** What was found is there: there cannot be fewer. */
export function atLeast({ estimate, low, high }: Population, found: number): Population {
  return { estimate: Math.max(estimate, found), low: Math.max(low, found), high: Math.max(high, found) };
}

/** The share that `found` is of all there is; null where nothing limits that. */
export function recallOf(found: number, { estimate, low, high }: Population): Interval | null {
  if (high === Number.POSITIVE_INFINITY) return null;
  return { mean: found / estimate, low: found / high, high: Math.min(1, found / low) };
}
