import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parseFeed } from '../../src/lists/feed.js';
import { opmlFeeds } from '../../src/lists/opml.js';
import { mostEntries, parseSitemap } from '../../src/lists/sitemap.js';
import { MAX_TITLE } from '../../src/page/page-limits.js';
import { rss, sitemapIndex, urlset } from '../lists/made-lists.js';
import { fuzz, unlessRefused } from './fuzz.js';
import { assertLinear } from './growth.js';
import { mutated } from './mutations.js';

const sitemapFailures = ['sitemap-doctype', 'sitemap-unreadable', 'xml-too-deep', 'bad-encoding'];
const feedFailures = ['feed-doctype', 'feed-unreadable', 'xml-too-deep'];

const corpus = [
  urlset('http://a.test/1', 'http://a.test/2?a=1&amp;b=2', '<![CDATA[http://a.test/3]]>'),
  sitemapIndex(['http://a.test/1.xml', '2024-01-02'], ['http://a.test/2.xml']),
  'http://a.test/1\nhttps://a.test/2\r\n\r\nhttp://a.test/3',
  rss(
    '<item><title>One &amp; <![CDATA[two]]></title><link>http://a.test/1</link><pubDate>Mon, 06 May 2024 07:08:09 GMT</pubDate></item>',
    '<item><guid isPermaLink="true">http://a.test/2</guid><media:title>x</media:title></item>',
  ),
  `<rdf:RDF xmlns:rdf="urn:rdf" xmlns="urn:rss"><item rdf:about="http://a.test/1"><title>T</title><dc:date>2024-05-06</dc:date></item></rdf:RDF>`,
  `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a.test/b/"><entry xml:base="c/"><title type="html">A &lt;b&gt;c</title><link rel="alternate" href="1"/><updated>2024-02-02</updated></entry></feed>`,
  `{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"http://a.test/1","title":"One","date_published":"2024-05-06"}]}`,
  `<opml version="2.0"><body><outline text="F"><outline type="rss" xmlUrl="http://a.test/feed"/></outline></body></opml>`,
];
const tokens = [
  ...[
    '<',
    '>',
    '/>',
    '</',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?xml encoding="utf-16"?>',
    '<?',
    '<!DOCTYPE x',
    '<!DOCTYPE x [',
    ']>',
  ],
  ...[
    '&amp;',
    '&',
    '&#',
    '&#x110000;',
    '&#0;',
    '&lol;',
    '"',
    "'",
    '=',
    ' xmlns="',
    ' xmlns:a="b"',
    ' xml:base="',
    ' xml:base="http://["',
  ],
  ...[
    '<urlset>',
    '</urlset>',
    '<url>',
    '</url>',
    '<loc>',
    '</loc>',
    '<sitemapindex>',
    '<item>',
    '</item>',
    '<entry>',
    '<link>',
    '<x:loc',
  ],
  ...[
    '<title type="html">',
    '<feed>',
    '<rss>',
    '<opml>',
    '<outline xmlUrl="',
    '{"version":"https://jsonfeed.org/version/1","items":[',
    '[',
  ],
  ...['http://a.test/', '2024-05-06', '\0', '\ud800', '\ufeff', '\u2028'],
];
const assorted = fc.array(fc.constantFrom(...tokens), { maxLength: 30 }).map((parts) => Buffer.from(parts.join('')));
const lists = fc.oneof(
  mutated(corpus, tokens),
  assorted,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

describe('sitemaps', () => {
  test('of any bytes are read or refused by a documented failure, and hold no more than they were given', () => {
    fuzz(500, lists, (bytes) => {
      const sitemap = unlessRefused(sitemapFailures, () => parseSitemap(bytes));
      if (sitemap === undefined) return;
      assert.ok(sitemap.entries.length <= mostEntries);
      assert.ok(sitemap.entries.every(({ url }) => url === url.trim() && url !== ''));
    });
  });

  test('of any bytes in gzip, whole or damaged, are read or refused too', () => {
    const members = mutated(
      corpus.map((text) => gzipSync(text)),
      ['\x1f\x8b\b', '\0', '\xff'],
    );
    fuzz(200, members, (bytes) => void unlessRefused(sitemapFailures, () => parseSitemap(bytes)));
  });
});

describe('feeds', () => {
  const texts = fc.oneof(
    lists.map(String),
    fc.json(),
    fc.json().map((items) => `{"version":"https://jsonfeed.org/version/1","items":[${items}]}`),
  );

  test('of any text are read or refused by a documented failure, and so are lists of feeds', () => {
    fuzz(500, texts, (text) => {
      unlessRefused(feedFailures, () => opmlFeeds(text));
      const entries = unlessRefused(feedFailures, () => parseFeed(text)) ?? [];
      for (const { url, title = '' } of entries) {
        assert.notEqual(url.trim(), '');
        assert.ok(title.length <= MAX_TITLE);
        assert.doesNotMatch(title, /\p{Cc}/u);
      }
    });
  });
});

test('lists of any repeated piece take time in proportion to it', async () => {
  const readers: readonly (readonly [start: string, read: (text: string) => unknown])[] = [
    ['', (text) => unlessRefused(sitemapFailures, () => parseSitemap(Buffer.from(text)))],
    ['<urlset>', (text) => unlessRefused(sitemapFailures, () => parseSitemap(Buffer.from(text)))],
    ['<rss><channel>', (text) => unlessRefused(feedFailures, () => parseFeed(text))],
    ['<feed xml:base="http://a.test/">', (text) => unlessRefused(feedFailures, () => parseFeed(text))],
    ['<opml><body>', (text) => unlessRefused(feedFailures, () => opmlFeeds(text))],
  ];
  const elements = [
    '<url><loc>http://a.test/</loc></url>',
    '<item><link>x</link></item>',
    '<entry><link href="x"/></entry>',
    '<a b="c"/>',
  ];
  for (const unit of [...tokens, ...elements])
    await assertLinear(
      unit,
      (scale) => unit.repeat((scale * 3_000) / unit.length),
      (repeated) => readers.forEach(([start, read]) => void read(start + repeated)),
    );
});
