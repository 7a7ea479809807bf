import type { TermCounts } from '../../text/term-counts.js';
import { TermTable } from '../../text/term-table.js';
import { andThen, anything, listOf, numberShape, recordOf, termIdShape } from '../shape.js';
import type { SparseVector } from '../sparse-vector.js';

/** The vector space of a set of pages, as plain data. */
export interface PlainSpace {
  /** Pages of the set. */
  readonly pages: number;
  /** Ids of its terms: the dimensions. */
  readonly terms: readonly number[];
  /** How many of the pages have each term. */
  readonly frequencies: readonly number[];
}

export const spaceShape = andThen(
  recordOf({
    pages: numberShape('a count', { min: 1, max: 2 ** 32, whole: true }),
    ...{ terms: listOf(termIdShape, { unique: true }), frequencies: anything },
  }),
  ({ pages, terms }: PlainSpace) => ({
    frequencies: listOf(numberShape(`a number from 1 to ${pages}`, { min: 1, max: pages, whole: true }), {
      length: terms.length,
    }),
  }),
);

/**
 * Turns pages into vectors of length 1 with weights (1 + log f)·idf, idf = log(1 + N/n) of the set. A term outside of the set
 * counts as one of a single page: it has no dimension, but it makes the rest of the page weigh less.
 */
export class PageSpace {
  /** Number of each term's dimension, + 1. */
  readonly #dimensions = new TermTable();
  readonly #idf: Float64Array;
  readonly #strangeIdf: number;

  constructor(space: PlainSpace) {
    for (const id of space.terms) this.#dimensions.add(id, this.#dimensions.size + 1);
    this.#idf = Float64Array.from(space.frequencies, (n) => Math.log1p(space.pages / n));
    this.#strangeIdf = Math.log1p(space.pages);
  }

  get dimensions(): number {
    return this.#idf.length;
  }

  vectorOf({ ids, counts }: TermCounts): SparseVector {
    const dimensions = new Uint32Array(ids.length);
    const weights = new Float64Array(ids.length);
    let used = 0;
    let square = 0;
    for (let i = 0; i < ids.length; i++) {
      const dimension = this.#dimensions.get(ids[i]!) - 1;
      const weight = (1 + Math.log(counts[i]!)) * (dimension < 0 ? this.#strangeIdf : this.#idf[dimension]!);
      square += weight * weight;
      if (dimension < 0) continue;
      dimensions[used] = dimension;
      weights[used++] = weight;
    }
    const length = Math.sqrt(square);
    for (let i = 0; i < used; i++) weights[i]! /= length;
    return { dimensions: dimensions.subarray(0, used), weights: weights.subarray(0, used) };
  }
}

/** The space of all terms of these pages. */
export function spaceOf(pages: readonly TermCounts[]): PlainSpace {
  const frequencies = new TermTable();
  for (const { ids } of pages) for (const id of ids) frequencies.add(id, 1);
  return { pages: pages.length, terms: [...frequencies.ids], frequencies: [...frequencies.values] };
}
