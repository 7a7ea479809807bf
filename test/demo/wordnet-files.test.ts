import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { LEXICOGRAPHER_FILES, WordNetFiles } from '../../src/demo/wordnet-files.js';

const wordnet = await WordNetFiles.open();

describe('the reader of the data files of WordNet', () => {
  test('finds every synset of WordNet 3.1', () => {
    const counts: Record<string, number> = {};
    for (const { partOfSpeech } of wordnet.synsets()) counts[partOfSpeech] = (counts[partOfSpeech] ?? 0) + 1;
    assert.deepEqual(counts, { n: 82192, v: 13789, a: 18185, r: 3625 });
    assert.equal(wordnet.size, 117791);
  });

  test('reads words, lexicographer file, pointers, definition and examples', () => {
    // 00088483 04 n 02 award 0 awarding 0 003 @ 00088243 n 0000 ;c 08458195 n 0000 ~ 00088669 n 0000 | a grant made by ...
    const award = wordnet.synset('n', 88483)!;
    assert.deepEqual(award.words, ['award', 'awarding']);
    assert.equal(award.lexicographerFile, 'noun.act');
    assert.equal(award.definition, 'a grant made by a law court');
    assert.deepEqual(award.examples, ['he criticized the awarding of compensation by the court']);
    assert.deepEqual(
      award.pointers.map(({ symbol, partOfSpeech, offset }) => `${symbol} ${partOfSpeech}${offset}`),
      ['@ n88243', ';c n8458195', '~ n88669'],
    );
  });

  test('tells which words a lexical pointer joins', () => {
    // 00122926 ... remission 1 remitment 0 remit 0 005 ... + 00952006 v 0301 + 00952006 v 0201 + 00952006 v 0101
    const ends = wordnet.synset('n', 122926)!.pointers.map(({ fromWord, toWord }) => [fromWord, toWord]);
    assert.deepEqual(ends, [
      [0, 0],
      [0, 0],
      [3, 1],
      [2, 1],
      [1, 1],
    ]);
  });

  test('drops the syntactic markers of adjectives and knows satellites', () => {
    // 00019769 00 s 02 handy 0 ready_to_hand(p) 0 ...
    const handy = wordnet.synset('a', 19769)!;
    assert.deepEqual(handy.words, ['handy', 'ready to hand']);
    assert.equal(handy.satellite, true);
    assert.equal(wordnet.synset('a', 1740)!.satellite, false);
  });

  test('has no synset at an offset that is inside a line, in the licence or outside the file', () => {
    for (const offset of [88484, 0, 81, -1, 0.5, 99999999, Number.NaN]) {
      assert.equal(wordnet.synset('n', offset), undefined, String(offset));
    }
  });

  test('every pointer leads to a synset, in the lexicographer file it is said to be in', () => {
    for (const synset of wordnet.synsets()) {
      for (const pointer of synset.pointers) {
        const target = wordnet.synset(pointer.partOfSpeech, pointer.offset);
        if (target?.lexicographerFile !== wordnet.lexicographerFileOf(pointer)) assert.fail(String(synset.offset));
      }
    }
  });

  test('every synset has words, a definition and a known lexicographer file', () => {
    const known = new Set(LEXICOGRAPHER_FILES);
    for (const synset of wordnet.synsets()) {
      const complete = synset.words.length > 0 && synset.definition !== '' && known.has(synset.lexicographerFile);
      if (!complete || synset.words.includes('')) assert.fail(String(synset.offset));
    }
  });

  test('the synsets that have a kind of pointer are those found by looking at all', () => {
    const quick = [...wordnet.synsetsWith('-c')].map(({ offset }) => offset);
    const thorough = [...wordnet.synsets()].filter(({ pointers }) => pointers.some(({ symbol }) => symbol === '-c'));
    assert.deepEqual(
      quick,
      thorough.map(({ offset }) => offset),
    );
  });

  test('numbers synsets in the order in which it lists them', () => {
    const listed = [...wordnet.synsets()];
    for (const n of [0, 82191, 82192, 95980, 95981, 117790]) assert.equal(wordnet.nth(n).offset, listed[n]!.offset);
    assert.throws(() => wordnet.nth(117791), RangeError);
  });

  test('reads a file whose last line has no line end', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'osprey-wordnet-'));
    const lines = ['  1 licence', '00000012 03 n 01 entity 0 000 | that which is'];
    for (const name of ['data.verb', 'data.adj', 'data.adv']) await writeFile(path.join(folder, name), '');
    await writeFile(path.join(folder, 'data.noun'), lines.join('\n'));
    const small = await WordNetFiles.open(folder);
    assert.deepEqual(
      [...small.synsets()].map(({ words, definition }) => [...words, definition]),
      [['entity', 'that which is']],
    );
    assert.equal(small.synset('n', 12)?.definition, 'that which is');
    await rm(folder, { recursive: true });
  });
});
