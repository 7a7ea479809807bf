import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { HostileSite } from '../../tools/hostile-web/hostile-site.js';
import { pageOf, wantedQuery } from '../../tools/hostile-web/invented-page.js';
import { ordinary } from '../../tools/hostile-web/ordinary.js';
import type { Reply } from '../../tools/hostile-web/reply.js';
import { startHostileWeb } from '../../tools/hostile-web/server.js';
import { traps } from '../../tools/hostile-web/traps.js';

/** The URLs that a crawl visits without limits on hosts and depth, and why it stops. */
async function crawled(t: TestContext, sites: readonly HostileSite[], maxPages: number) {
  const web = await startHostileWeb(sites);
  t.after(() => web.close());
  const options = {
    query: wantedQuery,
    seed: web.seed,
    resolve: web.resolve,
    allowPrivate: true,
    delay: 0,
    workers: 0,
    maxPages,
  };
  const crawl = await Crawl.start(settingsFrom({ options }));
  const urls = new Set<string>();
  const run = crawl.run();
  let step = await run.next();
  for (; !step.done; step = await run.next()) urls.add(step.value.url);
  return { urls, reason: step.value };
}

const pagesOf = (sites: readonly HostileSite[]) => sites.flatMap(({ promise }) => promise.pages);

/** Every page of the site says that it is about the topic. */
function topical(site: HostileSite): HostileSite {
  const answer: HostileSite['answer'] = (asked, reply) => {
    const html = (body: string) => reply.html(body.replace('<p>', '<p>The lighthouse keeper lit the lighthouse. '));
    site.answer(asked, { html } as Reply);
  };
  return { ...site, answer };
}

// 30 sites of 7 pages. The traps have a page for every request: they would take all of the budget, if they were let.
const good = ordinary('test').slice(0, 30);

test('traps do not keep a crawl with default options from the pages about the topic, and from few of the others', async (t) => {
  const { urls } = await crawled(t, [...traps('test'), ...good], 500);
  const missed = pagesOf(good).filter((url) => !urls.has(url));
  const wanted = new Set(pagesOf(good.filter((_, index) => index % 2 === 0)));
  assert.deepEqual(
    missed.filter((url) => wanted.has(url)),
    [],
  );
  // Pages about something else are worth as little as those of a trap.
  assert.ok(missed.length < 0.15 * pagesOf(good).length, missed.join(' '));
});

test('traps that speak of the topic do not keep it from the pages about the topic', async (t) => {
  const { urls } = await crawled(t, [...traps('test').map(topical), ...good], 300);
  const wanted = pagesOf(good.filter((_, index) => index % 2 === 0));
  assert.deepEqual(
    wanted.filter((url) => !urls.has(url)),
    [],
  );
});

test('hosts and ports without an end come to an end by themselves; a large site of many hosts that brings something does not', async (t) => {
  const rows = traps('test').filter(({ does }) => does.includes('behind every'));
  const { urls, reason } = await crawled(t, [...rows, blogs(160)], 3_000);
  assert.equal(reason, 'hosts-closed');
  const visitsOf = (domain: RegExp) => [...urls].filter((url) => domain.test(url)).length;
  assert.deepEqual([rows.length, visitsOf(/farm/), visitsOf(/ports/)], [2, 100, 100]);
  assert.equal(visitsOf(/blogs/), 2 * 160 + 1, 'every blog is visited');
});

/** So many hosts of one registrable domain, two pages about the topic each, on a list of them all. */
function blogs(count: number): HostileSite {
  const fronts = Array.from({ length: count }, (_, index) => `http://b${index}.blogs.test/`);
  return {
    hosts: ['blogs.test', '*.blogs.test'],
    does: 'blogs about lighthouses',
    entries: ['http://blogs.test/'],
    answer: (asked, reply) => {
      const links = asked.host === 'blogs.test' ? fronts : asked.path === '/' ? ['/more'] : [];
      reply.html(pageOf(asked, { about: 'topic', links }));
    },
    promise: { pages: [], ends: {}, waiting: [], titles: {}, others: {} },
  };
}
