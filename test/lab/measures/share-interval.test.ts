import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { wilson } from '../../../src/lab/measures/share-interval.js';

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-4, `${actual} is not ${expected}`);

describe("Wilson's interval of a share", () => {
  test('worked out by hand', () => {
    // 8 of 10, z² = 3.84146: centre (8 + 1.92073) / 13.84146 = .71674; half 1.95996 · √(10 · .16 + .960365) / 13.84146 = .22658.
    const { mean, low, high } = wilson(8, 10);
    assert.equal(mean, 0.8);
    close(low, 0.49016);
    close(high, 0.94332);
  });

  test('none and all of the trials leave room on one side', () => {
    // 0 of 10: up to z² / (10 + z²) = 3.84146 / 13.84146.
    assert.equal(wilson(0, 10).low, 0);
    close(wilson(0, 10).high, 0.27753);
    assert.equal(wilson(10, 10).high, 1);
    close(wilson(10, 10).low, 1 - 0.27753);
  });

  test('without trials anything is possible', () => {
    assert.deepEqual(wilson(0, 0), { mean: 0, low: 0, high: 1 });
  });

  test('contains the share, stays within 0 and 1, and is the mirror image of the failures', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (successes, failures) => {
        fc.pre(successes + failures > 0);
        const { mean, low, high } = wilson(successes, successes + failures);
        assert.ok(0 <= low && low <= mean && mean <= high && high <= 1);
        const mirrored = wilson(failures, successes + failures);
        close(mirrored.low, 1 - high);
        close(mirrored.high, 1 - low);
      }),
    );
  });
});
