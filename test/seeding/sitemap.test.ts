import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../src/failure.js';
import { longestList } from '../../src/seeding/list-text.js';
import { mostEntries, parseSitemap } from '../../src/seeding/sitemap.js';
import { absent, conformance } from '../shared-data.js';
import { billionLaughs, gzipped, rss, sitemapIndex, urlset } from './list-web.js';

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
    assert.throws(() => parse('<!doctype html><html></html>'), failsWith('sitemap-doctype'));
  });

  test('elements nested too deep are refused at once', () => {
    assert.throws(() => parse(`<urlset>${'<url>'.repeat(200_000)}`), failsWith('xml-too-deep'));
  });

  test('nothing but a failure is ever thrown', () => {
    const piece = fc.constantFrom(
      ...[
        '<urlset>',
        '</urlset>',
        '<sitemapindex>',
        '<url>',
        '</url>',
        '<loc>',
        '</loc>',
        '<loc/>',
        'http://a.test/',
        '<x:loc',
      ],
      ...[
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '<?xml',
        '?>',
        '&#x110000;',
        '&#0;',
        '&',
        '<',
        '>',
        '"',
        ' xmlns="',
        '\u0000',
        '<!DOCTYPE',
      ],
      ...[
        '<rss>',
        '<channel>',
        '<item>',
        '<link>',
        '</link>',
        '</item>',
        '<feed>',
        '<entry>',
        'xml:base="://"',
        '\ud800',
      ],
    );
    const source = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join(''))),
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Uint8Array.of(0x1f, 0x8b, 8, ...bytes)),
    );
    fc.assert(
      fc.property(source, (bytes) => {
        try {
          const { entries } = parseSitemap(bytes);
          assert.ok(entries.every(({ url }) => url === url.trim() && url !== ''));
        } catch (thrown) {
          if (!(thrown instanceof Failure)) throw thrown;
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a sitemap that is too long', () => {
  test('is cut off after as many entries as the protocol allows', () => {
    const urls = Array.from({ length: 100_000 }, (_, index) => `http://a.test/${index}`);
    const over = urls.slice(0, mostEntries + 1);
    const feed = rss(...over.map((url) => `<item><link>${url}</link></item>`));
    for (const text of [urlset(...urls), over.join('\n'), feed]) {
      const { entries, cutOff } = parse(text);
      assert.equal(entries.length, mostEntries);
      assert.equal(entries.at(-1)?.url, 'http://a.test/49999');
      assert.equal(cutOff, 'entries');
    }
    assert.equal(parse(urlset(...urls.slice(0, mostEntries))).cutOff, false);
  });

  test('is cut off after as many bytes as the protocol allows, compressed or not', () => {
    const text = `http://a.test/1\n${' '.repeat(longestList)}\nhttp://a.test/2`;
    for (const bytes of [Buffer.from(text), gzipped(text)])
      assert.deepEqual(parseSitemap(bytes), { kind: 'urls', entries: [{ url: 'http://a.test/1' }], cutOff: 'bytes' });
  });
});

describe('the shared sitemaps', { skip: absent(conformance, 'OSPREY_CONFORMANCE') }, () => {
  const read = (name: string) => parseSitemap(readFileSync(path.join(conformance!, 'sitemaps', name)));
  const pages = [{ url: 'http://www.domain.com/page1.html' }, { url: 'http://www.domain.com/page2.html' }];
  const examples = [{ url: 'http://www.example.com/1' }, { url: 'http://www.example.com/2' }];
  const item = (id: number, place: string) => `http://www.example.com/catalog?item=${id}&desc=vacation_${place}`;
  const catalogue = [
    { url: 'http://www.example.com/', lastmod: '2005-01-01' },
    { url: item(12, 'hawaii') },
    { url: item(73, 'new_zealand'), lastmod: '2004-12-23' },
    { url: item(74, 'newfoundland'), lastmod: '2004-12-23T18:00:15+00:00' },
    { url: item(83, 'usa'), lastmod: '2004-11-23' },
  ];

  for (const [name, entries] of [
    ['sitemap.txt', pages],
    ['sitemap-with-bom.txt', pages],
    ['sitemap.txt.gz', catalogue.map(({ url }) => ({ url }))],
    ['sitemap.ns.xml', examples],
    ['sitemap.badns.xml', examples],
    ['atom.xml', [{ url: 'http://example.org/2003/12/13/atom03', lastmod: '2003-12-13T18:30:02Z' }]],
    ['xmlSitemap.gz', catalogue],
  ] as const)
    test(name, () => assert.deepEqual(read(name), { kind: 'urls', entries, cutOff: false }));

  test('sitemap.index.xml, whose locations have no <loc>', () => {
    const { kind, entries } = read('sitemap.index.xml');
    assert.equal(kind, 'index');
    assert.equal(entries[0]?.url, 'https://example.com/sitemap.jss?portalCode=10260&lang=en');
    assert.ok(entries.every(({ url }) => /^https:\/\/example\.com\/sitemap\.jss\?portalCode=\d+&lang=en$/.test(url)));
  });
});
