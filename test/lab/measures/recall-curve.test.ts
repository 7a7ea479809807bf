import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recallCurve, sixDecimals } from '../../../src/lab/measures/recall-curve.js';

describe('recall curve', () => {
  test('is a share of all finds after every page, with the pages that half and nine tenths took', () => {
    // 10 to find: 1, 4, 5, 8, 9 after 1 … 5 pages. AUC = (1 + 4 + 5 + 8 + 9) / 50.
    assert.deepEqual(recallCurve([1, 4, 5, 8, 9], 10, 5), {
      relevantFound: 9,
      relevantReachable: 10,
      recall: 0.9,
      auc: 27 / 50,
      curve: [0.1, 0.4, 0.5, 0.8, 0.9],
      pagesTo50: 3,
      pagesTo90: 5,
    });
  });

  test('stays flat when it ends before the budget, and the flat part counts', () => {
    // (0 + 1 + 1 + 1) / (2 · 4)
    const { curve, auc, pagesTo50, pagesTo90 } = recallCurve([0, 1], 2, 4);
    assert.deepEqual(curve, [0, 0.5, 0.5, 0.5]);
    assert.equal(auc, 3 / 8);
    assert.equal(pagesTo50, 2);
    assert.equal(pagesTo90, null);
  });

  test('ends at the budget', () => {
    assert.deepEqual(recallCurve([0, 0, 1, 2], 2, 3), {
      relevantFound: 1,
      relevantReachable: 2,
      recall: 0.5,
      auc: 1 / 6,
      curve: [0, 0, 0.5],
      pagesTo50: 3,
      pagesTo90: null,
    });
  });

  test('is 0 where there is nothing to find, or nothing was looked at', () => {
    const nothing = { relevantFound: 0, recall: 0, auc: 0, pagesTo50: null, pagesTo90: null };
    assert.deepEqual(recallCurve([0, 0], 0, 2), { ...nothing, relevantReachable: 0, curve: [0, 0] });
    assert.deepEqual(recallCurve([], 3, 2), { ...nothing, relevantReachable: 3, curve: [0, 0] });
    assert.deepEqual(recallCurve([1], 3, 0), { ...nothing, relevantReachable: 3, curve: [] });
  });

  test('nine tenths of 7 are 7: part of a page is not found', () => {
    assert.equal(recallCurve([3, 4, 6, 7], 7, 4).pagesTo50, 2);
    assert.equal(recallCurve([3, 4, 6, 7], 7, 4).pagesTo90, 4);
  });

  test('is kept with six decimals', () => {
    assert.deepEqual(recallCurve([1, 2], 3, 2).curve, [0.333333, 0.666667]);
    assert.equal(sixDecimals(1), 1);
  });
});
