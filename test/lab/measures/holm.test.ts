import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { holm } from '../../../src/lab/measures/holm.js';

describe("Holm's correction", () => {
  test('multiplies the smallest by their number, the next by one less, and never falls', () => {
    // Rising: .01 · 4, .02 · 3, .025 · 2 (below .06, so .06), .5 · 1.
    assert.deepEqual(holm([0.5, 0.01, 0.025, 0.02]), [0.5, 0.04, 0.06, 0.06]);
  });

  test('a test that was not made stays away and does not count', () => {
    assert.deepEqual(holm([null, 0.25, null, 0.125]), [null, 0.25, null, 0.25]);
    assert.deepEqual(holm([null]), [null]);
    assert.deepEqual(holm([]), []);
  });

  test('one test needs no correction, and no chance exceeds 1', () => {
    assert.deepEqual(holm([0.03]), [0.03]);
    assert.deepEqual(holm([0.75, 1, 0.5]), [1, 1, 1]);
  });

  test('is between p and m · p, and keeps the order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-9, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }), (ps) => {
        const adjusted = holm(ps).map((p) => p!);
        for (const [index, p] of ps.entries()) {
          assert.ok(adjusted[index]! >= p && adjusted[index]! <= Math.min(1, ps.length * p));
          for (const [other, q] of ps.entries()) if (p < q) assert.ok(adjusted[index]! <= adjusted[other]!);
        }
      }),
    );
  });
});
