import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forecastsHeld } from '../../../src/lab/measures/forecasts-held.js';

test('a steady crawl is forecast every 50 pages, as long as 100 are to come', () => {
  const steady = Array.from({ length: 300 }, (_, page) => (page % 4 === 0 ? 0.9 : 0.1));
  // At 50, 100, 150 and 200.
  assert.deepEqual(forecastsHeld(steady, 0.5), { cases: 4, held: 4 });
});

test('what nobody could foresee does not hold', () => {
  const turned = Array.from({ length: 150 }, (_, page) => (page < 50 ? 0 : 1));
  assert.deepEqual(forecastsHeld(turned, 0.5), { cases: 1, held: 0 });
  assert.deepEqual(forecastsHeld(turned.slice(0, 149), 0.5), { cases: 0, held: 0 });
});
