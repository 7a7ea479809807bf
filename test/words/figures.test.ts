import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threeDigits, twoDigits } from '../../src/words/figures.js';

test('a relevance is rounded to two digits', () => {
  const shown = { 0: '0.00', 0.004: '0.00', 0.199: '0.20', 0.285: '0.29', 0.29: '0.29', 0.5: '0.50', 0.835: '0.84' };
  for (const [relevance, text] of Object.entries(shown)) assert.equal(twoDigits(Number(relevance)), text, relevance);
  for (const relevance of [0.996, 1]) assert.equal(twoDigits(relevance), '1.00');
});

test('a relevance that misses the usual threshold does not look as if it reached it', () => {
  for (const relevance of [0.494, 0.496, 0.4999]) assert.equal(twoDigits(relevance), '0.49');
  for (const relevance of [0.4994, 0.4996, 0.49999]) assert.equal(threeDigits(relevance), '0.499');
  assert.equal(threeDigits(0.5), '0.500');
});
