import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from '../../src/model/page.js';
import { MAX_LINKS, MAX_TEXT } from '../../src/page/page-limits.js';
import { readPage } from '../../src/reading/read-page.js';
import { assertWithinLimits } from './within-limits.js';

const OPTIONS = { language: 'en', stem: true, phrases: [], detectLanguage: false };
const read = (body: string | Uint8Array, contentType?: string): Page =>
  readPage(
    { url: 'http://example.org/', body: typeof body === 'string' ? Buffer.from(body) : body, contentType },
    OPTIONS,
  );

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
