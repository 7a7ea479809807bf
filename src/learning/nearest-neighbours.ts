import type { TermCounts } from '../text/term-counts.js';
import { TermTable } from '../text/term-table.js';
import type { SparseVector } from './sparse-vector.js';

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
  /** The vectors with dimension d are those from starts[d] to starts[d + 1] in these lists, with weight·idf. */
  readonly #starts: Uint32Array;
  readonly #members: Uint32Array;
  readonly #weights: Float64Array;
  readonly #labels: ArrayLike<number>;
  readonly #products: Float64Array;
  readonly #nearest: Int32Array;
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;

  constructor({ vectors, labels, terms, idf }: LabelledVectors, k: number) {
    terms.forEach((id, dimension) => {
      this.#dimensions.add(id, dimension + 1);
    });
    this.#starts = startsOf(vectors, terms.length);
    this.#members = new Uint32Array(this.#starts.at(-1)!);
    this.#weights = new Float64Array(this.#members.length);
    const free = this.#starts.slice();
    vectors.forEach(({ dimensions, weights }, vector) => {
      dimensions.forEach((dimension, index) => {
        const place = free[dimension]!++;
        this.#members[place] = vector;
        this.#weights[place] = weights[index]! * idf[dimension]!;
      });
    });
    this.#labels = labels;
    this.#products = new Float64Array(vectors.length);
    this.#nearest = new Int32Array(k);
    const labelCount = Array.from(labels).reduce((most, label) => Math.max(most, label + 1), 0);
    this.#counts = new Float64Array(labelCount);
    this.#sums = new Float64Array(labelCount);
  }

  /** The label that most of the k nearest have, the more similar ones deciding between equals; undefined if nothing is like the page. */
  labelOf(page: TermCounts): number | undefined {
    this.#multiply(page);
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

  #multiply({ ids, counts }: TermCounts): void {
    const [products, members, weights, starts] = [this.#products, this.#members, this.#weights, this.#starts];
    products.fill(0);
    for (let i = 0; i < ids.length; i++) {
      const dimension = this.#dimensions.get(ids[i]!);
      if (dimension === 0) continue;
      const end = starts[dimension]!;
      for (let at = starts[dimension - 1]!; at < end; at++) products[members[at]!]! += counts[i]! * weights[at]!;
    }
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

function startsOf(vectors: readonly SparseVector[], dimensions: number): Uint32Array {
  const starts = new Uint32Array(dimensions + 1);
  for (const vector of vectors) for (const dimension of vector.dimensions) starts[dimension + 1]!++;
  for (let dimension = 0; dimension < dimensions; dimension++) starts[dimension + 1]! += starts[dimension]!;
  return starts;
}
