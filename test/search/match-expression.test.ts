import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { matchExpression } from '../../src/search/match-expression.js';
import { tokenizerFor } from '../../src/search/search-text.js';
import { snippets } from '../../src/search/snippets.js';
import { parseSearchQuery } from '../../src/topic/search-query.js';

/** Any string that JavaScript can hold, halves of surrogate pairs included. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const expressionOf = (text: string, any = false) => matchExpression(parseSearchQuery(text), any);

describe('what a person types into the search', () => {
  test('words and phrases are wanted, those behind a minus are not', () => {
    assert.equal(
      expressionOf('jaguar "sports car" -cat -"big cat"'),
      '("jaguar" AND "sports car") NOT ("cat" OR "big cat")',
    );
    assert.equal(expressionOf('“sports car”'), '("sports car")');
  });

  test('a hyphen within a word, or alone, excludes nothing', () => {
    assert.equal(expressionOf('e-type - jaguar'), '("e type" AND "jaguar")');
  });

  test('for want of all words, any of them will do, but phrases stay', () => {
    assert.equal(expressionOf('fast "sports car" red -cat', true), '("sports car" AND ("fast" OR "red")) NOT ("cat")');
  });

  test('everything else is a word as it stands', () => {
    assert.equal(
      expressionOf('cats AND NEAR(title: dog*)^2 OR "'),
      '("cats" AND "AND" AND "NEAR title" AND "dog 2" AND "OR")',
    );
  });

  test('nothing wanted is no expression', () => {
    for (const text of ['', '   ', '-cat', '"', '""', '!?*', '\u0000', '\ud800'])
      assert.equal(expressionOf(text), undefined, text);
  });

  test('any text whatever is an expression that SQLite understands, and snippets can be made of', () => {
    const db = new DatabaseSync(':memory:');
    db.exec(`CREATE VIRTUAL TABLE page USING fts5(title, text, url, tokenize="${tokenizerFor('en')}")`);
    const search = db.prepare('SELECT rowid FROM page WHERE page MATCH ?');
    const page = { title: 'Title', text: 'Some text', url: 'http://a.test/' };
    const piece = fc.oneof(
      anyText,
      fc.string(),
      fc.constantFrom(
        '"',
        "'",
        '*',
        '-',
        ' -',
        ' ',
        '(',
        ')',
        ':',
        '^',
        'AND',
        'NOT',
        'NEAR(',
        '\u0000',
        '“',
        '{',
        '東京',
        '\u0301',
        '\ud800',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.boolean(), (pieces, any) => {
        const expression = expressionOf(pieces.join(''), any);
        if (expression === undefined) return;
        search.all(expression);
        snippets(expression, 'en', [page]);
      }),
    );
    search.all(expressionOf('word '.repeat(5000))!);
    search.all(expressionOf(`x ${'-word '.repeat(5000)}`)!);
    db.close();
  });
});

describe('snippets', () => {
  const shown = (expression: string, text: string, language = 'en') =>
    snippets(expression, language, [{ title: 'The Title', text, url: 'http://a.test/' }])[0]!;
  const readable = (text: string) => text.replaceAll('\ue000', '[').replaceAll('\ue001', ']');

  test('mark what matches, by stem in English', () => {
    const { title, text } = shown('("run" AND "titles")', 'They were running.');
    assert.deepEqual([readable(title), readable(text)], ['The [Title]', 'They were [running].']);
  });

  test('no page can forge a mark', () => {
    assert.equal(readable(shown('("run")', '\ue000forged\ue001 run').text), 'forged [run]');
  });

  test('words of scripts without spaces are found, and shown as they were', () => {
    assert.equal(
      readable(shown('("\u200b東\u200b\u200b京\u200b")', '私は東京に住む', 'ja').text).replaceAll('][', ''),
      '私は[東京]に住む',
    );
    assert.equal(expressionOf('東京'), '("\u200b東\u200b\u200b京\u200b")');
  });
});
