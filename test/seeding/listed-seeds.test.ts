import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../src/failure.js';
import { listedSeeds } from '../../src/seeding/listed-seeds.js';
import { rss, sitemapIndex, urlset } from '../lists/made-lists.js';
import { judgedPage } from '../store/invented-crawl.js';
import { crawlOf } from './crawl-of.js';
import { listWeb } from './list-web.js';

const nothing = { sitemap: [], feed: [], fromCrawl: [], seedCount: 30 };
const feed = rss(
  '<item><title>News</title><link>http://a.test/3</link></item>',
  '<item><title>Both</title><link>http://a.test/2</link></item>',
);

test('without lists there are no answers', async (context) => {
  const { web, log } = await listWeb(context, {});
  assert.deepEqual(await listedSeeds(nothing, web), []);
  assert.equal(log.length, 0);
});

test('sitemaps, feeds and crawls answer as sources do, each kind with its genre', async (context) => {
  const fromCrawl = [await crawlOf(context, [['a.test/4', judgedPage(0.8, { title: 'Old' })]])];
  const { web } = await listWeb(context, {
    'a.test/map': urlset('http://a.test/0', 'http://a.test/1', 'http://a.test/2', 'http://a.test/5'),
    'a.test/feed': feed,
  });
  const settings = { ...nothing, sitemap: ['http://a.test/map'], feed: ['http://a.test/feed'], fromCrawl };
  const answers = (await listedSeeds(settings, web)).map(({ found, ...rest }) => ({
    ...rest,
    found: found.map(({ url, title }) => [url, title]),
  }));
  assert.deepEqual(answers, [
    {
      source: 'sitemap',
      genre: 'web',
      place: 'http://a.test/map',
      found: [0, 1, 2, 5].map((page) => [`http://a.test/${page}`, undefined]),
    },
    {
      source: 'feed',
      genre: 'news',
      place: 'http://a.test/feed',
      found: [
        ['http://a.test/3', 'News'],
        ['http://a.test/2', 'Both'],
      ],
    },
    { source: 'crawl', genre: 'web', place: fromCrawl[0], found: [['http://a.test/4', 'Old']] },
  ]);
});

test('a list names all of its pages, so that sources can agree with any; what it names in vain is told', async (context) => {
  const { web } = await listWeb(context, {
    'a.test/index?key=secret': sitemapIndex(['http://a.test/gone'], ['http://a.test/map']),
    'a.test/map': urlset('http://a.test/1', 'http://a.test/2', 'http://a.test/3'),
  });
  const settings = { ...nothing, sitemap: ['http://a.test/index?key=secret', 'http://a.test/map'], seedCount: 2 };
  assert.deepEqual(
    (await listedSeeds(settings, web)).map(({ place, found, unread }) => [place, found.length, unread]),
    [
      ['http://a.test/index?…', 3, [{ place: 'http://a.test/gone', why: 'a.test failed (status 404)' }]],
      ['http://a.test/map', 3, undefined],
    ],
  );
});

test('all places that cannot be used are named at once, with what to do and without their keys', async (context) => {
  const { web } = await listWeb(context, { 'a.test/map': urlset('http://a.test/1'), 'a.test/page': '<html></html>' });
  const settings = {
    ...nothing,
    sitemap: ['http://a.test/map', 'http://u:secret@a.test/page?key=secret'],
    feed: ['/no/such/feed.xml'],
    fromCrawl: ['/no/such/crawl'],
  };
  await assert.rejects(listedSeeds(settings, web), (thrown: unknown) => {
    assert.ok(thrown instanceof UsageError);
    assert.equal(thrown.code, 'bad-seed-lists');
    const [head, ...lines] = thrown.message.split('\n');
    assert.equal(head, 'Correct or leave out these lists of seeds:');
    assert.match(lines[0]!, /^ {2}--sitemap http:\/\/a\.test\/page\?…: /);
    assert.match(
      lines[1]!,
      /^ {2}--feed \/no\/such\/feed\.xml: it cannot be read: no such file or directory; check its name$/,
    );
    assert.match(lines[2]!, /^ {2}--from-crawl \/no\/such\/crawl: No crawl found in \/no\/such\/crawl/);
    assert.equal(lines.length, 3);
    assert.doesNotMatch(`${thrown.message}${JSON.stringify(thrown.evidence)}`, /secret/);
    return true;
  });
});
