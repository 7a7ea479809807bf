/** The vector brought to length 1; it stays 0 where it has no length. */
export function unitOf(vector: Float64Array): Float64Array {
  const length = Math.sqrt(productOf(vector, vector)) || 1;
  for (let i = 0; i < vector.length; i++) vector[i]! /= length;
  return vector;
}

export function productOf(a: Float64Array, b: Float64Array): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += a[i]! * b[i]!;
  return product;
}
