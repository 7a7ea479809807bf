import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Keywords } from '../../../src/strategy/query-log/keywords.js';
import { queryLog } from '../../../src/strategy/query-log/query-log.js';
import { SeedTable } from '../../../src/strategy/query-log/seed-table.js';
import { html } from '../../site.js';
import { asSeed, made } from '../made.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';
import { near, shared } from './written-log.js';

describe('the static table that Meenu et al. 2014 compare with', () => {
  // Two seeds. Frequencies (title, heading, text and anchors): engine 2 + 2 = 4 in both pages: 4·2 = 8; jaguar in one page only.
  const web = {
    'a.test/': html('Jaguar', 'Engine engine.', [['/middle', 'jaguar middle']]),
    'b.test/': html('Workshop', 'Engine engine.'),
    'a.test/middle': html('Middle', 'Jaguar engine.', [
      ['/cat', 'jaguar'],
      ['/motor', 'engine'],
    ]),
    'a.test/cat': html('The cat', 'Jaguar.'),
    'a.test/motor': html('Motor', 'Engine.'),
  };
  const options = {
    ...shared,
    seed: ['http://a.test/', 'http://b.test/'],
    query: 'jaguar',
    set: { 'query-log.table': 'static', 'query-log.keywords': 1 },
  };

  // tf·df over two seeds: engine 3·2 = 6, gear 2·1, jaguar 1·1; divided by 6. Of one more page then: |t| = √(1 + 1/9 + 1/36).
  test('is tf·df of the seeds, divided by the greatest, once all seeds are read', async () => {
    const { strategy, page } = made(queryLog, { query: 'jaguar', set: { 'query-log.table': 'static' } });
    const probe = page('<p>engine</p>', 'http://a.test/probe');
    assert.equal((await strategy.judge(probe, asSeed)).raw, 0, 'the query serves until then');
    const visit = async (text: string, level: number) => {
      const read = page(text);
      const reached = { depth: 1, level };
      const judgement = await strategy.judge(read, reached);
      strategy.learn!({ url: read.url, terms: read.terms, links: [], judgement, relevant: true, reached });
    };
    await visit('<p>engine engine gear gear</p>', 1);
    await visit('<p>engine jaguar</p>', 1);
    await visit('<p>tulip tulip tulip</p>', 2);
    assert.deepEqual(strategy.queueing!.refill!(), []);
    near((await strategy.judge(probe, asSeed)).raw, 1 / Math.sqrt(1 + 1 / 9 + 1 / 36));
    await visit('<p>gear gear gear gear gear gear</p>', 1);
    strategy.queueing!.refill!();
    near((await strategy.judge(probe, asSeed)).raw, 1 / Math.sqrt(1 + 1 / 9 + 1 / 36));
    assert.throws(() => strategy.knowledge!.restore(new Uint8Array(7)), { policy: 'fatal' });
    assert.throws(() => new SeedTable(new Keywords(new Map(), new Map()), 1).restore(new Uint8Array(7)), {
      code: 'knowledge-damaged',
    });
  });

  // Engine 2 + 1 (anchor) + 2 in both seeds: 5·2 = 10; jaguar 3 in one of them. So the one keyword is engine, and of the
  // links of seeds the one that the query puts first falls behind.
  const links = [
    ['/cat', 'jaguar'],
    ['/motor', 'engine'],
  ] as const;
  const startWeb = {
    'a.test/': html('Jaguar', 'Engine engine.', links),
    'b.test/': html('Workshop', 'Engine engine.'),
    'a.test/cat': html('The cat', 'Jaguar.'),
    'a.test/motor': html('Motor', 'Engine.'),
  };

  test('puts the links of seeds in a new order when it is made, also when the crawl is resumed', async () => {
    const order = await visitOrder(startWeb, options);
    assert.deepEqual(order, ['a.test/', 'b.test/', 'a.test/motor', 'a.test/cat']);
    assert.deepEqual(await visitOrderResumed(startWeb, options), order);
    const byQuery = await visitOrder(startWeb, { ...options, set: {} });
    assert.deepEqual(byQuery, ['a.test/', 'b.test/', 'a.test/cat', 'a.test/motor']);
  });

  test('scores held links as links that are met later: url + anchor + parent + surrounding', async () => {
    const { strategy, page } = made(queryLog, options);
    const seed = page('<p>engine <a href="/motor">engine</a></p>');
    const judgement = await strategy.judge(seed, asSeed);
    assert.equal(strategy.lessons?.of, 'links');
    strategy.learn!({ ...seed, judgement, relevant: true, reached: asSeed });
    const twin = made(queryLog, options).strategy;
    twin.knowledge!.restore(strategy.knowledge!.snapshot());
    // The page, the anchor and the sentence are of the one keyword alone; "motor" in the address is not of it.
    const expected = [{ url: 'http://a.test/motor', score: 3, merge: 'set' }];
    assert.deepEqual([strategy.queueing!.refill!(), twin.queueing!.refill!()], [expected, expected]);
    assert.equal(strategy.lessons?.of, 'terms');
    assert.deepEqual(strategy.queueing!.refill!(), []);
  });

  test('the links of examples are the seeds of a crawl that starts from them', async () => {
    const pages = {
      'e.test/': html('Example', 'An example.', [
        ['http://a.test/', 'a'],
        ['http://b.test/', 'b'],
      ]),
      ...startWeb,
    };
    const { seed: _, ...others } = options;
    const started = { ...others, example: 'http://e.test/' };
    const order = await visitOrder(pages, started);
    assert.deepEqual(order.slice(0, 2).sort(), ['a.test/', 'b.test/']);
    assert.deepEqual(order.slice(2), ['a.test/motor', 'a.test/cat']);
    assert.deepEqual(await visitOrderResumed(pages, started), order);
  });

  test('leads to what the seeds are about, also when the crawl is resumed', async () => {
    const order = await visitOrder(web, options);
    assert.deepEqual(order, ['a.test/', 'b.test/', 'a.test/middle', 'a.test/motor', 'a.test/cat']);
    assert.deepEqual(await visitOrderResumed(web, options), order);
    const byQuery = await visitOrder(web, { ...options, set: {} });
    assert.deepEqual(byQuery, ['a.test/', 'b.test/', 'a.test/middle', 'a.test/cat', 'a.test/motor']);
  });
});
