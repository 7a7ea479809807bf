import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { intervalOfMean, meanOfMeans } from '../../../src/lab/measures/bootstrap.js';
import { seededRandom } from '../../../src/random.js';

describe('interval of a mean', () => {
  test('each topic weighs the same, however many runs it has', () => {
    assert.equal(meanOfMeans([[1, 1, 1], [0]]), 1 / 2);
    assert.equal(intervalOfMean([[1, 1, 1], [0], []], seededRandom(1)).mean, 1 / 2);
    assert.equal(meanOfMeans([]), 0);
  });

  test('of one value, or of equal ones, is that value', () => {
    assert.deepEqual(intervalOfMean([[0.3]], seededRandom(1)), { mean: 0.3, low: 0.3, high: 0.3 });
    assert.deepEqual(intervalOfMean([[0.25, 0.25], [0.25]], seededRandom(1)), { mean: 0.25, low: 0.25, high: 0.25 });
  });

  test('of two topics spans both: each quarter of the resamples has only one of them', () => {
    assert.deepEqual(intervalOfMean([[0], [1]], seededRandom(1)), { mean: 0.5, low: 0, high: 1 });
  });

  test('of one topic resamples its values', () => {
    // Of 0 and 1 drawn 16 times the share of ones is 1/2 ± 1/8: binomial quantiles at 2.5 and 97.5 % are 4 and 12 of 16.
    const values = Array.from({ length: 16 }, (_, index) => index % 2);
    assert.deepEqual(intervalOfMean([values], seededRandom(1)), { mean: 1 / 2, low: 4 / 16, high: 12 / 16 });
  });

  test('more draws of the same topics do not narrow what varies between topics', () => {
    const topics = [0.1, 0.3, 0.5, 0.7, 0.9];
    const width = (draws: number) => {
      const { low, high } = intervalOfMean(
        topics.map((value) => new Array<number>(draws).fill(value)),
        seededRandom(1),
      );
      return high - low;
    };
    assert.ok(width(20) > 0.9 * width(1));
  });

  test('close to the normal interval of many values', () => {
    // 400 topics, values 0 … 399 / 400: standard deviation ≈ 1 / √12, so ± 1.96 / √(12 · 400) = ± .0283 around .49875.
    const { low, high } = intervalOfMean(
      Array.from({ length: 400 }, (_, index) => [index / 400]),
      seededRandom(7),
    );
    assert.ok(Math.abs(low - (0.49875 - 0.0283)) < 0.004, `${low}`);
    assert.ok(Math.abs(high - (0.49875 + 0.0283)) < 0.004, `${high}`);
  });

  test('contains the mean, lies within the values, and is the same for the same seed', () => {
    const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 5 }), fc.integer(), (groups, seed) => {
        const interval = intervalOfMean(groups, seededRandom(seed), 50);
        assert.ok(interval.low <= interval.mean && interval.mean <= interval.high);
        assert.ok(interval.low >= Math.min(...groups.flat()) - 1e-12);
        assert.ok(interval.high <= Math.max(...groups.flat()) + 1e-12);
        assert.deepEqual(intervalOfMean(groups, seededRandom(seed), 50), interval);
      }),
    );
  });

  test('there is no mean of nothing', () => {
    assert.throws(() => intervalOfMean([[], []], seededRandom(1)), RangeError);
  });
});
