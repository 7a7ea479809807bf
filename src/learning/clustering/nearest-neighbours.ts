import type { TermCounts } from '../../text/term-counts.js';
import { TermTable } from '../../text/term-table.js';
import type { SparseVector } from '../sparse-vector.js';
import { VectorIndex } from './vector-index.js';

export interface LabelledVectors {
  /** Unit vectors. */
  readonly vectors: readonly SparseVector[];
  /** Of each vector, from 0. */
  readonly labels: ArrayLike<number>;
  /** Term id and idf of each dimension. */
  readonly terms: readonly number[];
  readonly idf: Float64Array;
}

/**
 * K-Nearest-Neighbours by cosine over an inverted index: a page touches only the vectors that share a term with it. A page's own
 * length scales all its cosines alike, so it is left out; what counts is their order.
 */
export class NearestNeighbours {
  /** Dimension + 1 by term id. */
  readonly #dimensions = new TermTable();
  readonly #idf: Float64Array;
  readonly #index: VectorIndex;
  readonly #labels: ArrayLike<number>;
  readonly #products: Float64Array;
  readonly #nearest: Int32Array;
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;

  constructor({ vectors, labels, terms, idf }: LabelledVectors, k: number) {
    terms.forEach((id, dimension) => {
      this.#dimensions.add(id, dimension + 1);
    });
    this.#idf = idf;
    this.#index = new VectorIndex(vectors, terms.length);
    this.#labels = labels;
    this.#products = new Float64Array(vectors.length);
    this.#nearest = new Int32Array(k);
    const labelCount = Array.from(labels).reduce((most, label) => Math.max(most, label + 1), 0);
    this.#counts = new Float64Array(labelCount);
    this.#sums = new Float64Array(labelCount);
  }

  /** The label that most of the k nearest have, the more similar ones deciding between equals; undefined if nothing is like the page. */
  labelOf(page: TermCounts): number | undefined {
    this.#index.productsWith(this.#vectorOf(page), this.#products);
    const found = this.#findNearest();
    this.#counts.fill(0);
    this.#sums.fill(0);
    let best: number | undefined;
    for (let i = 0; i < found; i++) {
      const label = this.#labels[this.#nearest[i]!]!;
      this.#counts[label]!++;
      this.#sums[label]! += this.#products[this.#nearest[i]!]!;
    }
    for (let label = 0; label < this.#counts.length; label++) {
      if (this.#counts[label]! > 0 && (best === undefined || this.#beats(label, best))) best = label;
    }
    return best;
  }

  #beats(label: number, other: number): boolean {
    return (this.#counts[label]! - this.#counts[other]! || this.#sums[label]! - this.#sums[other]!) > 0;
  }

  /** w = f·idf of the terms that have a dimension. */
  #vectorOf({ ids, counts }: TermCounts): SparseVector {
    const dimensions = new Uint32Array(ids.length);
    const weights = new Float64Array(ids.length);
    let used = 0;
    for (let i = 0; i < ids.length; i++) {
      const dimension = this.#dimensions.get(ids[i]!) - 1;
      if (dimension < 0) continue;
      dimensions[used] = dimension;
      weights[used++] = counts[i]! * this.#idf[dimension]!;
    }
    return { dimensions: dimensions.subarray(0, used), weights: weights.subarray(0, used) };
  }

  /** Fills `#nearest`, nearest first, and returns how many there are: vectors that share nothing with the page are no neighbours. */
  #findNearest(): number {
    const [products, nearest] = [this.#products, this.#nearest];
    let found = 0;
    for (let vector = 0; vector < products.length; vector++) {
      const product = products[vector]!;
      if (product <= 0 || (found === nearest.length && product <= products[nearest[found - 1]!]!)) continue;
      let place = found < nearest.length ? found++ : found - 1;
      for (; place > 0 && products[nearest[place - 1]!]! < product; place--) nearest[place] = nearest[place - 1]!;
      nearest[place] = vector;
    }
    return found;
  }
}
