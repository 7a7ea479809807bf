/**
 * Chance that a standard normal value exceeds `z` ≥ 0: the power series around 0 near it, where a difference from one half loses
 * nothing, and Laplace's continued fraction farther out, so that small chances stay right to a dozen digits.
 */
export function normalTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let odd = 3; term > sum * 1e-17; odd += 2) {
      term *= (z * z) / odd;
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let step = 100; step > 0; step--) fraction = z + step / fraction;
  return density / fraction;
}

/** 95 % of a normal distribution lie within this many standard deviations. */
export const z95 = 1.959963984540054;
