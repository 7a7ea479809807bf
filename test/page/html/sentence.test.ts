import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sentenceAround } from '../../../src/page/html/sentence.js';

/** The sentence around the part of the text in brackets. */
function around(marked: string, limit?: number): string {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  return sentenceAround(marked.replace(/[[\]]/g, ''), start, end, limit);
}

describe('sentence around a link', () => {
  test('reaches from full stop to full stop', () => {
    assert.equal(around('First one. Then the [link] follows! And more.'), 'Then the link follows!');
  });

  test('does not leave its line', () => {
    assert.equal(around('Heading\nSome [link] here\nNext line'), 'Some link here');
  });

  test('abbreviations and initials do not end it', () => {
    assert.equal(
      around('Stop. See e.g. the work of J. [Smith] vs. others, i.e. all. Next.'),
      'See e.g. the work of J. Smith vs. others, i.e. all.',
    );
  });

  test('closing quotes belong to the sentence before', () => {
    assert.equal(around('He said "stop." Then [it] ended. (Really.) Yes.'), 'Then it ended.');
  });

  test('ends at ideographic full stops', () => {
    assert.equal(around('これは文です。次の[リンク]です。終わり。'), '次のリンクです。');
  });

  test('a long one is cut at words around the link', () => {
    const words = 'word '.repeat(100);
    const cut = around(`${words}[link] ${words}`, 60);
    assert.match(cut, /^(?:word )+link(?: word)+$/);
    assert.ok(cut.length <= 60);
  });

  test('is never longer than the limit and always within the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '.', '\n', 'A', '。', '"'), maxLength: 200 }),
        fc.nat(200),
        fc.nat(50),
        (text, at, length) => {
          const start = Math.min(at, text.length);
          const end = Math.min(text.length, start + length);
          const sentence = sentenceAround(text, start, end, 40);
          assert.ok(sentence.length <= 40);
          assert.ok(text.replaceAll('\n', ' ').includes(sentence));
        },
      ),
    );
  });
});
