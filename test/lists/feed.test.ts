import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Failure } from '../../src/failure.js';
import { parseFeed } from '../../src/lists/feed.js';
import { opmlFeeds } from '../../src/lists/opml.js';
import { billionLaughs, rss } from './made-lists.js';

const failsWith = (code: string) => (thrown: unknown) => thrown instanceof Failure && thrown.code === code;
const atom = (content: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>Feed</title><link href="http://a.test/"/>${content}</feed>`;

describe('RSS', () => {
  test('2.0: link, title and date of every item, not those of the channel or its picture', () => {
    const text = rss(
      '<link>http://a.test/</link><image><title>Logo</title><link>http://a.test/logo</link></image>',
      '<item><title>One &amp; <![CDATA[two]]></title><link> http://a.test/1 </link><pubDate>Mon, 06 May 2024 07:08:09 GMT</pubDate></item>',
      '<item><title>Only words</title></item>',
      '<item><link>http://a.test/2</link><pubDate>soon</pubDate></item>',
    );
    assert.deepEqual(parseFeed(text), [
      { url: 'http://a.test/1', title: 'One & two', published: '2024-05-06T07:08:09Z' },
      { url: 'http://a.test/2' },
    ]);
  });

  test('extensions do not overwrite what an item says of itself', () => {
    const item = `<item><media:title>Picture</media:title><atom:link rel="self" href="http://a.test/self"/>
      <itunes:title>Song</itunes:title><title>Own</title><media:link>http://a.test/media</media:link><link>http://a.test/1</link></item>`;
    assert.deepEqual(parseFeed(rss(item)), [{ url: 'http://a.test/1', title: 'Own' }]);
  });

  test('without a link, a guid is one unless it says otherwise', () => {
    const text = rss(
      '<item><guid>http://a.test/1</guid></item>',
      '<item><guid isPermaLink="true">http://a.test/2</guid></item>',
      '<item><guid isPermaLink="False">http://a.test/3</guid></item>',
      '<item><guid>tag:a.test,2024:4</guid></item>',
      '<item><guid>http://a.test/other</guid><link>http://a.test/5</link></item>',
      '<item><atom:link href="http://a.test/6"/><guid>http://a.test/other</guid></item>',
    );
    assert.deepEqual(
      parseFeed(text).map(({ url }) => url),
      ['http://a.test/1', 'http://a.test/2', 'http://a.test/5', 'http://a.test/6'],
    );
  });

  test('1.0: items beside the channel, dates of Dublin Core', () => {
    const text = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="http://a.test/"><title>Feed</title><link>http://a.test/</link><items><rdf:Seq><rdf:li rdf:resource="http://a.test/1"/></rdf:Seq></items></channel>
      <item rdf:about="http://a.test/about"><title>One</title><link>http://a.test/1</link><dc:date>2024-05-06</dc:date></item>
      <item rdf:about="http://a.test/2"><title>Two</title></item></rdf:RDF>`;
    assert.deepEqual(parseFeed(text), [
      { url: 'http://a.test/1', title: 'One', published: '2024-05-06' },
      { url: 'http://a.test/2', title: 'Two' },
    ]);
  });

  test('0.91 has a DOCTYPE by its specification', () => {
    const doctype =
      '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">';
    const text = rss('<item><title>One</title><link>http://a.test/1</link></item>').replace('<rss', `${doctype}<rss`);
    assert.deepEqual(parseFeed(text), [{ url: 'http://a.test/1', title: 'One' }]);
  });
});

describe('Atom', () => {
  test('the first alternate link that is a page counts, not those of the feed or of a source', () => {
    const entry = `<entry><title>One</title><link rel="edit" href="http://a.test/edit"/><link type="application/json" href="http://a.test/1.json"/>
      <link rel="alternate" type="text/html" href="http://a.test/1"/><link href="http://a.test/also"/>
      <source><title>Elsewhere</title><link href="http://b.test/"/></source>
      <published>2024-05-06T07:08:09Z</published><updated>2024-06-07</updated></entry>`;
    assert.deepEqual(parseFeed(atom(entry)), [
      { url: 'http://a.test/1', title: 'One', published: '2024-05-06T07:08:09Z', updated: '2024-06-07' },
    ]);
  });

  test('another form of the entry will do where there is no page; other relations will not', () => {
    const other = '<entry><link type="application/json" href="http://a.test/1.json"/></entry>';
    const none = '<entry><link rel="enclosure" href="http://a.test/1.mp3"/><id>http://a.test/id</id></entry>';
    const named =
      '<entry><link rel="http://www.iana.org/assignments/relation/alternate" href="http://a.test/2"/></entry>';
    assert.deepEqual(parseFeed(atom(other + none + named)), [
      { url: 'http://a.test/1.json' },
      { url: 'http://a.test/2' },
    ]);
  });

  test('relative links refer to the nearest xml:base, and are left as they are without one', () => {
    const entries = `<entry xml:base="en/"><link href="one?a=1"/></entry><entry><link xml:base="http://b.test/x/y" href="two"/></entry>`;
    assert.deepEqual(
      parseFeed(atom(entries, 'xml:base="http://a.test/blog/"')).map(({ url }) => url),
      ['http://a.test/blog/en/one?a=1', 'http://b.test/x/two'],
    );
    assert.deepEqual(parseFeed(atom('<entry><link href="/three"/></entry>')), [{ url: '/three' }]);
  });

  test('titles in HTML and XHTML are shown as their text, with a prefix for all names too', () => {
    const text = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title type="html">A &lt;b&gt;bold&lt;/b&gt; step</a:title><a:link href="http://a.test/1"/></a:entry>
      <a:entry><a:title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Less <em>is</em> more</div></a:title><a:link href="http://a.test/2"/></a:entry></a:feed>`;
    assert.deepEqual(parseFeed(text), [
      { url: 'http://a.test/1', title: 'A bold step' },
      { url: 'http://a.test/2', title: 'Less is more' },
    ]);
  });
});

describe('JSON Feed', () => {
  test('items with their address, else the page they are about, else an id that is an address', () => {
    const items = [
      {
        id: '1',
        url: 'http://a.test/1',
        external_url: 'http://b.test/',
        title: 'One',
        date_published: '2024-05-06T07:08:09Z',
      },
      { id: '2', external_url: 'http://b.test/2', date_modified: '2024-06-07' },
      { id: 'http://a.test/3', title: 7 },
      { id: '4', content_text: 'words' },
      'odd',
      null,
    ];
    assert.deepEqual(parseFeed(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items })), [
      { url: 'http://a.test/1', title: 'One', published: '2024-05-06T07:08:09Z' },
      { url: 'http://b.test/2', updated: '2024-06-07' },
      { url: 'http://a.test/3' },
    ]);
  });

  test('other JSON is no feed', () => {
    for (const text of [
      '{"items":[]}',
      '[]',
      'null',
      '{"version":"https://jsonfeed.org/version/1"',
      '',
      '['.repeat(100_000),
    ])
      assert.throws(() => parseFeed(text), failsWith('feed-unreadable'));
  });
});

describe('OPML', () => {
  test('names feeds in folders of any depth, each once', () => {
    const text = `<opml version="2.0"><body><outline text="Folder"><outline text="Deeper"><outline type="rss" xmlUrl="http://a.test/feed"/></outline>
      <outline xmlurl=" http://b.test/feed " htmlUrl="http://b.test/"></outline></outline><outline xmlUrl="http://a.test/feed"/><outline xmlUrl=""/></body></opml>`;
    assert.deepEqual(opmlFeeds(text), ['http://a.test/feed', 'http://b.test/feed']);
  });

  test('a feed is none, nor is anything else', () => {
    for (const text of [rss(), '{}', '', '<html><outline xmlUrl="http://a.test/"/></html>'])
      assert.equal(opmlFeeds(text), undefined);
  });
});

describe('hostile feeds', () => {
  test('declarations of entities are refused before they can grow', () => {
    assert.throws(() => parseFeed(billionLaughs('rss')), failsWith('feed-doctype'));
    assert.throws(() => opmlFeeds(billionLaughs('opml')), failsWith('feed-doctype'));
  });

  test('elements nested too deep are refused at once', () => {
    assert.throws(() => parseFeed(`<rss><channel>${'<item>'.repeat(200_000)}`), failsWith('xml-too-deep'));
    assert.throws(() => opmlFeeds(`<opml><body>${'<outline>'.repeat(200_000)}`), failsWith('xml-too-deep'));
  });

  test('a hundred thousand entries are read, and as few as wanted', () => {
    const text = rss(
      ...Array.from({ length: 100_000 }, (_, index) => `<item><link>http://a.test/${index}</link></item>`),
    );
    assert.equal(parseFeed(text).length, 100_000);
    assert.equal(parseFeed(text, 3).length, 3);
  });

  test('what breaks off gives the entries that are whole', () => {
    const text = rss('<item><link>http://a.test/1</link></item>', '<item><link>http://a.test/22</link></item>');
    assert.deepEqual(parseFeed(text.slice(0, text.indexOf('22') + 1)), [{ url: 'http://a.test/1' }]);
  });
});
