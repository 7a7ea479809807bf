/** A point of a space with many dimensions, few of which it uses: their numbers, and its weight in each. */
export interface SparseVector {
  readonly dimensions: Uint32Array;
  readonly weights: Float64Array;
}

/** Product with a vector that has a weight for every dimension. */
export function dot({ dimensions, weights }: SparseVector, dense: Float64Array): number {
  let product = 0;
  for (let i = 0; i < dimensions.length; i++) product += weights[i]! * dense[dimensions[i]!]!;
  return product;
}

export function addTo(dense: Float64Array, { dimensions, weights }: SparseVector): void {
  for (let i = 0; i < dimensions.length; i++) dense[dimensions[i]!]! += weights[i]!;
}

/** Σ w². */
export function square(weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i]! * weights[i]!;
  return sum;
}
