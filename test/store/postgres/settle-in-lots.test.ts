import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { link, page, rules } from '../invented-crawl.js';
import { TestCrawls } from './postgres-stores.js';

const crawls = new TestCrawls();
const entries = Array.from({ length: 6_000 }, (_, index) => link(`list.org/${index}`, index));

test('a sitemap of many entries is settled in lots, and kept as a whole', async (context) => {
  const crawl = await crawls.borrow();
  const store = await crawl.open(rules({ requestsPerHost: 2 }));
  context.after(() => store.close().then(crawl.giveBack));
  const { frontier } = store;
  await frontier.add([link('list.org/sitemap.xml')]);
  const { claims } = await frontier.claim({ queue: 0, count: 1, now: 1 });
  const known = async () => (await crawl.db.query<{ urls: number }>('SELECT count(*) AS urls FROM url'))[0]!.urls;
  let isSettled = false;
  const settled = frontier
    .settle({ settlements: [{ claim: claims[0]!, visit: page({ outcome: 'sitemap' }), links: entries }] })
    .then((result) => frontier.flush().then(() => result))
    .finally(() => {
      isSettled = true;
    });
  const next = frontier.claim({ queue: 0, count: 1, now: 2 });
  const seen = new Set<number>();
  let turns = 0;
  for (; !isSettled; turns++) {
    if (turns % 10 === 0) seen.add(await known());
    await nextTurn();
  }
  assert.equal((await settled).added, entries.length);
  assert.ok(turns > entries.length / 500, `${turns} turns`);
  assert.deepEqual(
    [...seen].filter((urls) => urls !== 1 && urls !== 1 + entries.length),
    [],
    'no part of it is ever seen',
  );
  assert.equal((await next).claims[0]?.url, entries.at(-1)!.url, 'a claim made meanwhile chooses among all entries');
  assert.equal(await known(), 1 + entries.length);
  const { links } = (await crawl.db.query<{ links: number }>('SELECT count(*) AS links FROM edge'))[0]!;
  assert.equal(links, entries.length);
});

test('nothing of a sitemap is kept where the worker was declared dead before it was committed', async (context) => {
  const crawl = await crawls.borrow();
  const store = await crawl.open(rules());
  context.after(() =>
    store
      .close()
      .catch(() => undefined)
      .then(crawl.giveBack),
  );
  const { frontier } = store;
  await frontier.add([link('list.org/sitemap.xml')]);
  const { claims } = await frontier.claim({ queue: 0, count: 1, now: 1 });
  await crawl.db.query('UPDATE worker SET ended = true');
  const visit = page({ outcome: 'sitemap' });
  await frontier.settle({ settlements: [{ claim: claims[0]!, visit, links: entries }] }).catch(() => undefined);
  await assert.rejects(frontier.flush(), { code: 'lease-lost' });
  const [kept] = await crawl.db.query<{ urls: number; visits: number }>(
    'SELECT (SELECT count(*) FROM url) AS urls, (SELECT count(*) FROM visit) AS visits',
  );
  assert.deepEqual(kept, { urls: 1, visits: 0 });
});
