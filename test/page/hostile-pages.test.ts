import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { canonicalUrl } from '../../src/page/canonical-url.js';
import type { Page } from '../../src/page/page.js';
import { MAX_ANCHOR, MAX_CONTEXT, MAX_LINKS, MAX_PATH, MAX_TEXT, MAX_TITLE } from '../../src/page/page-limits.js';
import { readPage } from '../../src/page/read-page.js';

const OPTIONS = { language: 'en', stem: true, phrases: [], detectLanguage: false };
const read = (body: string | Uint8Array, contentType?: string): Page =>
  readPage(
    { url: 'http://example.org/', body: typeof body === 'string' ? Buffer.from(body) : body, contentType },
    OPTIONS,
  );

function assertWithinLimits(page: Page): void {
  assert.ok(page.text.length <= MAX_TEXT);
  assert.ok(page.mainText.length <= page.text.length);
  assert.ok(page.title.length <= MAX_TITLE);
  assert.ok(page.links.length <= MAX_LINKS);
  const targets = new Set<string>();
  for (const link of page.links) {
    assert.equal(canonicalUrl(link.url), link.url);
    assert.ok(link.anchor.length <= MAX_ANCHOR && link.context.length <= MAX_CONTEXT && link.path.length <= MAX_PATH);
    assert.doesNotMatch(`${link.anchor}${link.context}${link.path}${page.title}`, /\p{Cc}/u);
    targets.add(link.url);
  }
  assert.equal(targets.size, page.links.length);
}

describe('hostile pages', () => {
  test('hundreds of thousands of unclosed tags cost no more than closed ones', () => {
    const page = read(`${'<div>'.repeat(300_000)}<p>deep <a href=/x>down</a>${'</span>'.repeat(100_000)}`);
    assert.deepEqual([page.text, page.links[0]?.context], ['deep down', 'deep down']);
    assertWithinLimits(page);
  });

  test('links beyond the limit are counted, not kept', () => {
    const page = read(Array.from({ length: 50_000 }, (_, i) => `<a href=/${i}>n${i}</a>`).join(''));
    assert.deepEqual([page.links.length, page.droppedLinks], [MAX_LINKS, 50_000 - MAX_LINKS]);
    assertWithinLimits(page);
  });

  test('one target linked again and again is one link', () => {
    const page = read(Array.from({ length: 9_000 }, (_, i) => `<a href=/x>n${i}</a> `).join(''));
    assert.equal(page.links.length, 1);
    assertWithinLimits(page);
  });

  test('megabytes of text are cut', () => {
    const page = read(`<title>${'t'.repeat(3_000_000)}</title><p>${'word '.repeat(1_000_000)}<a href=/x>late</a>`);
    assert.equal(page.text.length, MAX_TEXT);
    assert.equal(page.links.length, 1);
    assertWithinLimits(page);
  });

  test('megabytes of blocks are read', () => {
    const page = read('<p>a'.repeat(100_000));
    assert.equal(page.text.length, 2 * 100_000 - 1);
    assertWithinLimits(page);
  });

  test('huge attributes are refused or cut', () => {
    const huge = 'x'.repeat(1_000_000);
    const page = read(
      `<div id=${huge} class="${'c '.repeat(500_000)}"><a href="/${huge}">a</a><a href=/ok title="${huge}"></a><img alt="${huge}">`,
    );
    assert.deepEqual(
      page.links.map((link) => link.url),
      ['http://example.org/ok'],
    );
    assertWithinLimits(page);
  });

  test('many attributes, entities, comments and null bytes are read', () => {
    const page = read(
      `<p ${'a=1 '.repeat(200_000)}>x${'&amp'.repeat(200_000)}${'<!--'.repeat(200_000)}--> \0${'&'.repeat(200_000)}y`,
    );
    assert.ok(page.text.startsWith('x&&&') && page.text.endsWith('&&y'));
  });

  test('a link around everything gives an anchor of bounded length', () => {
    const page = read(`<a href=/x>${'<p>block of text</p>'.repeat(50_000)}`);
    assert.equal(page.links.length, 1);
    assertWithinLimits(page);
  });

  test('broken structured data is ignored', () => {
    const nested = '['.repeat(30_000);
    const page = read(
      `<script type="application/ld+json">{"author":${nested}</script><script type="application/ld+json">{"author":{"author":"A"}}</script>`,
    );
    assert.equal(page.author, 'A');
  });
});

describe('any input', () => {
  const types = fc.constantFrom(
    undefined,
    'text/html',
    'application/xhtml+xml',
    'text/plain',
    'text/html; charset=utf-16le',
    'text/html; charset=big5',
  );

  test('bytes of any kind make a page', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), types, (body, type) => assertWithinLimits(read(body, type))),
      { numRuns: 300 },
    );
  });

  test('tag soup of any kind makes a page', () => {
    const names =
      'a p div table tr td li ul b svg math title script style template pre noscript select iframe br frame area meta base html body head nav x-y'.split(
        ' ',
      );
    const name = fc.constantFrom(...names);
    const attribute = fc.constantFrom(
      'href=x',
      'href="/y?a=b&amp;c#d"',
      "href='http://b.example/%zz'",
      'href',
      'src=z',
      'hidden',
      'style="display:none"',
      'id=1',
      'class="a b"',
      'itemprop=author',
      'rel=author',
      'alt=t',
      'name=robots',
      'content="0;url=q"',
      'http-equiv=refresh',
      'href="ht\ntp://e/"',
      'type=application/ld+json',
      '=',
      '"',
      'title="\u0007"',
    );
    const piece = fc.oneof(
      fc
        .tuple(name, fc.array(attribute, { maxLength: 3 }), fc.constantFrom('>', '/>', '', ' '))
        .map(([tag, attributes, end]) => `<${tag} ${attributes.join(' ')}${end}`),
      name.map((tag) => `</${tag}>`),
      fc.constantFrom(
        'text. More',
        ' ',
        '\n',
        '&amp;',
        '&#0;',
        '&#x110000;',
        '<',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?',
        '<!DOCTYPE',
        '\0',
        '😀',
        '\ud800',
        '{"author":"x"}',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), types, (soup, type) =>
        assertWithinLimits(read(soup.join(''), type)),
      ),
      { numRuns: 500 },
    );
  });
});
