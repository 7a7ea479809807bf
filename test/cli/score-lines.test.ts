import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { oftenInWords, sumInShort, sumLines } from '../../src/cli/commands/why/score-lines.js';

const meanings: Readonly<Record<string, string>> = { siblings: 'other pages', deprioritised: 'brought little' };

describe('a score that is a sum', () => {
  test('is told part by part, the largest first, whatever its sign, with shares', () => {
    const parts = { anchor: 0.04, siblings: 0.21, deprioritised: -0.05 };
    assert.deepEqual(
      sumLines(0.2, parts, (name) => meanings[name]),
      [
        '  +0.21  105 %  siblings: other pages',
        '  −0.05  −25 %  deprioritised: brought little',
        '  +0.04   20 %  anchor',
      ],
    );
    assert.equal(sumInShort(parts, 2), ' (siblings +0.21, deprioritised −0.05, …)');
    assert.equal(sumInShort(parts), ' (siblings +0.21, deprioritised −0.05, anchor +0.04)');
    assert.equal(sumInShort({}), '');
  });

  test('is told whole: what was too small to be kept makes the rest', () => {
    assert.deepEqual(
      sumLines(0.22, { siblings: 0.2 }, () => undefined),
      ['  +0.20  91 %  siblings', '  +0.02   9 %  other'],
    );
    assert.deepEqual(
      sumLines(0.204, { siblings: 0.2 }, () => undefined),
      ['  +0.20  98 %  siblings'],
    );
  });

  test('has no shares where it is nothing', () => {
    assert.deepEqual(
      sumLines(0, { a: 0.1, b: -0.1 }, () => undefined),
      ['  +0.10    a', '  −0.10    b'],
    );
  });
});

describe('a probability', () => {
  test('is told as so many of such pages', () => {
    const told: [number, string][] = [
      [0.01, 'hardly any pages with this score are relevant'],
      [0.12, 'about one in ten pages with this score is relevant'],
      [0.52, 'about half the pages with this score are relevant'],
      [0.74, 'about three in four pages with this score are relevant'],
      [0.99, 'nearly all pages with this score are relevant'],
    ];
    for (const [probability, words] of told) assert.equal(oftenInWords(probability), words);
  });

  test('is never told as another by more than a tenth', () => {
    const shares: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, five: 5, nine: 9, ten: 10 };
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 0.95, noNaN: true }), (probability) => {
        const words = /about (?:(\w+) in (\w+)|half the) pages/.exec(oftenInWords(probability))!;
        const share = words[1] === undefined ? 0.5 : shares[words[1]]! / shares[words[2]!]!;
        assert.ok(Math.abs(share - probability) <= 0.1);
      }),
    );
  });
});
