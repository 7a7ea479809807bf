import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judgementScores } from '../../../src/lab/measures/thresholds.js';

const goal = (wanted: readonly number[], excluded: readonly number[] = wanted.map(() => 0)) => ({
  wanted: Uint8Array.from(wanted),
  excluded: Uint8Array.from(excluded),
});

describe("a strategy's own judgement against the truth", () => {
  test('precision, recall and F1 at 21 thresholds from 0 to 1', () => {
    // Visited, with judgement: 2 (.8, relevant), 0 (.3, not), 3 (.1, relevant). Page 1 was not visited and does not count.
    const { thresholds, best } = judgementScores([2, 0, 3], [0.8, 0.3, 0.1], goal([0, 1, 1, 1]));
    assert.deepEqual(
      thresholds.map(({ threshold }) => threshold),
      [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1],
    );
    // Up to .1 all three count as relevant: 2 of 3 right, both found. F1 = 2·2 / (3 + 2).
    for (const score of thresholds.slice(0, 3)) {
      assert.deepEqual([score.precision, score.recall, score.f1], [2 / 3, 1, 4 / 5]);
    }
    // Up to .3 two: one right, one of two found. Up to .8 one, which is right: F1 = 2·1 / (1 + 2).
    assert.deepEqual(thresholds[6], { threshold: 0.3, precision: 1 / 2, recall: 1 / 2, f1: 1 / 2 });
    assert.deepEqual(thresholds[16], { threshold: 0.8, precision: 1, recall: 1 / 2, f1: 2 / 3 });
    assert.deepEqual(thresholds[17], { threshold: 0.85, precision: 0, recall: 0, f1: 0 });
    assert.deepEqual(best, thresholds[0], 'the lowest of the best');
  });

  test('examples and training pages count neither for nor against it', () => {
    // Page 1 is an example, page 2 an irrelevant training page. Without them the judgement is perfect above .2.
    const { best } = judgementScores([0, 1, 2, 3], [0.6, 0.1, 0.9, 0.2], goal([1, 0, 0, 0], [0, 1, 1, 0]));
    assert.deepEqual(best, { threshold: 0.25, precision: 1, recall: 1, f1: 1 });
  });

  test('a page that is visited again counts as it was judged first', () => {
    const { thresholds } = judgementScores([0, 1, 1], [0.9, 0.2, 0.9], goal([1, 0]));
    assert.equal(thresholds[10]!.precision, 1);
  });

  test('there is no best threshold without a relevant page', () => {
    assert.equal(judgementScores([0], [0.7], goal([0])).best, null);
    assert.equal(judgementScores([0], [0.7], goal([1], [1])).best, null);
    const { thresholds, best } = judgementScores([], [], goal([1]));
    assert.equal(best, null);
    assert.deepEqual(thresholds[20], { threshold: 1, precision: 0, recall: 0, f1: 0 });
  });
});
