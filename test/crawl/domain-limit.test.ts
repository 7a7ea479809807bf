import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { html, startSite } from '../site.js';

test('a domain with a host or port behind every host ends by itself, others go on', async (t) => {
  let next = 0;
  const farm = () =>
    [`http://n${++next}.farm.test/`, `http://farm.test:${1000 + ++next}/`].map((href) => [href, 'court'] as const);
  const site = await startSite((host, path) => {
    if (path === '/robots.txt') return undefined;
    const own = host === 'a.test' && path === '/' ? [['/1', 'court'] as const, ...farm()] : [];
    return html(`Court ${host}${path}`, `court ${host}${path}`, host === 'a.test' ? own : farm());
  });
  t.after(() => site.close());
  const options = {
    ...{ query: 'court', seed: 'http://a.test/', maxPerHost: 2, nearDuplicates: 'off' },
    ...{ resolve: site.resolve, allowPrivate: true, workers: 0, delay: '0s', maxPages: 500 },
  };
  const crawl = await Crawl.start(settingsFrom({ options: options as CrawlOptions }));
  const domains = new Map<string, number>();
  const run = crawl.run();
  let step = await run.next();
  for (; !step.done; step = await run.next()) {
    const domain = new URL(step.value.url).hostname.replace(/^n\d+\./, '');
    domains.set(domain, (domains.get(domain) ?? 0) + 1);
  }
  assert.equal(step.value, 'hosts-closed');
  assert.deepEqual(Object.fromEntries(domains), { 'a.test': 2, 'farm.test': 20 });
});
