import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonsOfPages } from '../../src/cli/reasons-of-pages.js';

test('a visit is a page or not, never both', () => {
  const reasons = { 'near-duplicate': 2, 'http-404': 1, robots: 3, 'not-words': 1 };
  assert.deepEqual(reasonsOfPages(reasons), {
    pages: { 'near-duplicate': 2, 'not-words': 1 },
    others: { 'http-404': 1, robots: 3 },
  });
});
