import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { PageSimilarities } from '../../../src/lab/truth/similarities.js';
import type { RecordedWeb } from '../../../src/lab/web/recorded-web.js';
import { cosine, TopicVector } from '../../../src/text/vector.js';
import { madeWeb } from '../made-web.js';

function webOf(...texts: readonly string[]): RecordedWeb {
  return madeWeb(texts.map((text, i) => ({ url: `http://a.test/${i}`, text })));
}

function assertNear(actual: Float64Array, expected: readonly number[]): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => {
    assert.ok(Math.abs(actual[i]! - value) < 1e-9, `page ${i}: ${actual[i]} is not ${value}`);
  });
}

describe('similarities of pages', () => {
  test('are the highest cosines of tf·idf with any of the exemplars', () => {
    // Pages with owl 2, night 2, sea 2, forest 1, of 4: idf log 2, and log 4 for forest. In units of log 2 the vectors are
    // (owl 2, night 1), (owl 1, forest 2), (night 1, sea 1), (sea 1), of lengths √5, √5, √2, 1.
    const similarities = new PageSimilarities(webOf('owl owl night', 'owl forest', 'night sea', 'sea'));
    assertNear(similarities.highest([0]), [1, 2 / 5, 1 / Math.sqrt(10), 0]);
    assertNear(similarities.highest([0, 3]), [1, 2 / 5, 1 / Math.sqrt(2), 1]);
    assertNear(similarities.highest([]), [0, 0, 0, 0]);
  });

  test('do not see what every page says, nor what an empty page does not', () => {
    const similarities = new PageSimilarities(webOf('menu owl', 'menu sea', 'menu', 'menu menu'));
    assert.deepEqual([...similarities.highest([0])], [1, 0, 0, 0]);
    // An exemplar is like itself even if it says nothing.
    assert.deepEqual([...similarities.highest([2])], [0, 0, 1, 0]);
    assert.deepEqual([...new PageSimilarities(webOf('', '')).highest([0])], [1, 0]);
  });

  test('say how diverse some pages are: as many as have nothing in common', () => {
    const similarities = new PageSimilarities(webOf('owl', 'sea', 'owl', 'owl sea', ''));
    const diversity = (pages: readonly number[]) => similarities.diversity(pages);
    // Two that have nothing in common; a copy counts for nothing more, nor does a page named twice or one without words.
    assertNear(Float64Array.of(diversity([0, 1])), [2]);
    assertNear(Float64Array.of(diversity([0, 2])), [1]);
    assertNear(Float64Array.of(diversity([0, 1, 1, 4])), [2]);
    // Pages with owl 3, sea 2, of 5: weights a = log 5/3 and b = log 5/2, and cos = b / √(a² + b²) with sea.
    const [a, b] = [Math.log(5 / 3), Math.log(5 / 2)];
    assertNear(Float64Array.of(diversity([1, 3])), [4 / (2 + (2 * b) / Math.hypot(a, b))]);
    assert.equal(diversity([]), 0);
    assert.equal(diversity([4]), 0);
  });

  test('are what comparing every pair would give, 0 to 1, and exactly 1 for exemplars', () => {
    const word = fc.constantFrom('owl', 'night', 'sea', 'forest', 'stone', 'lake');
    const texts = fc.array(fc.array(word, { maxLength: 12 }), { minLength: 1, maxLength: 8 });
    const likePairs = fc.property(texts, fc.array(fc.nat(7), { maxLength: 4 }), (words, picks) => {
      const web = webOf(...words.map((own) => own.join(' ')));
      const exemplars = picks.map((pick) => pick % words.length);
      const expected = pairwise(web, exemplars);
      const found = new PageSimilarities(web).highest(exemplars);
      assertNear(found, expected);
      assert.ok(found.every((value) => value >= 0 && value <= 1));
      assert.ok(exemplars.every((page) => found[page] === 1));
    });
    fc.assert(likePairs);
  });
});

function pairwise(web: RecordedWeb, exemplars: readonly number[]): number[] {
  const terms = web.urls.map((_, page) => web.page(page).terms);
  const idf = { of: (id: number) => Math.log(terms.length / terms.filter(({ ids }) => ids.includes(id)).length) };
  const vectors = exemplars.map((page) => {
    const { ids, counts } = terms[page]!;
    return new TopicVector(new Map([...ids].map((id, i) => [id, counts[i]! * idf.of(id)])));
  });
  return terms.map((page, number) =>
    exemplars.includes(number) ? 1 : Math.max(0, ...vectors.map((vector) => cosine(page, vector, idf))),
  );
}
