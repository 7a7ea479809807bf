import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { queryScores } from '../../../src/lab/measures/query-scores.js';
import { PageSimilarities } from '../../../src/lab/truth/similarities.js';
import { madeReading, madeWeb } from '../made-web.js';

function similaritiesOf(...texts: readonly string[]): PageSimilarities {
  return new PageSimilarities(madeWeb(texts.map((text, i) => ({ url: `http://a.test/${i}`, text }))));
}

function assertNear(actual: Float64Array, expected: readonly number[]): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => {
    assert.ok(Math.abs(actual[i]! - value) < 1e-9, `page ${i}: ${actual[i]} is not ${value}`);
  });
}

describe('scores of pages by a query', () => {
  const similarities = similaritiesOf('owl owl night', 'owl forest', 'night sea', 'sea');

  test('are cosines of tf·idf over the web, worked out by hand', () => {
    // In units of log 2 the pages are (owl 2, night 1), (owl 1, forest 2), (night 1, sea 1), (sea 1); the query (owl 1, night 1).
    const { cosine } = queryScores(similarities, 'the owls of the night', madeReading)!;
    const norms = Math.sqrt(2);
    assertNear(cosine, [3 / (Math.sqrt(5) * norms), 1 / (Math.sqrt(5) * norms), 1 / (Math.sqrt(2) * norms), 0]);
  });

  test('are BM25 with k1 1.2 and b .75, worked out by hand', () => {
    // Lengths 3, 2, 2, 1: 2 in the mean. Owl is on 2 of 4 pages: idf log(1 + 2.5 / 2.5) = log 2.
    // Page 0: f 2, allowance 1.2·(.25 + .75·3/2) = 1.65; page 1: f 1, allowance 1.2.
    const { bm25 } = queryScores(similarities, 'owl', madeReading)!;
    assertNear(bm25, [(Math.LN2 * 2 * 2.2) / (2 + 1.65), (Math.LN2 * 2.2) / 2.2, 0, 0]);
    // A word that is asked for twice counts twice.
    assertNear(
      queryScores(similarities, 'owl owl', madeReading)!.bm25,
      [...bm25].map((score) => 2 * score),
    );
  });

  test('a phrase counts as its words, and a word that no page has counts for nothing', () => {
    const plain = queryScores(similarities, 'night sea', madeReading);
    assert.deepEqual(queryScores(similarities, '"night sea"', madeReading), plain);
    assert.deepEqual(queryScores(similarities, 'night sea volcano', madeReading), plain);
    assert.deepEqual([...queryScores(similarities, 'volcano', madeReading)!.bm25], [0, 0, 0, 0]);
  });

  test('there are none without words', () => {
    assert.equal(queryScores(similarities, undefined, madeReading), undefined);
    assert.equal(queryScores(similarities, 'of the', madeReading), undefined);
  });

  test('are 0 exactly where a page has none of the words that tell pages apart, and never below', () => {
    const words = fc.array(fc.constantFrom('owl', 'night', 'sea', 'forest'), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), words, (pages, query) => {
        const scores = queryScores(similaritiesOf(...pages.map((own) => own.join(' '))), query.join(' '), madeReading)!;
        for (const [page, own] of pages.entries()) {
          assert.equal(
            scores.bm25[page]! > 0,
            query.some((word) => own.includes(word)),
          );
          // A word on every page has no idf here.
          const telling = query.filter((word) => !pages.every((other) => other.includes(word)));
          assert.equal(
            scores.cosine[page]! > 0,
            telling.some((word) => own.includes(word)),
          );
          assert.ok(scores.cosine[page]! <= 1);
        }
      }),
    );
  });
});
