import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { html, startSite } from '../site.js';

test('hosts that never answer do not keep a crawl from one that does', async (t) => {
  const silent = Array.from({ length: 40 }, (_, index) => `http://s${index}.test/`);
  const pages = Array.from({ length: 20 }, (_, index) => `/${index}`);
  const links = [...silent, ...pages].map((href) => [href, 'court'] as const);
  const site = await startSite((host, path) => {
    // No answer, ever.
    if (host.startsWith('s')) return () => {};
    if (path === '/robots.txt') return undefined;
    return html(`Court ${path}`, `court ${path}`, path === '/' ? links : []);
  });
  t.after(() => site.close());
  const options = {
    ...{ query: 'court', seed: 'http://a.test/', strategy: 'breadth-first', nearDuplicates: 'off', agents: 1 },
    ...{ resolve: site.resolve, allowPrivate: true, workers: 0 },
    ...{ delay: '0s', timeout: '1s', requests: 4 },
  };
  const crawl = await Crawl.start(settingsFrom({ options: options as CrawlOptions }));
  let visited = 0;
  for await (const { visit } of crawl.run()) if (visit.outcome === 'page' && ++visited > pages.length) break;
  const own = site.log.filter(({ host }) => host === 'a.test').map(({ path }) => path);
  assert.deepEqual(own.toSorted(), ['/', '/robots.txt', ...pages].toSorted());
  // Four at a time: the silent ones, first in the queue, would have been asked nearly all of 40 before the last page.
  assert.ok(site.log.length - own.length <= 8, `${site.log.length - own.length} requests to silent hosts`);
});
