import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { idfOfOne } from '../../src/text/idf.js';
import { TermSet } from '../../src/topic/term-set.js';

function counts(...pairs: (readonly [id: number, count: number])[]) {
  return { ids: Uint32Array.from(pairs, ([id]) => id), counts: Uint32Array.from(pairs, ([, count]) => count) };
}

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
}

describe('similarity with a set of terms (de Assis et al. 2009, eq 1-5)', () => {
  test('only the terms of the set count', () => {
    // Set {1, 2, 3}, idf 1. Page: term 1 twice, term 2 once, term 9 a hundred times, which is not of the set.
    // Eq 3: f = 1 and 0.5. Product 1 + 0.5 = 1.5; |page| = √1.25; |set| = √3: 1.5 / √3.75 = 0.774597.
    near(new TermSet([1, 2, 3]).similarity(counts([1, 2], [9, 100], [2, 1]), idfOfOne), 1.5 / Math.sqrt(3.75));
  });

  test('a term that is given twice counts once (eq 5)', () => {
    near(new TermSet([1, 2, 2, 3]).similarity(counts([1, 2], [2, 1]), idfOfOne), 1.5 / Math.sqrt(3.75));
  });

  test('rare terms weigh more, in the page and in the set', () => {
    // idf of 1 is 1, of 2 is 3. Page: term 1 twice, term 2 once: f = 1 and 0.5, w = 1·1 = 1 and 0.5·3 = 1.5. w(set) = 1 and 3.
    // Product 1·1 + 1.5·3 = 5.5; |page| = √(1 + 2.25); |set| = √(1 + 9): 5.5 / √32.5 = 0.964764.
    const idf = { of: (id: number) => (id === 1 ? 1 : 3) };
    near(new TermSet([1, 2]).similarity(counts([1, 2], [2, 1]), idf), 5.5 / Math.sqrt(32.5));
  });

  test('a page without any of the terms is not similar at all', () => {
    assert.equal(new TermSet([1, 2]).similarity(counts([9, 5]), idfOfOne), 0);
    assert.equal(new TermSet([]).similarity(counts([9, 5]), idfOfOne), 0);
  });

  test('it lies between 0 and 1, and the length of the page does not matter', () => {
    const page = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 50 })), {
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), page, (ids, terms) => {
        const set = new TermSet(ids);
        const idf = { of: (id: number) => 1 + (id % 4) };
        const similarity = set.similarity(counts(...terms), idf);
        assert.ok(similarity >= 0 && similarity <= 1);
        const tenfold = terms.map(([id, count]) => [id, 10 * count] as const);
        assert.ok(Math.abs(set.similarity(counts(...tenfold), idf) - similarity) < 1e-9);
      }),
    );
  });
});
