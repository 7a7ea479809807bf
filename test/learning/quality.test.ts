import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bestThreshold, Confusion, qualityAt, rocAuc, type Scored } from '../../src/learning/quality.js';

const pages = (...given: readonly [score: number, wanted: 'wanted' | 'other'][]): Scored[] =>
  given.map(([score, kind]) => ({ score, wanted: kind === 'wanted' }));

const close = (actual: number | undefined, expected: number) =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

const scored = fc.array(fc.record({ score: fc.integer({ min: 0, max: 9 }), wanted: fc.boolean() }), {
  minLength: 2,
  maxLength: 30,
});

describe('quality at a threshold', () => {
  // At 0.5 the model says 0.9 and 0.8: both wanted, of 3 that are. So precision 2/2, recall 2/3,
  // F1 = 2·1·(2/3) / (1 + 2/3) = 4/5; it is right about all but 0.2: accuracy 4/5.
  const five = pages([0.9, 'wanted'], [0.8, 'wanted'], [0.3, 'other'], [0.2, 'wanted'], [0.1, 'other']);

  test('precision, recall, F1 and accuracy, worked out by hand', () => {
    const { precision, recall, f1, accuracy } = qualityAt(five, 0.5);
    assert.equal(precision, 1);
    close(recall, 2 / 3);
    close(f1, 4 / 5);
    close(accuracy, 4 / 5);
  });

  test('a score that equals the threshold counts as wanted', () => {
    assert.equal(qualityAt(five, 0.2).recall, 1);
    close(qualityAt(five, 0.2).precision, 3 / 4);
  });

  test('a model that wants nothing has no precision, no recall, but may be right', () => {
    assert.deepEqual(qualityAt(five, 1), { threshold: 1, precision: 0, recall: 0, f1: 0, accuracy: 2 / 5 });
  });

  test('the best threshold lies between two scores', () => {
    // F1 when the first 1, 2, 3, 4, 5 pages count as wanted: 2/4, 4/5, 4/6, 6/7, 6/8. Best is 6/7, between 0.2 and 0.1.
    const best = bestThreshold(five)!;
    close(best.threshold, 0.15);
    close(best.f1, 6 / 7);
  });

  test('pages of one score are not torn apart, and of equal F1 the highest threshold is taken', () => {
    // Cuts after 0.9, 0.8, 0.7 (both), 0.1: F1 = 2/3, 2/4, 4/6, 4/7.
    const tied = pages([0.9, 'wanted'], [0.8, 'other'], [0.7, 'wanted'], [0.7, 'other'], [0.1, 'other']);
    close(bestThreshold(tied)!.threshold, 0.85);
    assert.equal(bestThreshold(pages([0.5, 'other'])), undefined);
  });

  test('no threshold is better than the best one', () => {
    fc.assert(
      fc.property(scored, fc.double({ min: -1, max: 10, noNaN: true }), (given, threshold) => {
        const best = bestThreshold(given);
        assert.ok((best?.f1 ?? 0) >= qualityAt(given, threshold).f1);
        if (best !== undefined) assert.deepEqual(qualityAt(given, best.threshold), best);
      }),
    );
  });
});

describe('area under the ROC curve', () => {
  test('worked out by hand, with a tie', () => {
    // Wanted 0.9 and 0.7 against 0.8, 0.7 and 0.1: 0.9 wins 3 times, 0.7 loses, ties (one half) and wins: 4.5 of 6.
    const given = pages([0.1, 'other'], [0.7, 'wanted'], [0.8, 'other'], [0.9, 'wanted'], [0.7, 'other']);
    close(rocAuc(given), 0.75);
  });

  test('is the share of pairs in the right order', () => {
    fc.assert(
      fc.property(scored, (given) => {
        const wanted = given.filter((page) => page.wanted);
        const others = given.filter((page) => !page.wanted);
        if (wanted.length === 0 || others.length === 0) return assert.equal(rocAuc(given), undefined);
        let won = 0;
        for (const a of wanted) for (const b of others) won += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0;
        close(rocAuc(given), won / (wanted.length * others.length));
      }),
    );
  });
});

test('a confusion table counts what was taken for what', () => {
  const table = new Confusion();
  for (const [truth, said] of ['aa', 'ab', 'ab', 'bb', 'ca', 'dd'].map((pair) => [...pair])) table.add(truth!, said!);
  assert.equal(table.count('a', 'b'), 2);
  assert.equal(table.count('b', 'a'), 0);
  assert.equal(table.count('a', 'unheard of'), 0);
  // Right: aa, bb, dd of 6.
  close(table.accuracy, 1 / 2);
  assert.deepEqual(table.mistakes(), [
    { truth: 'a', said: 'b', count: 2 },
    { truth: 'c', said: 'a', count: 1 },
  ]);
});
