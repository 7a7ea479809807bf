import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { inertMarkdown } from '../../src/export/inert-markdown.js';
import { liveParts } from './live-parts.js';

const pieces = [
  ...[
    '<',
    '>',
    '</',
    '<!--',
    '-->',
    '<img src=x onerror=alert(1)>',
    '<script>',
    '<u>',
    '<br>',
    '<a@b.c>',
    '<http://a/>',
  ],
  ...[
    '`',
    '``',
    '```',
    '````',
    '~~~',
    '\\',
    '[',
    ']',
    '(',
    ')',
    '](',
    ']:',
    '[a]',
    '[a](b',
    "'",
    '"',
    '|',
    '&lt;',
    '&#60;',
  ],
  ...[
    'javascript:alert(1)',
    'http://a.test/',
    '\n',
    '\n\n',
    '\n---\n',
    ' ',
    '  ',
    '    ',
    '\t',
    '- ',
    '> ',
    '1. ',
    '# ',
    'a',
  ],
];

describe('inertMarkdown', () => {
  test('leaves no tag, no link that runs and no border, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const document = inertMarkdown(parts.join(''));
        assert.deepEqual(liveParts(document), [], JSON.stringify(document));
        assert.doesNotMatch(document, /^-{3,}$/m);
      }),
      { numRuns: 20_000 },
    );
  });

  test('leaves code as it is, in blocks and in lines', () => {
    const document = 'Write `<b>` or ``a`<i>``.\n\n```html\n<p>text</p>\n```\n\n`map(<T>)` ends.';
    assert.equal(inertMarkdown(document), document);
  });

  test('takes code in lists for text, and what follows the list for what it is', () => {
    const document = '- item\n\n  ```\n  <p>\n  ```\n\n```\n<p>\n```';
    assert.equal(inertMarkdown(document), document.replace('  <p>', '  &lt;p>'));
  });

  test('keeps what is written between tags without attributes, and links of the web', () => {
    assert.equal(
      inertMarkdown('H<sub>2</sub>O [a](http://a.test/) <https://b.test/c>'),
      'H2O [a](http://a.test/) https://b.test/c',
    );
    assert.equal(inertMarkdown('[a](javascript:alert(1)) [b]: data:x'), '[a]\\(javascript:alert(1)) [b]\\: data:x');
  });

  test('turns rules into stars, and sets borders in code apart', () => {
    assert.equal(inertMarkdown('a\n\n---\n\n```\n---\n```'), 'a\n\n***\n\n```\n ---\n```');
  });
});
