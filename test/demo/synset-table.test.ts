import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SynsetTable } from '../../src/demo/synset-table.js';
import { LEXICOGRAPHER_FILES } from '../../src/semantics/lexicographer-files.js';

const wordnet = new SynsetTable();

describe('the synsets of WordNet', () => {
  test('are all those of WordNet 3.1', () => {
    const counts: Record<string, number> = {};
    for (const { partOfSpeech } of wordnet.synsets()) counts[partOfSpeech] = (counts[partOfSpeech] ?? 0) + 1;
    assert.deepEqual(counts, { n: 82192, v: 13789, a: 18185, r: 3625 });
    assert.equal(wordnet.size, 117791);
  });

  test('have words, lexicographer file, pointers, definition and examples', () => {
    // 00088483 04 n 02 award 0 awarding 0 003 @ 00088243 n 0000 ;c 08458195 n 0000 ~ 00088669 n 0000 | a grant made by ...
    const award = wordnet.at('n', 88483)!;
    assert.deepEqual(award.words, ['award', 'awarding']);
    assert.equal(award.lexicographerFile, 'noun.act');
    assert.equal(award.definition, 'a grant made by a law court');
    assert.deepEqual(award.examples, ['he criticized the awarding of compensation by the court']);
    assert.deepEqual(
      award.pointers.map((pointer) => {
        const { partOfSpeech, offset } = wordnet.follow(pointer);
        return `${pointer.symbol} ${partOfSpeech}${offset}`;
      }),
      ['@ n88243', ';c n8458195', '~ n88669'],
    );
  });

  test('have words without the syntactic markers of adjectives, and are satellites or not', () => {
    // 00019769 00 s 02 handy 0 ready_to_hand(p) 0 ...
    const handy = wordnet.at('a', 19769)!;
    assert.deepEqual(handy.words, ['handy', 'ready to hand']);
    assert.equal(handy.satellite, true);
    assert.equal(wordnet.at('a', 1740)!.satellite, false);
  });

  test('are not at an offset that is inside a line, in the licence or outside the file', () => {
    for (const offset of [88484, 0, 81, -1, 0.5, 99999999, Number.NaN]) {
      assert.equal(wordnet.at('n', offset), undefined, String(offset));
    }
  });

  test('each have words, a definition and a known lexicographer file', () => {
    const known = new Set(LEXICOGRAPHER_FILES);
    for (const synset of wordnet.synsets()) {
      const complete = synset.words.length > 0 && synset.definition !== '' && known.has(synset.lexicographerFile);
      if (!complete || synset.words.includes('')) assert.fail(String(synset.offset));
    }
  });

  test('that have a kind of pointer are those found by looking at all', () => {
    const quick = [...wordnet.synsetsWith('-c')].map(({ offset }) => offset);
    const thorough = [...wordnet.synsets()].filter(({ pointers }) => pointers.some(({ symbol }) => symbol === '-c'));
    assert.deepEqual(
      quick,
      thorough.map(({ offset }) => offset),
    );
  });

  test('are numbered in the order in which they are listed', () => {
    const listed = [...wordnet.synsets()];
    for (const n of [0, 82191, 82192, 95980, 95981, 117790]) assert.equal(wordnet.nth(n).offset, listed[n]!.offset);
    for (const n of [117791, -1, 0.5, Number.NaN]) assert.throws(() => wordnet.nth(n), RangeError);
  });
});
