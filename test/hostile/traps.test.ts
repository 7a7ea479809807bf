import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { HostileSite } from '../../tools/hostile-web/hostile-site.js';
import { wantedQuery } from '../../tools/hostile-web/invented-page.js';
import { ordinary } from '../../tools/hostile-web/ordinary.js';
import type { Reply } from '../../tools/hostile-web/reply.js';
import { startHostileWeb } from '../../tools/hostile-web/server.js';
import { traps } from '../../tools/hostile-web/traps.js';

/** URLs visited by a crawl without limits on hosts and depth: only the number of pages ends it. */
async function visited(t: TestContext, sites: readonly HostileSite[], maxPages: number): Promise<Set<string>> {
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
  for await (const { url } of crawl.run()) urls.add(url);
  return urls;
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
  const urls = await visited(t, [...traps('test'), ...good], 500);
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
  const urls = await visited(t, [...traps('test').map(topical), ...good], 300);
  const wanted = pagesOf(good.filter((_, index) => index % 2 === 0));
  assert.deepEqual(
    wanted.filter((url) => !urls.has(url)),
    [],
  );
});
