import type { SparseVector } from '../sparse-vector.js';

/** Vectors laid out by dimension, so that the products of one vector with all of them cost only the dimensions that they share. */
export class VectorIndex {
  readonly size: number;
  /** The vectors that use dimension d, and their weights in it, are at #starts[d] up to #starts[d + 1]. */
  readonly #starts: Uint32Array;
  readonly #vectors: Uint32Array;
  readonly #weights: Float64Array;

  constructor(vectors: readonly SparseVector[], dimensions: number) {
    this.size = vectors.length;
    const starts = new Uint32Array(dimensions + 1);
    for (const vector of vectors) for (const dimension of vector.dimensions) starts[dimension + 1]!++;
    for (let dimension = 0; dimension < dimensions; dimension++) starts[dimension + 1]! += starts[dimension]!;
    this.#starts = starts;
    this.#vectors = new Uint32Array(starts[dimensions]!);
    this.#weights = new Float64Array(starts[dimensions]!);
    const free = starts.slice();
    for (const [number, vector] of vectors.entries()) {
      for (let i = 0; i < vector.dimensions.length; i++) {
        const place = free[vector.dimensions[i]!]!++;
        this.#vectors[place] = number;
        this.#weights[place] = vector.weights[i]!;
      }
    }
  }

  /** Writes the product of the vector with each of the index into `products`. */
  productsWith({ dimensions, weights }: SparseVector, products: Float64Array): void {
    products.fill(0);
    for (let i = 0; i < dimensions.length; i++) {
      const weight = weights[i]!;
      const end = this.#starts[dimensions[i]! + 1]!;
      for (let place = this.#starts[dimensions[i]!]!; place < end; place++) {
        products[this.#vectors[place]!]! += weight * this.#weights[place]!;
      }
    }
  }
}
