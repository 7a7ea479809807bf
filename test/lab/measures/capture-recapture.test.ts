import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { chapman } from '../../../src/lab/measures/capture-recapture.js';

const close = (actual: number, expected: number, within = 1e-9) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);

describe('number of relevant pages by capture and recapture', () => {
  test("Chapman's estimate with its interval, worked out by hand", () => {
    // 10 and 15 found, 5 in both: 11 · 16 / 6 − 1 = 28.3333; 20 seen, 8.3333 unseen.
    // Variance 11 · 16 · 5 · 10 / (36 · 7) = 34.9206; / 8.3333² = .502857; log(1.502857) = .407368, root .638254;
    // factor exp(1.959964 · .638254) = 3.49368. So 20 + 8.3333 / 3.49368 and 20 + 8.3333 · 3.49368.
    const { estimate, low, high } = chapman(10, 15, 5);
    close(estimate, 28 + 1 / 3);
    close(low, 22.3853, 1e-3);
    close(high, 49.114, 1e-3);
  });

  test('what one search found of the other alone leaves nothing unseen', () => {
    assert.deepEqual(chapman(10, 10, 10), { estimate: 10, low: 10, high: 10 });
    assert.deepEqual(chapman(10, 4, 4), { estimate: 10, low: 10, high: 10 });
    assert.deepEqual(chapman(0, 0, 0), { estimate: 0, low: 0, high: 0 });
  });

  test('nothing in common still gives an estimate', () => {
    // 11 · 11 / 1 − 1
    close(chapman(10, 10, 0).estimate, 120);
  });

  test('never below what was seen, the same either way round, and by the formula', () => {
    const search = fc.nat(500);
    fc.assert(
      fc.property(search, search, search, (onlyFirst, onlySecond, both) => {
        const [first, second] = [onlyFirst + both, onlySecond + both];
        const { estimate, low, high } = chapman(first, second, both);
        assert.ok(first + second - both <= low && low <= estimate && estimate <= high);
        close(estimate, ((first + 1) * (second + 1)) / (both + 1) - 1, 1e-6);
        assert.deepEqual(chapman(second, first, both), { estimate, low, high });
      }),
    );
  });

  test('no more can be in common than was found', () => {
    assert.throws(() => chapman(3, 5, 4), RangeError);
  });
});
