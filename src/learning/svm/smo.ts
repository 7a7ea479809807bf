import type { Kernel } from './rbf-kernel.js';

/** Examples of the two kinds, by their numbers in the kernel, with what it costs to get one of each wrong. */
export interface SvmProblem {
  readonly kernel: Kernel;
  /** +1 or −1 for every example that the kernel knows. */
  readonly signs: Int8Array;
  /** The examples to learn from. */
  readonly members: Uint32Array;
  /** Upper bound of α for positive and for negative examples. */
  readonly costs: { readonly positive: number; readonly negative: number };
}

/** f(x) = Σ coefficients[k]·K(members[k], x) + bias. */
export interface SvmSolution {
  /** yα of each member; 0 where it is no support vector. */
  readonly coefficients: Float64Array;
  readonly bias: number;
}

/** Largest violation of the optimality conditions that is let pass, as in LIBSVM. */
const TOLERANCE = 1e-3;
/** Least curvature, for examples that are the same. */
const LEAST_CURVATURE = 1e-12;
const ROUNDS_AN_EXAMPLE = 100;

/**
 * Sequential minimal optimisation (Platt 1998) of the C-SVM's dual, with the second-order choice of pairs of Fan, Chen & Lin (2005),
 * in the signed form of Bottou & Lin (2007): with β = yα,
 *
 *     maximise Σ yβ − ½ Σ Σ β_s·β_t·K(s,t),  Σβ = 0,  β between 0 and C·y
 *
 * e_t = y_t − Σ_s β_s·K(s,t) is the gradient. The solution is optimal when no e of an example whose β can grow is above an e of one
 * whose β can shrink. A step moves the same amount from one to the other, so that Σβ stays 0.
 */
export function solveSvm({ kernel, signs, members, costs }: SvmProblem): SvmSolution {
  const size = members.length;
  const beta = new Float64Array(size);
  const upper = Float64Array.from(members, (member) => (signs[member]! > 0 ? costs.positive : 0));
  const lower = Float64Array.from(members, (member) => (signs[member]! > 0 ? 0 : -costs.negative));
  const gradient = Float64Array.from(members, (member) => signs[member]!);
  for (let rounds = Math.max(10_000, ROUNDS_AN_EXAMPLE * size); rounds > 0; rounds--) {
    const up = steepest(beta, upper, gradient);
    if (up < 0) break;
    const rowUp = kernel.row(members[up]!);
    const down = bestPartner(up, rowUp, members, beta, lower, gradient);
    if (down < 0) break;
    const rowDown = kernel.row(members[down]!);
    const curvature = Math.max(LEAST_CURVATURE, 2 - 2 * rowUp[members[down]!]!);
    const request = (gradient[up]! - gradient[down]!) / curvature;
    const step = Math.min(request, upper[up]! - beta[up]!, beta[down]! - lower[down]!);
    // Exactly on the bound where it ends there, so that rounding does not keep it in play.
    beta[up] = step === upper[up]! - beta[up]! ? upper[up]! : beta[up]! + step;
    beta[down] = step === beta[down]! - lower[down]! ? lower[down]! : beta[down]! - step;
    for (let k = 0; k < size; k++) gradient[k]! -= step * (rowUp[members[k]!]! - rowDown[members[k]!]!);
  }
  return { coefficients: beta, bias: biasOf(beta, lower, upper, gradient) };
}

/** Of the examples whose β can grow, the one with the highest gradient; −1 if there is none. */
function steepest(beta: Float64Array, upper: Float64Array, gradient: Float64Array): number {
  let best = -1;
  for (let k = 0; k < beta.length; k++) {
    if (beta[k]! < upper[k]! && (best < 0 || gradient[k]! > gradient[best]!)) best = k;
  }
  return best;
}

/** Of the examples whose β can shrink, the one with which a step gains most, by (Δe)²/curvature; −1 if the solution is optimal. */
function bestPartner(
  up: number,
  row: Float32Array,
  members: Uint32Array,
  beta: Float64Array,
  lower: Float64Array,
  gradient: Float64Array,
): number {
  let best = -1;
  let most = 0;
  let widest = 0;
  for (let k = 0; k < beta.length; k++) {
    const difference = gradient[up]! - gradient[k]!;
    if (beta[k]! <= lower[k]! || difference <= 0) continue;
    if (difference > widest) widest = difference;
    const gain = (difference * difference) / Math.max(LEAST_CURVATURE, 2 - 2 * row[members[k]!]!);
    if (gain <= most) continue;
    most = gain;
    best = k;
  }
  return widest < TOLERANCE ? -1 : best;
}

/** For examples strictly within their bounds the gradient is the bias; without any, it lies between those that bound it. */
function biasOf(beta: Float64Array, lower: Float64Array, upper: Float64Array, gradient: Float64Array): number {
  let [sum, free] = [0, 0];
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let k = 0; k < beta.length; k++) {
    const [canGrow, canShrink] = [beta[k]! < upper[k]!, beta[k]! > lower[k]!];
    if (canGrow) least = Math.max(least, gradient[k]!);
    if (canShrink) most = Math.min(most, gradient[k]!);
    if (!canGrow || !canShrink) continue;
    sum += gradient[k]!;
    free++;
  }
  return free > 0 ? sum / free : (least + most) / 2;
}
