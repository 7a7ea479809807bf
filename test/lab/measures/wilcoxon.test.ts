import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { wilcoxonSignedRank } from '../../../src/lab/measures/wilcoxon.js';

/** By going through all patterns of signs: the share of those at least as one-sided as the given one. */
function byEnumeration(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs);
  const ranks = sizes.map(
    (size) => sizes.filter((other) => other < size).length + (sizes.filter((other) => other === size).length + 1) / 2,
  );
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const oneSided = (isPositive: (index: number) => boolean) => {
    const positive = ranks.reduce((sum, rank, index) => sum + (isPositive(index) ? rank : 0), 0);
    return Math.abs(positive - total / 2);
  };
  const given = oneSided((index) => differences[index]! > 0);
  let asExtreme = 0;
  for (let signs = 0; signs < 2 ** ranks.length; signs++) {
    if (oneSided((index) => (signs >> index) % 2 === 1) >= given) asExtreme++;
  }
  return asExtreme / 2 ** ranks.length;
}

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);
/** Ranks 1 … n of which these are negative. */
const ranked = (n: number, ...negative: readonly number[]) =>
  upTo(n).map((rank) => (negative.includes(rank) ? -rank : rank));

describe("Wilcoxon's signed-rank test", () => {
  test('of six that all point the same way: 2 of 64 patterns of signs', () => {
    assert.equal(wilcoxonSignedRank(ranked(6)), 2 / 64);
    assert.equal(wilcoxonSignedRank([5, 5, 5, 5, 5, 5]), 2 / 64);
  });

  test('counts the subsets of ranks with at most the smaller sum', () => {
    // Sums up to 3 of ranks 1 … 8: {}, 1, 2, 3, 1+2: 5 of 256, both sides.
    assert.equal(wilcoxonSignedRank(ranked(8, 3)), 10 / 256);
    assert.equal(wilcoxonSignedRank(ranked(8, 1, 2)), 10 / 256);
  });

  test('agrees with the printed critical values for 5 %, two-sided', () => {
    // Greatest sum that is significant: n = 7: 2, 8: 3, 10: 8, 15: 25, 20: 52, 25: 89, 30: 137.
    const critical = [
      [7, 2],
      [8, 3],
      [10, 8],
      [15, 25],
      [20, 52],
      [25, 89],
      [30, 137],
    ] as const;
    for (const [n, sum] of critical) {
      assert.ok(wilcoxonSignedRank(ranked(n, ...subsetOfSum(n, sum)))! <= 0.05, `n = ${n}, W = ${sum}`);
      assert.ok(wilcoxonSignedRank(ranked(n, ...subsetOfSum(n, sum + 1)))! > 0.05, `n = ${n}, W = ${sum + 1}`);
    }
  });

  test('is exact with equal sizes too, by enumeration', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4, max: 4 }).filter(Boolean), { minLength: 6, maxLength: 9 }),
        (differences) => {
          assert.equal(wilcoxonSignedRank(differences), byEnumeration(differences));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('sizes that differ by rounding alone are equal', () => {
    // .1 + .2 is .30000000000000004. As ties their ranks are 6 1/2, and either may be the negative one.
    const others = [0.01, 0.02, 0.03, 0.04, 0.05];
    assert.equal(wilcoxonSignedRank([...others, -0.3, 0.1 + 0.2]), wilcoxonSignedRank([...others, 0.3, -(0.1 + 0.2)]));
  });

  test('drops zeros, and says nothing of fewer than six others', () => {
    assert.equal(wilcoxonSignedRank([0, ...ranked(6), 0]), 2 / 64);
    assert.equal(wilcoxonSignedRank([0, 1, 2, 3, 4, 5]), null);
    assert.equal(wilcoxonSignedRank([]), null);
  });

  test('beyond 50 by the normal distribution', () => {
    // Without ties: mean n(n+1)/4, variance n(n+1)(2n+1)/24. n = 60, W = 600: z = (915 − 600 − .5) / √18452.5 = 2.3152. (Exact: p = .0198.)
    const p = wilcoxonSignedRank(ranked(60, ...subsetOfSum(60, 600)))!;
    assert.ok(Math.abs(p - 0.020601) < 1e-6, `${p}`);
    // Equal sizes: 60 of rank 30.5, 20 negative. variance 60 · 30.5² / 4, z = (915 − 610 − .5) / 118.126 = 2.5777.
    const tied = wilcoxonSignedRank(upTo(60).map((index) => (index <= 20 ? -1 : 1)))!;
    assert.ok(Math.abs(tied - 0.009944) < 1e-6, `${tied}`);
  });

  test('p is in (0, 1], and the same when all signs are flipped', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -30, max: 30 }).filter(Boolean), { minLength: 6, maxLength: 80 }),
        (differences) => {
          const p = wilcoxonSignedRank(differences)!;
          assert.ok(p > 0 && p <= 1);
          assert.equal(wilcoxonSignedRank(differences.map((difference) => -difference)), p);
          assert.equal(wilcoxonSignedRank(differences.toReversed()), p);
        },
      ),
    );
    assert.ok(wilcoxonSignedRank(upTo(5000))! > 0, 'smaller than any number, and yet no impossibility');
  });
});

/** Some of 1 … n that sum up to `sum`. */
function subsetOfSum(n: number, sum: number): number[] {
  const subset: number[] = [];
  for (let rank = n, left = sum; rank > 0; rank--) {
    if (rank > left) continue;
    subset.push(rank);
    left -= rank;
  }
  return subset;
}
