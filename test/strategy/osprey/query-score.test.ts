import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { QueryScore } from '../../../src/strategy/osprey/query-score.js';
import { idfOfOne } from '../../../src/text/idf.js';
import type { TermCounts } from '../../../src/text/term-counts.js';
import { near } from '../near.js';

const [bird, nest, other] = [1, 2, 3];
const page = (...counts: readonly (readonly [id: number, count: number])[]): TermCounts => ({
  ids: Uint32Array.from(counts, ([id]) => id),
  counts: Uint32Array.from(counts, ([, count]) => count),
});

describe('the score of a query', () => {
  test('is the BM25 of the page as a share of the most that it can be', () => {
    const score = new QueryScore([bird, nest], idfOfOne);
    // Both words weigh ½. A page of 300 words has bend 1.2 · (0.25 + 0.75 · 300/300) = 1.2: ½ · 3/(3 + 1.2) for three birds.
    const one = page([bird, 3], [other, 297]);
    near([score.of(one).words], [0.5 * (3 / 4.2)]);
    // Three birds and a nest: ½ · 3/4.2 + ½ · 1/2.2.
    const both = page([bird, 3], [nest, 1], [other, 296]);
    near([score.of(both).words], [0.35714285714285715 + 0.22727272727272727]);
    // The same in 100 words, bend 1.2 · (0.25 + 0.25) = 0.6: ½ · 3/3.6.
    near([score.of(page([bird, 3], [other, 97])).words], [0.4166666666666667]);
  });

  test('weighs words by their idf, and a word that is asked for twice once', () => {
    const idf = { of: (id: number) => (id === bird ? 3 : 1) };
    const score = new QueryScore([bird, nest, bird], idf);
    // Weights ¾ and ¼; bend 1.2 as above, one of each: 1/2.2 of the weight.
    const brought = new Map<number, number>();
    const { words } = score.of(page([bird, 1], [nest, 1], [other, 298]), (id, share) => brought.set(id, share));
    near([...brought.values(), words], [0.75 / 2.2, 0.25 / 2.2, 1 / 2.2]);
    assert.deepEqual([...brought.keys()], [bird, nest]);
  });

  test('a word stands for another as far as they mean the same, and that is its part', () => {
    const alike = (one: number, by: number) => (one !== by && one !== other && by !== other ? 0.5 : 0);
    const score = new QueryScore([bird, nest, other], idfOfOne, alike);
    const brought: [number, number, number][] = [];
    // Each weighs a third; bend 1.2. One bird is 1/2.2 for itself and half of that for the nest, nothing for the other.
    const { words } = score.of(page([bird, 1], [9, 299]), (...part) => brought.push(part));
    near([words], [(1 + 0.5) / 3 / 2.2]);
    assert.deepEqual(
      brought.map(([id]) => id),
      [bird, bird],
    );
    near(
      brought.map(([, , covered]) => covered),
      [1 / 3, 1 / 6],
    );
    // A word that is there counts for itself where that is more.
    near([score.of(page([bird, 1], [nest, 1], [9, 298])).words], [2 / 3 / 2.2]);
    near([score.coveredBy(new Set([bird])), score.coveredBy(new Set([bird, nest, other]))], [0.5, 1]);
  });

  test('tells how soon the page comes to the words', () => {
    const score = new QueryScore([bird, nest], idfOfOne);
    // Each weighs ½. The first word of a page counts 80/80, the second 80/81; one behind 80 others 80/160, however often it is there.
    const others = Array.from({ length: 79 }, (_, word) => [100 + word, 1] as const);
    near([score.of(page([bird, 1], [nest, 1])).early], [0.5 + 0.5 * (80 / 81)]);
    near([score.of(page([bird, 1], ...others, [nest, 9])).early], [0.5 + 0.25]);
    near([score.of(page([other, 1], [bird, 1])).early], [0.5 * (80 / 81)]);
    // A word that stands for another is as early for it as far as they mean the same.
    const alike = new QueryScore([bird, nest], idfOfOne, (one, by) => (one === nest && by === bird ? 0.6 : 0));
    near([alike.of(page([bird, 1], ...others, [nest, 9])).early], [0.5 + 0.5 * 0.6]);
  });

  test('is 0 for a page without the words, without any words, and for no words asked', () => {
    const score = new QueryScore([bird], idfOfOne);
    const nothing = { words: 0, early: 0 };
    assert.deepEqual(score.of(page([other, 10])), nothing);
    assert.deepEqual(score.of(page()), nothing);
    assert.deepEqual(new QueryScore([], idfOfOne).of(page([bird, 5])), nothing);
    // A word with idf 0 tells nothing, but must not make the score NaN.
    assert.ok(Number.isFinite(new QueryScore([bird], { of: () => 0 }).of(page([bird, 1])).words));
  });

  test('lies between 0 and 1, adds up from its parts, and grows with every mention', () => {
    const counts = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 10_000 })), {
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), counts, (asked, words) => {
        const score = new QueryScore(asked, { of: (id) => id / 2 });
        let sum = 0;
        const match = score.of(page(...words), (_, share) => {
          sum += share;
        });
        for (const value of [match.words, match.early]) assert.ok(value >= 0 && value <= 1 + 1e-12);
        near([sum], [match.words]);
        // As long a page, with one more mention instead of another word.
        const filler: readonly [number, number] = [99, 5];
        const fuller = page(...words.map(([id, n]) => [id, n + Number(id === asked[0])] as const), [99, 4]);
        if (words.some(([id]) => id === asked[0]))
          assert.ok(score.of(fuller).words > score.of(page(...words, filler)).words);
      }),
    );
  });
});
