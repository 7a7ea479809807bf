import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { editDistance, nearest } from '../../src/config/nearest.js';

describe('the nearest name', () => {
  const names = ['maxPages', 'maxDepth', 'seed', 'seeds', 'not'];

  test('a slip of the finger, another case or dashes find the right name', () => {
    for (const [typed, meant] of [
      ['maxPage', 'maxPages'],
      ['max-pages', 'maxPages'],
      ['MAX_PAGES', 'maxPages'],
      ['mxaPages', 'maxPages'],
      ['sed', 'seed'],
      ['seeed', 'seed'],
      ['noot', 'not'],
    ] as const) {
      assert.equal(nearest(typed, names), meant, typed);
    }
  });

  test('a name like none of them finds nothing', () => {
    for (const typed of ['colour', 'x', '', 'maximum', 'a'.repeat(100_000)])
      assert.equal(nearest(typed, names), undefined);
  });

  test('edits are counted by hand: insertion, deletion, substitution and swap are one each', () => {
    assert.equal(editDistance('kitten', 'sitting'), 3); // k→s, e→i, +g
    assert.equal(editDistance('abcd', 'acbd'), 1); // bc swapped
    assert.equal(editDistance('', 'abc'), 3);
    assert.equal(editDistance('ca', 'abc'), 3); // a swapped pair is not edited again
  });

  test('the distance is symmetric, zero only for equal words, and at most the longer length', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const edits = editDistance(a, b);
        assert.equal(edits, editDistance(b, a));
        assert.equal(edits === 0, a === b);
        assert.ok(edits <= Math.max(a.length, b.length) && edits >= Math.abs(a.length - b.length));
      }),
    );
  });
});
