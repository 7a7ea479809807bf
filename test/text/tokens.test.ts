import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../../src/text/fold.js';
import { termId } from '../../src/text/term-id.js';
import { scanTokens, tokenAt, tokens } from '../../src/text/tokens.js';

const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';

/** The definition of tokens, by regular expressions over the whole folded text. */
function tokensByDefinition(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const runs = words.flatMap((word) => word.match(new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu')) ?? []);
  return runs.flatMap((run) => {
    if (!new RegExp(`^[${UNSPACED}]`, 'u').test(run)) return run.length <= 64 ? [run] : [];
    const characters = [...run];
    return characters.length === 1 ? [run] : characters.slice(1).map((second, i) => characters[i]! + second);
  });
}

const scripts = fc.constantFrom(
  ..."aZ7_- .'’“—…\n\u00a0\u00adéÉßøİıſŁ½²™ﬁΣςάйЙёўи\u0306\u0301\u0323\u0338\u0483",
  ...'אָ־بَ\u0640\u200c\u200d\u200bभारत\u093f\u094dกุ\u0e48ไ漢字。、かが\u3099ｶﾞー한글\u1112\u1161\u11ab０',
  '𝒜',
  '😀',
  '𠮷',
  '\u{1d165}',
  '\ud800',
  '\udc00',
);

describe('tokens', () => {
  test('are lower-case runs of letters and digits without accents', () => {
    assert.deepEqual(tokens('Naïve CAFÉ-owners, 2nd “Ångström” unit_test: ﬁne!'), [
      'naive',
      'cafe',
      'owners',
      '2nd',
      'angstrom',
      'unit',
      'test',
      'fine',
    ]);
    assert.deepEqual(tokens(' … — \n'), []);
  });

  test('keep what makes a letter in its script: й, vowel signs, Hangul syllables, voiced kana', () => {
    assert.deepEqual(tokens('Русский ёж'), ['русский', 'еж']);
    assert.deepEqual(tokens('भारत गणराज्य'), ['भारत', 'गणराज्य']);
    assert.deepEqual(tokens('한국'.normalize('NFD')), ['한국']);
    assert.deepEqual(tokens('ガス'.normalize('NFD')), ['ガス']);
    assert.deepEqual(tokens('שָׁלוֹם־עֲלֵיכֶם مُحَمَّد'), ['שלום', 'עליכם', 'محمد']);
  });

  test('of scripts without spaces are overlapping pairs of characters', () => {
    assert.deepEqual(tokens('2014年にiPhoneケース。東'), ['2014', '年に', 'iphone', 'ケー', 'ース', '東']);
    assert.deepEqual(tokens('𠮷野家'), ['𠮷野', '野家']);
  });

  test('ignore soft hyphens and joiners inside words', () => {
    assert.deepEqual(tokens('exam\u00adple نمی\u200cخواهم'), ['example', 'نمیخواهم']);
  });

  test('longer than 64 units are dropped', () => {
    assert.deepEqual(tokens(`a ${'x'.repeat(64)} ${'y'.repeat(65)} ${'é'.repeat(64)} ${'ệ'.repeat(65)} b`), [
      'a',
      'x'.repeat(64),
      'e'.repeat(64),
      'b',
    ]);
  });

  test('agree with their definition for every character of the basic plane', () => {
    for (let unit = 0; unit < 0x10000; unit++) {
      const text = `a${String.fromCharCode(unit)}b`;
      const found = tokens(text);
      // Written out only where the two differ: 65,536 assertions take their time.
      if (found.join() !== tokensByDefinition(text).join())
        assert.deepEqual(found, tokensByDefinition(text), `U+${unit.toString(16)}`);
    }
  });

  test('agree with their definition on any mixture of scripts', () => {
    const text = fc.oneof(
      fc.array(scripts, { maxLength: 60 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(text, (text) => assert.deepEqual(tokens(text), tokensByDefinition(text))),
      { numRuns: 1000 },
    );
  });

  test('come with their term id', () => {
    scanTokens('Größe, 漢字 and words', {
      take: (hash, _check, text, start, end) => assert.equal(hash, termId(tokenAt(text, start, end))),
    });
  });

  test('of hostile text take linear time', () => {
    // Quadratic ways take minutes on these, so the test would not end.
    const n = 300_000;
    assert.deepEqual(tokens(`a${'\u0301\u0323'.repeat(n)}`), ['a']);
    assert.equal(tokens(`ก${'\u0e48\u0e38'.repeat(n)}`).length, 8);
    assert.deepEqual(tokens('x'.repeat(n)), []);
    assert.deepEqual(tokens(`${'x'.repeat(n)}ﬁ`), []);
    assert.equal(tokens('漢'.repeat(n)).length, n - 1);
    assert.equal(tokens('a😀'.repeat(n)).length, n);
  });
});
