import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { overlapsOf } from '../../../src/lab/measures/overlaps.js';

const found = (strategy: string, task: string, ...pages: readonly number[]) => ({
  strategy,
  task,
  pages: new Set(pages),
});

describe('overlap of what contenders find', () => {
  test('is the mean share in common over the tasks that both ran', () => {
    // Birds: {1, 2, 3} and {2, 3, 4}: 2 of 4. Music: {1} and {9}: 0 of 2. Only `a` ran Rivers.
    const overlaps = overlapsOf([
      found('a', 'birds', 1, 2, 3),
      found('a', 'music', 1),
      found('a', 'rivers', 1),
      found('b', 'music', 9),
      found('b', 'birds', 2, 3, 4),
    ]);
    assert.deepEqual(overlaps, [{ a: 'a', b: 'b', jaccard: 1 / 4 }]);
  });

  test('every two contenders make a pair, in the order of their first tasks', () => {
    const overlaps = overlapsOf([found('x', 't', 1, 2), found('a', 't', 1, 2), found('m', 't', 2)]);
    assert.deepEqual(overlaps, [
      { a: 'x', b: 'a', jaccard: 1 },
      { a: 'x', b: 'm', jaccard: 1 / 2 },
      { a: 'a', b: 'm', jaccard: 1 / 2 },
    ]);
  });

  test('a task where only one found something counts, one where neither did does not', () => {
    const overlaps = overlapsOf([
      found('a', 'empty'),
      found('b', 'empty'),
      found('a', 'one', 1),
      found('b', 'one'),
      found('a', 'same', 1),
      found('b', 'same', 1),
    ]);
    assert.deepEqual(overlaps, [{ a: 'a', b: 'b', jaccard: 1 / 2 }]);
  });

  test('pairs without a task to compare on are left out', () => {
    assert.deepEqual(overlapsOf([found('a', 's', 1), found('b', 't', 1), found('c', 'u'), found('d', 'u')]), []);
    assert.deepEqual(overlapsOf([]), []);
  });
});
