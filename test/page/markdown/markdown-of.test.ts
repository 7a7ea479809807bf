import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HtmlRenderer, Parser } from 'commonmark';
import fc from 'fast-check';
import { inertMarkdown } from '../../../src/export/inert-markdown.js';
import { collectHtml } from '../../../src/page/html/html-collector.js';
import type { InlineMarks } from '../../../src/page/html/inline-marks.js';
import type { MarkdownOptions } from '../../../src/page/markdown/inline-markdown.js';
import { markdownOf } from '../../../src/page/markdown/markdown-of.js';
import { liveParts } from '../../export/live-parts.js';

/** All of the page, as Markdown. */
function written(html: string, options: MarkdownOptions = {}): string {
  const page = collectHtml(html, { marks: true });
  const all = new Uint8Array(page.blocks.length).fill(1);
  return markdownOf({ ...page, marks: page.marks as InlineMarks }, all, 'http://a.test/dir/page', options);
}

describe('Markdown of a page', () => {
  test('has headings, paragraphs, line breaks and emphasis', () => {
    assert.equal(
      written('<h1>On <b>ospreys</b></h1><p>They <b>dive</b> <i>feet <b>first</b></i>,<br>always.<h3>Nests</h3>Sticks'),
      '# On ospreys\n\nThey **dive** *feet **first***,  \nalways.\n\n### Nests\n\nSticks',
    );
  });

  test('nests lists, numbers them, and keeps paragraphs in their items', () => {
    assert.equal(
      written('<ul><li>one<ol><li>a<li>b<p>more of b</p></ol><li>two</ul><p>end</p>'),
      '- one\n  1. a\n  2. b\n\n     more of b\n- two\n\nend',
    );
  });

  test('quotes quotations, with all that is in them', () => {
    assert.equal(
      written('<blockquote><p>one<p>two<ul><li>x<li>y</ul></blockquote><p>end'),
      '> one\n>\n> two\n>\n> - x\n> - y\n\nend',
    );
  });

  test('writes tables of data as tables, and others as text', () => {
    assert.equal(
      written('<table><caption>Birds</caption><tr><th>name<th>size<tr><td>a|b<td><p>1</p><p>2</p><tr><td>c</table>'),
      'Birds\n\n| name | size |\n| --- | --- |\n| a\\|b | 1 2 |\n| c |  |',
    );
    assert.equal(written('<table><tr><td><table><tr><td>x</table><td>y</table>'), 'x\n\ny');
  });

  test('keeps code as it is written, with its language, at the left margin', () => {
    const code =
      '<ul><li>item<pre class="highlight"><code class="language-js">if (a &lt; b) {\n    go();\n}\n</code></pre></ul>';
    assert.equal(written(code), '- item\n\n```js\nif (a < b) {\n    go();\n}\n```');
    assert.equal(written('<div class="highlight-python"><div><pre>x = 1</pre></div></div>'), '```python\nx = 1\n```');
    assert.equal(written('<pre>a<br>```<br>b</pre>'), '````\na\n```\nb\n````');
    assert.equal(written('<p>Say <code>a`b</code> or <code>c</code>'), 'Say ``a`b`` or `c`');
  });

  test('writes links with whole targets, or without; what leads nowhere from elsewhere is text', () => {
    const html =
      '<p><a href="../x y?a=(1)">One</a>, <a href="#top">two</a>, <a href="javascript:alert(1)">three</a><h2>Head<a href="#h">¶</a></h2>';
    assert.equal(written(html), '[One](http://a.test/x%20y?a=%281%29), two, three\n\n## Head');
    assert.equal(written(html, { links: false }), 'One, two, three\n\n## Head');
  });

  test('leaves images out, or writes them with their descriptions', () => {
    const html = '<p>See <img src="o.png" alt="an osprey"> here <img src="x.gif">';
    assert.equal(written(html), 'See here');
    assert.equal(written(html, { images: true }), 'See ![an osprey](http://a.test/dir/o.png) here');
    assert.equal(written(html, { images: true, links: false }), 'See an osprey here');
  });

  test('shows characters that mean something in Markdown as themselves', () => {
    for (const text of [
      '# a',
      '1. a',
      '- a',
      '> a',
      '*a* _b_ snake_case',
      '[a](b) <b> &amp; `c`',
      '~~~',
      '===',
      '--- a',
      '+ x',
      '\\*',
    ]) {
      const shown = new HtmlRenderer().render(
        new Parser().parse(written(`<p>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}`)),
      );
      const plain = shown
        .replace(/<\/?p>/g, '')
        .trim()
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"');
      assert.equal(plain.replace(/&amp;/g, '&'), text);
    }
  });

  const pieces =
    '<p>|<ul><li>|<ol><li>|</ul>|<blockquote>|<pre>|</pre>|<code>|</code>|<table><tr><td>|<td>|<tr><td>|</table>|<h2>|</h2>|<b>|</b>|<i>|<br>|<a href="javascript:alert(1)">|<a href="/x)](y">|</a>|<img src="data:x" alt="]( &lt;img src=x&gt;">|&lt;img src=x onerror=alert(1)&gt;|`|```|\n|---|[x](javascript:y)|[z]: data:1|*|_|\\|1. |# |a | '.split(
      '|',
    );
  test('is nothing that lives, whatever the page', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const document = inertMarkdown(written(parts.join(''), { images: true }));
        assert.deepEqual(liveParts(document), [], JSON.stringify(document));
        assert.doesNotMatch(document, /^-{3,}$/m);
      }),
      { numRuns: 3_000 },
    );
  });
});
