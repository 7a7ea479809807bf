import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readRecord, scanWarc } from '../../src/archive/warc-reader.js';
import { type CollectedHtml, collectHtml } from '../../src/page/html/html-collector.js';
import { MAX_LINK_ELEMENTS, MAX_PATH, MAX_TEXT, MAX_TITLE } from '../../src/page/page-limits.js';
import { readPage } from '../../src/reading/read-page.js';
import { assertWithinLimits } from '../page/within-limits.js';
import { absent, webs } from '../shared-data.js';
import { fuzz } from './fuzz.js';
import { assertLinear } from './growth.js';
import { mutated } from './mutations.js';
import { freshSoup, htmlTokens, soups } from './tag-soup.js';

const options = { language: 'en', stem: true, phrases: [], detectLanguage: false };
const types = fc.constantFrom(
  ...[
    undefined,
    'text/html',
    'application/xhtml+xml',
    'text/plain',
    'text/html; charset=utf-16le',
    'text/html; charset=big5',
  ],
);
const read = (body: Uint8Array, contentType?: string) =>
  readPage({ url: 'http://example.org/', body, contentType }, options);

/** What the collector promises of any source: offsets in order and inside the text, nothing larger than what it was made of. */
function assertSound(source: string, collected: CollectedHtml): void {
  const { text, title, blocks, links, linkCount } = collected;
  assert.ok(text.length <= Math.min(source.length + 1, MAX_TEXT));
  assert.ok(title.length <= MAX_TITLE);
  let at = 0;
  for (const { start, end, linked } of blocks) {
    assert.ok(at <= start && start <= end && end <= text.length + 1, `block ${start}-${end} after ${at}`);
    assert.ok(linked >= 0 && linked <= end - start, `${linked} of a block ${start}-${end}`);
    at = end;
  }
  assert.ok(links.length <= Math.min(linkCount, MAX_LINK_ELEMENTS));
  let hrefs = 0;
  for (const { start, end, href, path: place } of links) {
    assert.ok(start <= end && place.length <= MAX_PATH);
    hrefs += href.length;
  }
  assert.ok(hrefs <= source.length, `${hrefs} characters of links in ${source.length}`);
}

describe('the HTML collector', () => {
  const sources = fc.oneof(freshSoup, mutated(soups, htmlTokens).map(String));

  test('makes something sound of every soup, and the same every time', () => {
    fuzz(400, fc.tuple(sources, fc.boolean()), ([source, xhtml]) => {
      const collected = collectHtml(source, { xhtml });
      assertSound(source, collected);
      collectHtml('<p>Another page, in the same buffer.</p>');
      assert.deepEqual(collectHtml(source, { xhtml }), collected);
    });
  });

  test('makes something sound of real pages with damage', { skip: absent(webs, 'OSPREY_WEBS') }, async () => {
    const file = path.join(webs!, 'webkb-dev', 'web.warc.gz');
    const pages: Uint8Array[] = [];
    for await (const { offset, length, httpStatus } of scanWarc(file)) {
      if (httpStatus === 200) pages.push(readRecord(file, offset, length).http!.body.subarray(0, 8_000));
      if (pages.length === 40) break;
    }
    fuzz(100, mutated(pages, htmlTokens), (bytes) => {
      const source = bytes.toString('latin1');
      assertSound(source, collectHtml(source));
    });
  });

  test('takes time in proportion to its source, whatever is repeated in it', async () => {
    for (const unit of [
      ...htmlTokens,
      '<a href=x>y',
      '<p>a',
      '<b><p>',
      '</p>',
      '<a><table>',
      'a&',
      '<i id=1 class=x>',
      '<title>&lt;',
    ])
      await assertLinear(
        unit,
        (scale) => unit.repeat((scale * 8_000) / unit.length),
        (source) => collectHtml(source),
      );
  });
});

describe('found by fuzzing', () => {
  test('a tag that the end of the page cuts off is no text, and brings none back', () => {
    for (const cut of [
      '</p ',
      '</a',
      '</a b',
      '<br /',
      '<br',
      '<a href="x',
      "<a href='x'",
      '<a href=x /',
      '<!--',
      '<!',
    ])
      assert.equal(collectHtml(`<p>Some text${cut}`).text, 'Some text', cut);
  });

  test('a link over the end of a preformatted line is no longer than its block', () => {
    const source = '<pre><a href=x>line\n</a></pre>';
    assertSound(source, collectHtml(source));
    assert.deepEqual(collectHtml(source).blocks, [{ start: 0, end: 4, linked: 4, place: 0 }]);
  });
});

describe('any body', () => {
  test('of bytes makes a page within the limits', () => {
    fuzz(150, fc.tuple(fc.uint8Array({ maxLength: 500 }), types), ([body, type]) =>
      assertWithinLimits(read(body, type)),
    );
  });

  test('of soup makes a page within the limits', () => {
    const bodies = fc.oneof(
      freshSoup.map((soup) => Buffer.from(soup)),
      mutated(soups, htmlTokens),
    );
    fuzz(300, fc.tuple(bodies, types), ([body, type]) => assertWithinLimits(read(body, type)));
  });

  test('with text of any repeated kind takes time in proportion to it', async () => {
    for (const unit of [
      'a',
      'a ',
      'é',
      '. ',
      'A.',
      '中',
      '\u0301',
      '😀',
      "'",
      '-',
      '1,',
      'ﬁ',
      '\u200d',
      '<p>x y z',
      '<a href=x>y. ',
      'a\n',
    ])
      await assertLinear(
        unit,
        (scale) => Buffer.from(unit.repeat((scale * 16_000) / unit.length)),
        (body) => read(body),
      );
  });
});
