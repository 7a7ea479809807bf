import type { VectorIndex } from '../clustering/vector-index.js';
import type { SparseVector } from '../sparse-vector.js';

/** What a solver asks of a kernel with K(i, i) = 1: the row K(i, ·), valid until two others have been asked for. */
export interface Kernel {
  row(i: number): Float32Array;
}

/** exp(−γ·|x − y|²) of two vectors of length 1 with this product, where |x − y|² = 2 − 2·x·y. */
export function rbf(product: number, gamma: number): number {
  return Math.exp(2 * gamma * (Math.min(1, product) - 1));
}

/** Rows kept, in all: a training set of 5,000 pages fits. */
const MOST_BYTES = 1e8;

/** The kernel between all vectors of a set, a row at a time; the rows asked for last are kept. */
export class RbfKernel implements Kernel {
  readonly #rows = new Map<number, Float32Array>();
  readonly #products: Float64Array;
  readonly #mostRows: number;

  constructor(
    private readonly vectors: readonly SparseVector[],
    private readonly index: VectorIndex,
    private readonly gamma: number,
    mostBytes = MOST_BYTES,
  ) {
    this.#products = new Float64Array(vectors.length);
    // A solver works with two rows at a time.
    this.#mostRows = Math.max(2, Math.floor(mostBytes / (4 * vectors.length)));
  }

  row(i: number): Float32Array {
    let row = this.#rows.get(i);
    if (row !== undefined) {
      this.#rows.delete(i);
    } else {
      row = this.#rows.size < this.#mostRows ? new Float32Array(this.vectors.length) : this.#dropOldest();
      this.index.productsWith(this.vectors[i]!, this.#products);
      for (let j = 0; j < row.length; j++) row[j] = rbf(this.#products[j]!, this.gamma);
      row[i] = 1;
    }
    this.#rows.set(i, row);
    return row;
  }

  /** The row asked for longest ago, for its memory. */
  #dropOldest(): Float32Array {
    const [oldest, row] = this.#rows.entries().next().value!;
    this.#rows.delete(oldest);
    return row;
  }
}
