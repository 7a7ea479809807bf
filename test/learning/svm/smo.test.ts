import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Kernel } from '../../../src/learning/svm/rbf-kernel.js';
import { type SvmProblem, solveSvm } from '../../../src/learning/svm/smo.js';
import { near } from '../../strategy/near.js';

/** exp(−γ·|x − y|²) between points of the plane. */
function kernelOf(points: readonly (readonly number[])[], gamma = 1): Kernel {
  const rows = points.map((a) =>
    Float32Array.from(points, (b) => Math.exp(-gamma * a.reduce((sum, value, d) => sum + (value - b[d]!) ** 2, 0))),
  );
  return { row: (i) => rows[i]! };
}

function problem(points: readonly (readonly number[])[], signs: readonly number[], cost: number): SvmProblem {
  return {
    kernel: kernelOf(points),
    signs: Int8Array.from(signs),
    members: Uint32Array.from(points.keys()),
    costs: { positive: cost, negative: cost },
  };
}

function values({ kernel, members }: SvmProblem, { coefficients, bias }: ReturnType<typeof solveSvm>): number[] {
  return Array.from(members, (member) =>
    coefficients.reduce((sum, coefficient, k) => sum + coefficient * kernel.row(members[k]!)[member]!, bias),
  );
}

describe('the solver of support vector machines', () => {
  test('finds the machine of two points', () => {
    // K(1,2) = e^−1 = k. By symmetry β = (β, −β), bias 0, and both values are ±1: β·(1 − k) = 1.
    const two = problem(
      [
        [0, 0],
        [1, 0],
      ],
      [1, -1],
      100,
    );
    const solution = solveSvm(two);
    const beta = 1 / (1 - Math.exp(-1)); // 1.5820
    near([...solution.coefficients, solution.bias], [beta, -beta, 0], 1e-3);
  });

  test('separates what no line can: the four corners of XOR', () => {
    // With a = e^−1 to the two neighbours, b = e^−2 to the opposite corner: β·(1 + b − 2a) = 1 for all four by symmetry.
    const xor = problem(
      [
        [0, 0],
        [1, 1],
        [0, 1],
        [1, 0],
      ],
      [1, 1, -1, -1],
      100,
    );
    const solution = solveSvm(xor);
    const beta = 1 / (1 + Math.exp(-2) - 2 * Math.exp(-1)); // 2.5027
    near([...solution.coefficients, solution.bias], [beta, beta, -beta, -beta, 0], 5e-3);
    near(values(xor, solution), [1, 1, -1, -1], 2e-3);
  });

  test('bounds what a single example can weigh by its cost', () => {
    // The third point lies on the first, with the other sign: no machine gets both right.
    const noisy = problem(
      [
        [0, 0],
        [1, 0],
        [0, 0],
      ],
      [1, -1, -1],
      2,
    );
    const { coefficients } = solveSvm(noisy);
    for (const coefficient of coefficients) assert.ok(Math.abs(coefficient) <= 2);
    near([coefficients.reduce((sum, coefficient) => sum + coefficient, 0)], [0], 1e-9);
  });

  test('learns from its members alone', () => {
    const all = problem(
      [
        [0, 0],
        [9, 9],
        [1, 0],
      ],
      [1, 1, -1],
      100,
    );
    const solution = solveSvm({ ...all, members: Uint32Array.of(0, 2) });
    near([...solution.coefficients], [1 / (1 - Math.exp(-1)), -1 / (1 - Math.exp(-1))], 1e-3);
  });

  test('meets the conditions of Karush, Kuhn and Tucker, whatever the examples', () => {
    const point = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));
    const example = fc.tuple(point, fc.constantFrom(1, -1));
    fc.assert(
      fc.property(fc.array(example, { minLength: 2, maxLength: 30 }), fc.constantFrom(0.5, 5, 50), (examples, cost) => {
        const signs = examples.map(([, sign]) => sign);
        fc.pre(signs.includes(1) && signs.includes(-1));
        const asked = problem(
          examples.map(([at]) => at),
          signs,
          cost,
        );
        const solution = solveSvm(asked);
        const margin = values(asked, solution).map((value, k) => value * signs[k]!);
        for (const [k, coefficient] of solution.coefficients.entries()) {
          const alpha = coefficient * signs[k]!;
          assert.ok(alpha >= 0 && alpha <= cost);
          // α = 0: y·f ≥ 1. α = C: y·f ≤ 1. Between: y·f = 1.
          if (alpha < cost) assert.ok(margin[k]! >= 1 - 2e-3, `margin ${margin[k]} with alpha ${alpha} below the cost`);
          if (alpha > 0) assert.ok(margin[k]! <= 1 + 2e-3, `margin ${margin[k]} with alpha ${alpha} above 0`);
        }
        near([solution.coefficients.reduce((sum, one) => sum + one, 0)], [0], 1e-6);
      }),
      { numRuns: 150 },
    );
  });
});
