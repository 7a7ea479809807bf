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
    near([score.of(one)], [0.5 * (3 / 4.2)]);
    // Three birds and a nest: ½ · 3/4.2 + ½ · 1/2.2.
    const both = page([bird, 3], [nest, 1], [other, 296]);
    near([score.of(both)], [0.35714285714285715 + 0.22727272727272727]);
    // The same in 100 words, bend 1.2 · (0.25 + 0.25) = 0.6: ½ · 3/3.6.
    near([score.of(page([bird, 3], [other, 97]))], [0.4166666666666667]);
  });

  test('weighs words by their idf, and a word that is asked for twice once', () => {
    const idf = { of: (id: number) => (id === bird ? 3 : 1) };
    const score = new QueryScore([bird, nest, bird], idf);
    // Weights ¾ and ¼; bend 1.2 as above, one of each: 1/2.2 of the weight.
    const brought = new Map<number, number>();
    const value = score.of(page([bird, 1], [nest, 1], [other, 298]), (id, share) => brought.set(id, share));
    near([...brought.values(), value], [0.75 / 2.2, 0.25 / 2.2, 1 / 2.2]);
    assert.deepEqual([...brought.keys()], [bird, nest]);
  });

  test('a word stands for another as far as they mean the same, and that is its part', () => {
    const alike = (one: number, by: number) => (one !== by && one !== other && by !== other ? 0.5 : 0);
    const score = new QueryScore([bird, nest, other], idfOfOne, alike);
    const brought: [number, number, number][] = [];
    // Each weighs a third; bend 1.2. One bird is 1/2.2 for itself and half of that for the nest, nothing for the other.
    const value = score.of(page([bird, 1], [9, 299]), (...part) => brought.push(part));
    near([value], [(1 + 0.5) / 3 / 2.2]);
    assert.deepEqual(
      brought.map(([id]) => id),
      [bird, bird],
    );
    near(
      brought.map(([, , covered]) => covered),
      [1 / 3, 1 / 6],
    );
    // A word that is there counts for itself where that is more.
    near([score.of(page([bird, 1], [nest, 1], [9, 298]))], [2 / 3 / 2.2]);
    near([score.coveredBy(new Set([bird])), score.coveredBy(new Set([bird, nest, other]))], [0.5, 1]);
  });

  test('is 0 for a page without the words, without any words, and for no words asked', () => {
    const score = new QueryScore([bird], idfOfOne);
    assert.equal(score.of(page([other, 10])), 0);
    assert.equal(score.of(page()), 0);
    assert.equal(new QueryScore([], idfOfOne).of(page([bird, 5])), 0);
    // A word with idf 0 tells nothing, but must not make the score NaN.
    assert.ok(Number.isFinite(new QueryScore([bird], { of: () => 0 }).of(page([bird, 1]))));
  });

  test('lies between 0 and 1, adds up from its parts, and grows with every mention', () => {
    const counts = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 10_000 })), {
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), counts, (asked, words) => {
        const score = new QueryScore(asked, { of: (id) => id / 2 });
        let sum = 0;
        const value = score.of(page(...words), (_, share) => {
          sum += share;
        });
        assert.ok(value >= 0 && value <= 1);
        near([sum], [value]);
        // As long a page, with one more mention instead of another word.
        const filler: readonly [number, number] = [99, 5];
        const fuller = page(...words.map(([id, n]) => [id, n + Number(id === asked[0])] as const), [99, 4]);
        if (words.some(([id]) => id === asked[0])) assert.ok(score.of(fuller) > score.of(page(...words, filler)));
      }),
    );
  });
});
