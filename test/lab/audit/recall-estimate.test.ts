import assert from 'node:assert/strict';
import { test } from 'node:test';
import { populationOf, recallOf } from '../../../src/lab/audit/recall-estimate.js';

test('two captures with pages of their own give the estimate of Chapman', () => {
  // 7 * 7 / 4 - 1 = 11.25
  const all = populationOf({ first: 6, second: 6, both: 3 });
  assert.equal(all.estimate, 11.25);
  assert.ok(all.low > 9 && all.high > all.estimate);
});

test('a capture that adds nothing limits what is unseen only as far as its size does', () => {
  // All 4 of the smaller capture are in the larger one of 20: recall of that at least Wilson's 4 / (4 + 3.84146) = 0.51011.
  const all = populationOf({ first: 20, second: 4, both: 4 });
  assert.equal(all.estimate, 20);
  assert.ok(Math.abs(all.high - 20 / 0.51011) < 0.01);
  assert.equal(populationOf({ first: 20, second: 0, both: 0 }).high, Number.POSITIVE_INFINITY);
  assert.equal(populationOf({ first: 0, second: 0, both: 0 }).high, Number.POSITIVE_INFINITY);
});

test('recall is what was found of all there is, between the ends of the interval', () => {
  assert.deepEqual(recallOf(6, { estimate: 12, low: 8, high: 24 }), { mean: 0.5, low: 0.25, high: 0.75 });
  assert.equal(recallOf(3, { estimate: 3, low: 3, high: Number.POSITIVE_INFINITY }), null);
});
