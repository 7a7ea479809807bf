import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Failure } from '../../src/failure.js';
import { parseSitemap } from '../../src/lists/sitemap.js';
import { billionLaughs, gzipped, rss, sitemapIndex, urlset } from './made-lists.js';

const parse = (text: string) => parseSitemap(Buffer.from(text));
const urlsOf = (text: string) => parse(text).entries.map(({ url }) => url);
const failsWith = (code: string) => (thrown: unknown) => thrown instanceof Failure && thrown.code === code;

describe('a sitemap in XML', () => {
  test('gives its pages in their order, with the dates that are dates', () => {
    const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc> http://a.test/1 </loc><lastmod>2024-05-06</lastmod><priority>0.8</priority></url>
      <url><loc>http://a.test/2</loc><lastmod>yesterday</lastmod></url>
      <url><lastmod>2024-05-06T07:08:09.123+02:00</lastmod><loc>http://a.test/3</loc></url>
      <url><loc></loc></url>
    </urlset>`;
    assert.deepEqual(parse(text), {
      kind: 'urls',
      entries: [
        { url: 'http://a.test/1', lastmod: '2024-05-06' },
        { url: 'http://a.test/2' },
        { url: 'http://a.test/3', lastmod: '2024-05-06T07:08:09+02:00' },
      ],
      cutOff: false,
    });
  });

  test('an index gives its sitemaps', () => {
    assert.deepEqual(parse(sitemapIndex(['http://a.test/1.xml', '2024-01-02'], ['http://a.test/2.xml'])), {
      kind: 'index',
      entries: [{ url: 'http://a.test/1.xml', lastmod: '2024-01-02' }, { url: 'http://a.test/2.xml' }],
      cutOff: false,
    });
  });

  test('entities, character references and CDATA are text; a bare & does no harm', () => {
    const loc = 'http://a.test/?a=1&amp;b=&#50;<![CDATA[&c=3]]>&d=&#x34;&copy=5';
    assert.deepEqual(urlsOf(urlset(loc)), ['http://a.test/?a=1&b=2&c=3&d=4&copy=5']);
  });

  test('locations of pictures, videos and other languages are not pages', () => {
    const text = `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="urn:image">
      <s:url><image:image><image:loc>http://a.test/1.png</image:loc></image:image><image:loc>http://a.test/2.png</image:loc>
      <s:loc>http://a.test/page</s:loc><xhtml:link rel="alternate" href="http://a.test/de"/></s:url></s:urlset>`;
    assert.deepEqual(urlsOf(text), ['http://a.test/page']);
  });

  test('half a location at the end of a file that breaks off is not taken', () => {
    const whole = urlset('http://a.test/1', 'http://a.test/22');
    for (let length = whole.indexOf('<url>'); length < whole.length; length++) {
      const urls = urlsOf(whole.slice(0, length));
      assert.ok(urls.every((url) => url === 'http://a.test/1' || url === 'http://a.test/22'));
    }
    assert.deepEqual(urlsOf(whole.slice(0, whole.indexOf('22'))), ['http://a.test/1']);
  });

  test('it is read by its byte order mark or declaration', () => {
    const named = (encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><urlset><url><loc>http://a.test/é</loc></url></urlset>`;
    for (const bytes of [
      Buffer.from(`\uFEFF${named('UTF-8')}`),
      Buffer.from(`\uFEFF${named('UTF-16')}`, 'utf16le'),
      Buffer.from(named('ISO-8859-1'), 'latin1'),
      gzipped(named('UTF-8')),
    ])
      assert.deepEqual(parseSitemap(bytes).entries, [{ url: 'http://a.test/é' }]);
  });

  test('RSS and Atom feeds are sitemaps', () => {
    const item = '<item><link>http://a.test/1</link><pubDate>Mon, 06 May 2024 07:08:09 GMT</pubDate></item>';
    assert.deepEqual(parse(rss(item)).entries, [{ url: 'http://a.test/1', lastmod: '2024-05-06T07:08:09Z' }]);
    const entry =
      '<entry><link href="http://a.test/2"/><published>2024-01-01</published><updated>2024-02-02</updated></entry>';
    assert.deepEqual(parse(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`).entries, [
      { url: 'http://a.test/2', lastmod: '2024-02-02' },
    ]);
  });
});

describe('a sitemap in plain text', () => {
  test('has a URL on each line; lines that are none are left out', () => {
    assert.deepEqual(
      parse('\uFEFF\n http://a.test/1 \r\nhttps://a.test/2?x=1\rword\n\nftp://a.test/\nHTTP://a.test/3').entries,
      [{ url: 'http://a.test/1' }, { url: 'https://a.test/2?x=1' }, { url: 'HTTP://a.test/3' }],
    );
  });

  test('an empty file has no pages', () => {
    assert.deepEqual(parse(' \n'), { kind: 'urls', entries: [], cutOff: false });
  });
});

describe('what is no sitemap', () => {
  test('is refused, and its failure says what it is', () => {
    assert.throws(() => parse('<html><body>Not found</body></html>'), /it is a document of <html>, not a sitemap/);
    assert.throws(() => parse('Not found'), failsWith('sitemap-unreadable'));
    assert.throws(() => parse('{"items": []}'), failsWith('sitemap-unreadable'));
    assert.throws(
      () => parseSitemap(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff)),
      failsWith('bad-encoding'),
    );
  });

  test('a DOCTYPE is refused, with a thousand million laughs or without', () => {
    assert.throws(() => parse(billionLaughs('urlset')), failsWith('sitemap-doctype'));
    assert.throws(() => parse(`<!doctype urlset>${urlset('http://a.test/')}`), failsWith('sitemap-doctype'));
    // A page of a server that has no sitemap to give.
    assert.throws(() => parse('<!doctype html><html></html>'), failsWith('sitemap-unreadable'));
  });

  test('elements nested too deep are refused at once', () => {
    assert.throws(() => parse(`<urlset>${'<url>'.repeat(200_000)}`), failsWith('xml-too-deep'));
  });
});
