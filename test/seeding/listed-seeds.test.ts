import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../src/failure.js';
import { listedSeeds } from '../../src/seeding/listed-seeds.js';
import { judgedPage } from '../store/invented-crawl.js';
import { crawlOf } from './crawl-of.js';
import { listWeb, rss, urlset } from './list-web.js';

const nothing = { sitemap: [], feed: [], fromCrawl: [], seedCount: 30 };
const feed = rss(
  '<item><title>News</title><link>http://a.test/3</link></item>',
  '<item><title>Both</title><link>http://a.test/2</link></item>',
);

test('without lists there are no seeds', async (context) => {
  const { web, log } = await listWeb(context, {});
  assert.deepEqual(await listedSeeds(nothing, web), []);
  assert.equal(log.length, 0);
});

test('sitemaps, feeds and crawls give seeds with their rank, and scores that fall with it', async (context) => {
  const fromCrawl = [await crawlOf(context, [['a.test/4', judgedPage(0.8, { title: 'Old' })]])];
  const { web } = await listWeb(context, {
    'a.test/map': urlset('http://a.test/0', 'http://a.test/1', 'http://a.test/2', 'http://a.test/5'),
    'a.test/feed': feed,
  });
  const seeds = await listedSeeds(
    { ...nothing, sitemap: ['http://a.test/map'], feed: ['http://a.test/feed'], fromCrawl },
    web,
  );
  const site = (rank: number) => ({ source: 'sitemap', genre: 'web', rank });
  // Four pages of the sitemap: 1, 3/4, 2/4, 1/4; two of the feed: 1, 1/2; a page that both name has the better score, here 1/2 = 2/4.
  assert.deepEqual(seeds, [
    { url: 'http://a.test/0', score: 1, genre: 'web', found: [site(1)] },
    { url: 'http://a.test/1', score: 0.75, genre: 'web', found: [site(2)] },
    {
      url: 'http://a.test/2',
      score: 0.5,
      genre: 'web',
      title: 'Both',
      found: [site(3), { source: 'feed', genre: 'news', rank: 2 }],
    },
    { url: 'http://a.test/5', score: 0.25, genre: 'web', found: [site(4)] },
    {
      url: 'http://a.test/3',
      score: 1,
      genre: 'news',
      title: 'News',
      found: [{ source: 'feed', genre: 'news', rank: 1 }],
    },
    {
      url: 'http://a.test/4',
      score: 1,
      genre: 'web',
      title: 'Old',
      found: [{ source: 'crawl', genre: 'web', rank: 1 }],
    },
  ]);
});

test('every place gives as many as are wanted, no more', async (context) => {
  const { web } = await listWeb(context, {
    'a.test/map': urlset('http://a.test/1', 'http://a.test/2', 'http://a.test/3'),
    'b.test/map': urlset('http://b.test/1', 'http://b.test/2', 'http://b.test/3'),
  });
  const settings = { ...nothing, sitemap: ['http://a.test/map', 'http://b.test/map'], seedCount: 2 };
  assert.deepEqual(
    (await listedSeeds(settings, web)).map(({ url, score }) => [url, score]),
    [
      ['http://a.test/1', 1],
      ['http://a.test/2', 0.5],
      ['http://b.test/1', 1],
      ['http://b.test/2', 0.5],
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
    assert.match(lines[1]!, /^ {2}--feed \/no\/such\/feed\.xml: .*check its name\.$/);
    assert.match(lines[2]!, /^ {2}--from-crawl \/no\/such\/crawl: There is no crawl here/);
    assert.equal(lines.length, 3);
    assert.doesNotMatch(`${thrown.message}${JSON.stringify(thrown.evidence)}`, /secret/);
    return true;
  });
});
