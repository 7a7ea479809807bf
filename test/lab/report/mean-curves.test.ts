import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bestOf } from '../../../src/lab/measures/thresholds.js';
import { meanHarvest, meanRecall, pagePoints } from '../../../src/lab/report/charts/mean-curves.js';
import { meanThresholds } from '../../../src/lab/report/charts/mean-thresholds.js';
import type { RunResult } from '../../../src/lab/results.js';
import { madeReport } from './made-report.js';

const [run] = madeReport({ strategies: 1, topics: ['Birds'], draws: 1, budget: 4 }).runs;
const made = (parts: Partial<RunResult>): RunResult => ({ ...run!, ...parts });

describe('mean curves', () => {
  test('are means at the pages asked for', () => {
    const runs = [made({ curve: [0, 0.5, 0.5, 1] }), made({ curve: [0, 0, 0.25, 0.5] })];
    // (0.5 + 0) / 2 and (1 + 0.5) / 2
    assert.deepEqual(meanRecall(runs, [2, 4]), [0.25, 0.75]);
    assert.deepEqual(meanRecall([], [2, 4]), [null, null]);
  });

  test('of the harvest stay where a crawl that ended early was', () => {
    // 4 relevant pages can be reached; 2 are found by page 2, where the crawl ends: 1/1, then 2/2, and no fetch after it.
    const ended = made({ curve: [0.25, 0.5, 0.5, 0.5], relevantReachable: 4, fetched: 2 });
    assert.deepEqual(meanHarvest([ended], [1, 2, 4]), [1, 1, 1]);
    // The same finds in a crawl that goes on: 2 of 4 pages.
    assert.deepEqual(meanHarvest([{ ...ended, fetched: 4 }], [1, 2, 4]), [1, 1, 0.5]);
  });

  test('are thinned evenly, from the first page to the last', () => {
    assert.deepEqual(pagePoints(3, 150), [1, 2, 3]);
    assert.deepEqual(pagePoints(9, 5), [1, 3, 5, 7, 9]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 2, max: 200 }), (budget, most) => {
        const points = pagePoints(budget, most);
        assert.equal(points.length, Math.min(budget, most));
        assert.equal(points[0], 1);
        assert.equal(points.at(-1), budget);
        assert.ok(points.every((page, index) => index === 0 || page > points[index - 1]!));
      }),
    );
  });
});

describe('mean thresholds', () => {
  const score = (threshold: number, f1: number) => ({ threshold, precision: 2 * f1, recall: f1 / 2, f1 });

  test('are means over the runs at each threshold, and the best has the highest F1', () => {
    const scores = meanThresholds([
      made({ thresholds: [] }),
      made({ thresholds: [score(0, 0), score(0.5, 0.4)] }),
      made({ thresholds: [score(0, 0.2), score(0.5, 0)] }),
      made({ topic: 'another', thresholds: [score(0, 0.3), score(0.5, 0.4)] }),
    ]);
    const rounded = scores.map(({ threshold, f1 }) => [threshold, Number(f1.toFixed(6))]);
    // ((0 + 0.2) / 2 + 0.3) / 2 and ((0.4 + 0) / 2 + 0.4) / 2: topics weigh the same
    assert.deepEqual(rounded, [
      [0, 0.2],
      [0.5, 0.3],
    ]);
    assert.equal(bestOf(scores)!.threshold, 0.5);
  });

  test('of crawls that judge nothing are none', () => {
    assert.deepEqual(meanThresholds([made({ thresholds: [] })]), []);
    assert.equal(bestOf([]), null);
  });
});
