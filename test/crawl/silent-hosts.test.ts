import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { html, startSite } from '../site.js';

/** Visits a site of 20 pages that leads to 40 hosts which never answer; returns how many requests these got. */
async function requestsToSilent(t: TestContext, anchor: string, choice: Partial<CrawlOptions>): Promise<number> {
  const silent = Array.from({ length: 40 }, (_, index) => `http://s${index}.test/`);
  const pages = Array.from({ length: 20 }, (_, index) => `/${index}`);
  const links = [...silent.map((href) => [href, 'court'] as const), ...pages.map((href) => [href, anchor] as const)];
  const site = await startSite((host, path) => {
    // No answer, ever.
    if (host.startsWith('s')) return () => {};
    if (path === '/robots.txt') return undefined;
    return html(`Court ${path}`, `court ${path}`, path === '/' ? links : []);
  });
  t.after(() => site.close());
  const options = {
    ...{ query: 'court', seed: 'http://a.test/', nearDuplicates: 'off', agents: 1, maxPages: 21 },
    ...{ resolve: site.resolve, allowPrivate: true, workers: 0 },
    ...{ delay: '0s', timeout: '1s', requests: 4, ...choice },
  };
  const crawl = await Crawl.start(settingsFrom({ options: options as CrawlOptions }));
  let visited = 0;
  for await (const { visit } of crawl.run()) if (visit.outcome === 'page' && ++visited > pages.length) break;
  const own = site.log.filter(({ host }) => host === 'a.test').map(({ path }) => path);
  assert.deepEqual(own.toSorted(), ['/', '/robots.txt', ...pages].toSorted());
  return site.log.length - own.length;
}

test('hosts that never answer do not keep a crawl from one that does', async (t) => {
  // Four at a time: the silent ones, first in the queue, would have been asked nearly all of 40 before the last page.
  const asked = await requestsToSilent(t, 'court', { strategy: 'breadth-first' });
  assert.ok(asked <= 8, `${asked} requests to silent hosts`);
});

test('what they would be worth is not waited for, and they do not take the last of the budget', async (t) => {
  const asked = await requestsToSilent(t, 'page', {});
  assert.ok(asked <= 16, `${asked} requests to silent hosts`);
});
