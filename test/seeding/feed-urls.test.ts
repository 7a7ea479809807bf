import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { feedUrls } from '../../src/seeding/feed-urls.js';
import { gzipped, rss } from '../lists/made-lists.js';
import { temporaryFolder } from '../store/temporary-store.js';
import { listWeb } from './list-web.js';

const items = (...urls: readonly string[]) => rss(...urls.map((url) => `<item><link>${url}</link></item>`));
const opml = (...feeds: readonly string[]) =>
  `<opml version="2.0"><body>${feeds.map((url) => `<outline xmlUrl="${url}"/>`).join('')}</body></opml>`;
const urlsOf = async (reading: ReturnType<typeof feedUrls>) => (await reading).found.map(({ url }) => url);

test('entries come in canonical form, each once, relative ones as the address of the feed means them', async (context) => {
  const feed = rss(
    '<item><title>One</title><link>/1?utm_source=feed</link><pubDate>2024-05-06</pubDate></item>',
    '<item><link>http://a.test/1</link></item><item><link>mailto:a@a.test</link></item><item><link>2</link></item>',
  );
  const { web } = await listWeb(context, { 'a.test/blog/feed': feed });
  const one = { url: 'http://a.test/1', title: 'One', published: '2024-05-06' };
  assert.deepEqual(await feedUrls('http://a.test/blog/feed', web), {
    found: [one, { url: 'http://a.test/blog/2' }],
    unread: [],
  });
});

test('relative entries are meant as the place says where the feed was found, after redirects', async (context) => {
  const feed = items('1');
  const { web } = await listWeb(
    context,
    { 'new.test/blog/feed': feed },
    { 'old.test/feed': 'http://new.test/blog/feed' },
  );
  assert.deepEqual(await urlsOf(feedUrls('http://old.test/feed', web)), ['http://new.test/blog/1']);
});

test('of an OPML list the first entries of all feeds come first', async (context) => {
  const { web } = await listWeb(context, {
    'a.test/list.opml': opml('feed', 'http://b.test/feed', 'http://a.test/second'),
    'a.test/feed': items('http://a.test/1', 'http://a.test/2', 'http://a.test/3'),
    'b.test/feed': items('http://b.test/1'),
    'a.test/second': items('http://b.test/1', 'http://a.test/4'),
  });
  const all = ['http://a.test/1', 'http://b.test/1', 'http://a.test/2', 'http://a.test/4', 'http://a.test/3'];
  assert.deepEqual(await urlsOf(feedUrls('http://a.test/list.opml', web)), all);
});

test('no more than fifty feeds of a list are read', async (context) => {
  const feeds = Array.from({ length: 60 }, (_, index) => `h${index}.test/feed`);
  const { web, log } = await listWeb(
    context,
    Object.fromEntries(feeds.map((feed) => [feed, items(`http://${feed}/1`)])),
  );
  const file = path.join(temporaryFolder(context), 'list.opml.gz');
  writeFileSync(file, gzipped(opml(...feeds.map((feed) => `http://${feed}`))));
  const expected = feeds.slice(0, 50).map((feed) => `http://${feed}/1`);
  assert.deepEqual(await urlsOf(feedUrls(file, web)), expected);
  assert.equal(log.length, 50);
});

test('feeds of a list that cannot be read are passed over and told, unless all are', async (context) => {
  const { web } = await listWeb(context, {
    'a.test/some.opml': opml(
      'http://a.test/gone?key=x',
      'http://a.test/page',
      'http://a.test/feed',
      'file:///etc/passwd',
    ),
    'a.test/none.opml': opml('http://a.test/page', 'http://a.test/gone'),
    'a.test/empty.opml': opml(),
    'a.test/page': '<html></html>',
    'a.test/feed': items('http://a.test/1'),
  });
  assert.deepEqual(await feedUrls('http://a.test/some.opml', web), {
    found: [{ url: 'http://a.test/1' }],
    unread: [
      { place: 'http://a.test/gone?…', why: 'a.test failed (status 404)' },
      { place: 'http://a.test/page', why: 'it is a document of <html>, not a feed' },
    ],
  });
  assert.deepEqual(await feedUrls('http://a.test/empty.opml', web), { found: [], unread: [] });
  await assert.rejects(feedUrls('http://a.test/none.opml', web), {
    code: 'feed-unreadable',
    message: 'none of its feeds can be read; of the first, it is a document of <html>, not a feed',
  });
});

test('a place that cannot be had fails', async (context) => {
  const { web } = await listWeb(context, { 'a.test/page': 'words' });
  await assert.rejects(feedUrls('/no/such/feed.xml', web), {
    code: 'no-list',
    message: 'it cannot be read: no such file or directory; check its name',
  });
  await assert.rejects(feedUrls('http://a.test/none', web), { code: 'source-failed' });
  await assert.rejects(feedUrls('http://a.test/page', web), { code: 'feed-unreadable' });
});

test('the charset that the server states is believed', async (context) => {
  // "Суд" in windows-1251, with no word on that in the feed itself.
  const title = Buffer.from([0xd1, 0xf3, 0xe4]);
  const [before = '', after = ''] = rss('<item><title>|</title><link>/1</link></item>').split('|');
  const feed = Buffer.concat([Buffer.from(before), title, Buffer.from(after)]);
  const { web } = await listWeb(
    context,
    { 'a.test/feed': feed },
    {},
    { 'content-type': 'text/xml; charset=windows-1251' },
  );
  assert.deepEqual(await feedUrls('http://a.test/feed', web), {
    found: [{ url: 'http://a.test/1', title: 'Суд' }],
    unread: [],
  });
});
