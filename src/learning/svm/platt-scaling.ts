/** P(wanted | f) = 1 / (1 + exp(a·f + b)). */
export interface Sigmoid {
  readonly a: number;
  readonly b: number;
}

export function probabilityOf({ a, b }: Sigmoid, value: number): number {
  return 1 / (1 + Math.exp(a * value + b));
}

const MOST_ROUNDS = 100;
const LEAST_STEP = 1e-10;
/** Keeps the Hessian positive definite. */
const RIDGE = 1e-12;

/**
 * Platt scaling: the sigmoid with the lowest log loss on decision values of examples that the machine was not trained on, after
 * Lin, Lin & Weng (2007): Newton's method with backtracking, and targets (N₊+1)/(N₊+2) and 1/(N₋+2) instead of 1 and 0, which
 * keeps a perfectly separated set from asking for an infinite slope.
 */
export function fitSigmoid(values: ArrayLike<number>, wanted: (index: number) => boolean): Sigmoid {
  let positives = 0;
  for (let i = 0; i < values.length; i++) if (wanted(i)) positives++;
  const negatives = values.length - positives;
  const [high, low] = [(positives + 1) / (positives + 2), 1 / (negatives + 2)];
  const targets = Float64Array.from(values, (_, i) => (wanted(i) ? high : low));
  let sigmoid: Sigmoid = { a: 0, b: Math.log((negatives + 1) / (positives + 1)) };
  let loss = lossOf(sigmoid, values, targets);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { direction, slope, isFlat } = newtonStep(sigmoid, values, targets);
    if (isFlat) break;
    let step = 1;
    let next = sigmoid;
    let nextLoss = loss;
    for (; step >= LEAST_STEP; step /= 2) {
      next = { a: sigmoid.a + step * direction.a, b: sigmoid.b + step * direction.b };
      nextLoss = lossOf(next, values, targets);
      if (nextLoss < loss + 1e-4 * step * slope) break;
    }
    if (step < LEAST_STEP) break;
    [sigmoid, loss] = [next, nextLoss];
  }
  return sigmoid;
}

/** Σ −t·log p − (1 − t)·log(1 − p), written so that neither logarithm overflows. */
export function lossOf({ a, b }: Sigmoid, values: ArrayLike<number>, targets: ArrayLike<number>): number {
  let loss = 0;
  for (let i = 0; i < values.length; i++) {
    const z = a * values[i]! + b;
    loss += (z >= 0 ? targets[i]! * z : (targets[i]! - 1) * z) + Math.log1p(Math.exp(-Math.abs(z)));
  }
  return loss;
}

interface NewtonStep {
  readonly direction: Sigmoid;
  /** Of the loss, along the direction. */
  readonly slope: number;
  readonly isFlat: boolean;
}

function newtonStep(sigmoid: Sigmoid, values: ArrayLike<number>, targets: ArrayLike<number>): NewtonStep {
  let [haa, hbb, hab, ga, gb] = [RIDGE, RIDGE, 0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const p = probabilityOf(sigmoid, value);
    const curvature = p * (1 - p);
    haa += value * value * curvature;
    hbb += curvature;
    hab += value * curvature;
    ga += value * (targets[i]! - p);
    gb += targets[i]! - p;
  }
  const determinant = haa * hbb - hab * hab;
  const direction = { a: -(hbb * ga - hab * gb) / determinant, b: -(haa * gb - hab * ga) / determinant };
  return {
    direction,
    slope: ga * direction.a + gb * direction.b,
    isFlat: Math.abs(ga) < 1e-5 && Math.abs(gb) < 1e-5,
  };
}
