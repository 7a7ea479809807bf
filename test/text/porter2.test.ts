import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { porter2 } from '../../src/text/porter2.js';

const reference = createRequire(import.meta.url)('wink-porter2-stemmer') as (word: string) => string;

const beginnings = ['gener', 'commun', 'arsen', 'y', 'ay', 'inn', 'proc', 'sk'];
const endings =
  'ational ization fulness ousness iveness tional biliti lessli iviti ousli ation entli alism aliti fulli alli ator izer enci anci abli bli ogi li ' +
  'alize icate iciti ative ical ness ful ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic eed eedly ed edly ingly ing s ' +
  'es ies ied sses us ss y e ll';
const syllables = fc.stringMatching(/^[aeiouybcdfglmnprstvwxzé]{1,4}$/);
const words = fc
  .array(fc.oneof(syllables, fc.constantFrom(...beginnings), fc.constantFrom(...endings.split(' '))), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(''));

describe('the English stemmer', () => {
  test('takes inflected words to one stem', () => {
    for (const word of ['crawl', 'crawls', 'crawled', 'crawling']) assert.equal(porter2(word), 'crawl');
    assert.equal(porter2('happiness'), 'happi');
    assert.equal(porter2('relational'), 'relat');
    assert.equal(porter2('skies'), 'sky');
    assert.equal(porter2('is'), 'is');
  });

  test('gives what the package gives', () => {
    fc.assert(
      fc.property(words, (word) => assert.equal(porter2(word), reference(word))),
      { numRuns: 20_000 },
    );
  });
});
