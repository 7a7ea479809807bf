import { VectorIndex } from '../clustering/vector-index.js';
import type { SparseVector } from '../sparse-vector.js';
import { fitSigmoid, lossOf, type Sigmoid } from './platt-scaling.js';
import { type Kernel, RbfKernel } from './rbf-kernel.js';
import { type SvmProblem, type SvmSolution, solveSvm } from './smo.js';

/** Pages as vectors of length 1, what they are, and the fold in which each is left out. */
export interface SvmExamples {
  readonly vectors: readonly SparseVector[];
  readonly dimensions: number;
  /** +1 for pages that are wanted, −1 for others. */
  readonly signs: Int8Array;
  readonly folds: Uint32Array;
}

/** The width of the kernel and the cost of an error, which the paper determines experimentally. */
export interface SvmOptions {
  readonly gamma: number;
  readonly cost: number;
}

/** For vectors of length 1: from a kernel that is nearly linear to one that only looks at close neighbours. */
const GAMMAS = [0.25, 1, 4];
const COSTS = [1, 8, 64];

export function kernelOf({ vectors, dimensions }: SvmExamples, gamma: number): Kernel {
  return new RbfKernel(vectors, new VectorIndex(vectors, dimensions), gamma);
}

/**
 * The pair whose probabilities fit pages that were left out best (lowest log loss); the earlier one of equals. Numbers that
 * are given are not searched for.
 */
export function searchOptions(
  examples: SvmExamples,
  given: { readonly [Key in keyof SvmOptions]: number | 'auto' },
): SvmOptions {
  const gammas = given.gamma === 'auto' ? GAMMAS : [given.gamma];
  const costs = given.cost === 'auto' ? COSTS : [given.cost];
  let best = { gamma: gammas[0]!, cost: costs[0]!, loss: Number.POSITIVE_INFINITY };
  if (gammas.length === 1 && costs.length === 1) return best;
  for (const gamma of gammas) {
    const kernel = kernelOf(examples, gamma);
    for (const cost of costs) {
      const { loss } = calibrate(examples, kernel, cost);
      if (loss < best.loss) best = { gamma, cost, loss };
    }
  }
  return best;
}

/** Fits the sigmoid to decision values of pages by machines that were trained without them. */
export function calibrate(examples: SvmExamples, kernel: Kernel, cost: number): { sigmoid: Sigmoid; loss: number } {
  const { signs, folds } = examples;
  const values = new Float64Array(signs.length);
  const last = folds.reduce((most, one) => Math.max(most, one), 0);
  for (let fold = 0; fold <= last; fold++) {
    const problem = problemOf(examples, kernel, cost, (index) => folds[index] !== fold);
    const { coefficients, bias } = solveSvm(problem);
    const left = numbersWhere(signs.length, (index) => folds[index] === fold);
    for (const index of left) values[index] = bias;
    for (const [k, member] of problem.members.entries()) {
      if (coefficients[k] === 0) continue;
      const row = kernel.row(member);
      for (const index of left) values[index]! += coefficients[k]! * row[index]!;
    }
  }
  const sigmoid = fitSigmoid(values, (index) => signs[index]! > 0);
  const truth = Float64Array.from(signs, (sign) => (sign > 0 ? 1 : 0));
  return { sigmoid, loss: lossOf(sigmoid, values, truth) / values.length };
}

/** The machine trained on all examples. */
export function solveAll(examples: SvmExamples, kernel: Kernel, cost: number): SvmSolution {
  return solveSvm(problemOf(examples, kernel, cost, () => true));
}

/** An error costs the more, the rarer its kind: otherwise a few wanted pages among many others would not be worth a try. */
function problemOf(
  { signs }: SvmExamples,
  kernel: Kernel,
  cost: number,
  isMember: (index: number) => boolean,
): SvmProblem {
  const members = numbersWhere(signs.length, isMember);
  let positives = 0;
  for (const member of members) if (signs[member]! > 0) positives++;
  const costOf = (count: number) => (cost * members.length) / (2 * Math.max(1, count));
  return {
    kernel,
    signs,
    members,
    costs: { positive: costOf(positives), negative: costOf(members.length - positives) },
  };
}

function numbersWhere(size: number, isChosen: (index: number) => boolean): Uint32Array {
  return Uint32Array.from({ length: size }, (_, index) => index).filter(isChosen);
}
