import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { queryLog } from '../../../src/strategy/query-log/query-log.js';
import { appendQuery } from '../../../src/topic/asked-queries.js';
import { html, type SitePage } from '../../site.js';
import { asSeed, made } from '../made.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';
import { folder, linkFrom, logOf, near, shared } from './written-log.js';

describe('the crawler of Meenu et al. 2014', () => {
  // Words of the page: court in title, text and anchor 3, judge 2, appeal, supreme, sit 1 each: norm √(9 + 4 + 3) = 4.
  const supreme =
    '<title>court</title><p>court appeal judge judge</p><p>The <a href="/supreme-court">supreme court</a> sits.</p>';

  // Query "court law", no log: both weigh 0.5, |t| = √0.5. Eq 4: 3·0.5 / (4·√0.5) = 0.5303.
  // Eq 5: URL words "supreme court" 0.5 / (√2·√0.5) = 0.5, the anchor alike; sentence "supreme court sit" 0.5 / (√3·√0.5) = 0.4082.
  test('pages by eq 4, links by eq 5, with the parts told', async () => {
    const { strategy, page } = made(queryLog, { query: 'court law' });
    const read = page(supreme);
    const judgement = await strategy.judge(read, asSeed);
    near(judgement.raw, 3 / (4 * Math.SQRT2));
    assert.deepEqual(judgement.parts, { court: judgement.raw });
    const [score] = await strategy.rank(read, judgement, read.links, linkFrom);
    near(score!.value, 0.5 + 0.5 + 3 / (4 * Math.SQRT2) + 1 / Math.sqrt(6));
    assert.deepEqual(Object.keys(score!.parts), ['url', 'anchor', 'parent', 'surrounding']);
    near(score!.parts.surrounding!, 1 / Math.sqrt(6));
    assert.equal(score!.pruned, false);
    assert.equal(score!.level, 2, 'seeds come first, whatever links score');
  });

  // With three queries for "court" in the log: court 0.5·4 = 2, law 0.5: |t| = √4.25; 3·2 / (4·√4.25) = 0.7276.
  test('the log shifts the weights', async () => {
    const { strategy, page } = made(queryLog, { query: 'court law', queryLog: logOf('court', 'courts', 'the court') });
    near((await strategy.judge(page(supreme), asSeed)).raw, 6 / (4 * Math.sqrt(4.25)));
    const [court, law] = page('<p>court law</p>').terms.ids;
    assert.deepEqual(strategy.topTerms!(9), [
      [court, 2],
      [law, 0.5],
    ]);
    assert.deepEqual(strategy.topTerms!(1), [[court, 2]]);
  });

  test('prunes links of pages and links that are not above the thresholds, but never those of seeds', async () => {
    const { strategy, page } = made(queryLog, { query: 'court', set: { 'query-log.link-threshold': 1 } });
    const pruned = async (text: string, reached: { depth: number; level: number }) => {
      const read = page(text);
      return (await strategy.rank(read, await strategy.judge(read, reached), read.links, reached)).map((s) => s.pruned);
    };
    const off = '<p>garden roses tulips</p><p><a href="/court">court</a></p>';
    assert.deepEqual(await pruned('<p>garden</p><p><a href="/roses">roses</a></p>', linkFrom), [true]);
    assert.deepEqual(await pruned('<p>garden</p><p><a href="/roses">roses</a></p>', asSeed), [false]);
    assert.deepEqual(await pruned(`${off}<p><a href="/weed">weed</a></p>`, linkFrom), [false, true]);
  });

  test('a page that mentions the keywords like the reference page has relevance 0.5, however they weigh', async () => {
    // r½ does not change when all weights grow alike.
    const [plain, logged] = [{}, { queryLog: logOf('court law', 'court law') }].map((more) => {
      const { strategy, page } = made(queryLog, { query: 'court law', ...more });
      return strategy.judge(page(supreme), asSeed) as { relevance: number };
    });
    near(plain!.relevance, logged!.relevance);
  });

  test('a missing, empty or useless log is one clear error before anything is fetched', () => {
    const example = 'http://a.test/';
    const failing = (options: object) => () => made(queryLog, { example, ...options } as never);
    assert.throws(failing({}), { code: 'no-queries', message: /give a query, or a log with --query-log/ });
    assert.throws(failing({ queryLog: path.join(folder, 'absent.txt') }), { code: 'no-query-log' });
    assert.throws(failing({ queryLog: folder }), { code: 'no-query-log', message: /it has not been searched/ });
    assert.throws(failing({ queryLog: logOf('tulip', 'rose') }), {
      code: 'empty-weight-table',
      message: /no term is in 2 queries.*query-log\.threshold/,
    });
    assert.throws(failing({ query: 'court', set: { 'query-log.keep-query': false } }), {
      code: 'empty-weight-table',
      message: /The query alone/,
    });
    assert.throws(failing({ set: { 'query-log.table': 'static' } }), { code: 'no-queries' });
    assert.throws(failing({ query: 'court', set: { 'query-log.alpha': 0.6 } }), { code: 'bad-parameter' });
  });
});

describe('a crawl by the query log', () => {
  const gardens = {
    'a.test/': html('Start', 'Pages.', [
      ['/garden', 'garden'],
      ['/court', 'court'],
      ['/football', 'football'],
    ]),
    'a.test/garden': html('Garden', 'A garden.'),
    'a.test/court': html('Court', 'A court.'),
    'a.test/football': html('Football', 'A football match.'),
  };

  test('goes where the users want to go, then where the topic is', async () => {
    const order = await visitOrder(gardens, {
      ...shared,
      query: 'court',
      queryLog: logOf('football', 'football scores', 'women football'),
    });
    assert.deepEqual(order, ['a.test/', 'a.test/football', 'a.test/court', 'a.test/garden']);
    assert.deepEqual(await visitOrder(gardens, { ...shared, query: 'court' }), [
      'a.test/',
      'a.test/court',
      'a.test/garden',
      'a.test/football',
    ]);
  });

  /** The second page is read while users begin to look for tulips; the table is built anew before the third. */
  const turning = (search: () => void): Record<string, SitePage> => ({
    'a.test/': html('Court', 'The court.', [['/one', 'court one']]),
    'a.test/one': (_request, response) => {
      search();
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(html('Court one', 'The first court.', [['/two', 'court two']]));
    },
    'a.test/two': html('Court two', 'The second court, and tulips.', [
      ['/house', 'court house'],
      ['/garden', 'tulips garden'],
    ]),
    'a.test/house': html('Court house', 'The court house, with tulips.', [['/three', 'court three']]),
    'a.test/garden': html('Tulips', 'The garden of the court with tulips.', [['/four', 'more tulips']]),
    'a.test/three': html('Court three', 'The third court.'),
    'a.test/four': html('More tulips', 'More tulips.'),
  });
  const turned = ['', 'one', 'two', 'garden', 'four', 'house', 'three'].map((name) => `a.test/${name}`);

  test('turns to what its own pages are searched for while it runs', async () => {
    const out = path.join(folder, 'turning');
    const search = () => {
      for (let i = 0; i < 6; i++) appendQuery(out, { at: '2024-01-01T00:00:00Z', query: 'tulips', results: 0 });
    };
    const options = { ...shared, query: 'court', set: { 'query-log.interval': 2 } };
    assert.deepEqual(await visitOrder(turning(search), { ...options, out }), turned);
    const before = ['', 'one', 'two', 'house', 'three', 'garden', 'four'].map((name) => `a.test/${name}`);
    assert.deepEqual(
      await visitOrder(
        turning(() => undefined),
        options,
      ),
      before,
      'nobody searches',
    );
  });

  for (const idf of ['one', 'collection'] as const)
    test(`a resumed crawl goes on as the uninterrupted one (idf ${idf})`, async () => {
      const [whole, resumed] = await Promise.all(
        [visitOrder, visitOrderResumed].map((visits) => {
          const log = logOf('court');
          const search = () => appendFileSync(log, 'tulips\n'.repeat(6));
          return visits(turning(search), {
            ...shared,
            idf,
            query: 'court',
            queryLog: log,
            set: { 'query-log.interval': 2 },
          });
        }),
      );
      assert.deepEqual(resumed, whole);
      assert.deepEqual(whole, turned);
    });
});
