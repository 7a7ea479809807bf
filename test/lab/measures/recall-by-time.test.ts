import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recallByTime } from '../../../src/lab/measures/recall-by-time.js';

test('recall is read at every hundredth of the span, and stays where a crawl ended', () => {
  // Pages at 100, 250 and 900 of 1,000 ms: nothing in 9 points, then 0.2 in 15, 0.5 in 65 and 1 in 11.
  const { timeAuc, timeCurve } = recallByTime([0.2, 0.5, 1], [100, 250, 900], 1_000);
  assert.deepEqual([timeCurve[8], timeCurve[9], timeCurve[24], timeCurve[88], timeCurve[99]], [0, 0.2, 0.5, 0.5, 1]);
  assert.equal(timeAuc, (15 * 0.2 + 65 * 0.5 + 11) / 100);
});

test('what comes after the span does not count', () => {
  assert.equal(recallByTime([1], [2_000], 1_000).timeAuc, 0);
});

test('without delays there is no span', () => {
  assert.deepEqual(recallByTime([1], [0], 0), { timeAuc: null, timeCurve: [] });
});
