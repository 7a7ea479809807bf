import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { QueryScore } from '../../../src/strategy/osprey/query-score.js';
import { idfOfOne } from '../../../src/text/idf.js';
import type { TermCounts } from '../../../src/text/term-counts.js';
import { near } from '../near.js';

const [bird, nest, other] = [1, 2, 3];
const noTitle: ReadonlySet<number> = new Set();
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
    const visited = page([bird, 1], [nest, 1], [other, 298]);
    const each = score.eachIn(visited, noTitle);
    assert.deepEqual(
      each.map(({ by }) => by),
      [bird, nest],
    );
    near([...each.map(({ weight, text }) => weight * text), score.of(visited)], [0.75 / 2.2, 0.25 / 2.2, 1 / 2.2]);
  });

  test('a word stands for another as far as they mean the same, and that is its part', () => {
    const alike = (one: number, by: number) => (one !== by && one !== other && by !== other ? 0.5 : 0);
    const score = new QueryScore([bird, nest, other], idfOfOne, alike);
    // Each weighs a third; bend 1.2. One bird is 1/2.2 for itself and half of that for the nest, nothing for the other.
    const visited = page([bird, 1], [9, 299]);
    near([score.of(visited)], [(1 + 0.5) / 3 / 2.2]);
    const each = score.eachIn(visited, new Set([bird]));
    assert.deepEqual(
      each.map(({ by }) => by),
      [bird, bird, undefined],
    );
    near(
      each.flatMap(({ text, title, early }) => [text, title, early]),
      [1 / 2.2, 1, 1, 0.5 / 2.2, 0.5, 0.5, 0, 0, 0],
    );
    // A word that is there counts for itself where that is more.
    near([score.of(page([bird, 1], [nest, 1], [9, 298]))], [2 / 3 / 2.2]);
  });

  test('tells which words the title has, also where the text has none', () => {
    const score = new QueryScore([bird, nest], idfOfOne);
    const [ofBird, ofNest] = score.eachIn(page([other, 300]), new Set([nest, 9]));
    assert.deepEqual(ofBird, { weight: 0.5, by: undefined, text: 0, title: 0, early: 0 });
    assert.deepEqual(ofNest, { weight: 0.5, by: undefined, text: 0, title: 1, early: 0 });
  });

  test('tells how soon the page comes to the words', () => {
    const score = new QueryScore([bird, nest], idfOfOne);
    // The first word of a page counts 80/80, the second 80/81; one behind 80 others 80/160, however often it is there.
    const early = (of: QueryScore, visited: TermCounts) => of.eachIn(visited, noTitle).map((word) => word.early);
    const others = Array.from({ length: 79 }, (_, word) => [100 + word, 1] as const);
    near(early(score, page([bird, 1], [nest, 1])), [1, 80 / 81]);
    near(early(score, page([bird, 1], ...others, [nest, 9])), [1, 0.5]);
    near(early(score, page([other, 1], [bird, 1])), [80 / 81, 0]);
    // A word that stands for another is as early for it as far as they mean the same.
    const alike = new QueryScore([bird, nest], idfOfOne, (one, by) => (one === nest && by === bird ? 0.6 : 0));
    near(early(alike, page([bird, 1], ...others, [nest, 9])), [1, 0.6]);
  });

  test('a page covers the words that it has, and others as far as these stand for them', () => {
    const idf = { of: (id: number) => (id === bird ? 2 : 1) };
    // Shares ½, ¼ and ¼; the nest says 0.4 of what the bird does.
    const score = new QueryScore([bird, nest, other], idf, (one, by) => (one === bird && by === nest ? 0.4 : 0));
    const covered = (...ids: readonly number[]) => score.coverage((id) => ids.includes(id));
    near([covered(), covered(bird), covered(nest), covered(bird, nest, other)], [0, 0.5, 0.25 + 0.2, 1]);
  });

  test('is 0 for a page without the words, without any words, and for no words asked', () => {
    const score = new QueryScore([bird], idfOfOne);
    for (const [asking, visited] of [
      [score, page([other, 10])],
      [score, page()],
      [new QueryScore([], idfOfOne), page([bird, 5])],
    ] as const) {
      const all = asking.eachIn(visited, noTitle).flatMap(({ text, title, early }) => [text, title, early]);
      assert.deepEqual([asking.of(visited), Math.max(0, ...all)], [0, 0]);
    }
    // A word with idf 0 tells nothing, but must not make the score NaN.
    assert.ok(Number.isFinite(new QueryScore([bird], { of: () => 0 }).of(page([bird, 1]))));
  });

  test('lies between 0 and 1, adds up from its words, and grows with every mention', () => {
    const id = fc.integer({ min: 1, max: 9 });
    const counts = fc.uniqueArray(fc.tuple(id, fc.integer({ min: 1, max: 10_000 })), { selector: ([word]) => word });
    fc.assert(
      fc.property(fc.array(id, { minLength: 1 }), counts, fc.array(id), (asked, words, title) => {
        const score = new QueryScore(asked, { of: (word) => word / 2 });
        const all = score.of(page(...words));
        const each = score.eachIn(page(...words), new Set(title));
        for (const value of [all, ...each.flatMap(({ text, title: named, early }) => [text, named, early])])
          assert.ok(value >= 0 && value <= 1 + 1e-12);
        near([each.reduce((sum, { weight, text }) => sum + weight * text, 0)], [all]);
        // As long a page, with one more mention instead of another word.
        const filler: readonly [number, number] = [99, 5];
        const fuller = page(...words.map(([word, n]) => [word, n + Number(word === asked[0])] as const), [99, 4]);
        if (words.some(([word]) => word === asked[0])) assert.ok(score.of(fuller) > score.of(page(...words, filler)));
      }),
    );
  });
});
