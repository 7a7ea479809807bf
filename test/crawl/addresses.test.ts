import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { frontierRules } from '../../src/crawl/crawl-rules.js';
import { HttpTransport } from '../../src/download/http-transport.js';
import { html, startSite } from '../site.js';

test('hosts that live at one address are spared together, from the first request on', async (t) => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.test`);
  let [underWay, most] = [0, 0];
  const site = await startSite((host, path) => (_request, response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      const links = path === '/' ? [['/1', 'court'] as const] : [];
      if (path === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(html('Court', `court ${host} ${path}`, links));
    }, 150);
  });
  t.after(() => site.close());
  const asked: string[] = [];
  const transport = new HttpTransport({
    allowPrivate: true,
    dns: async (name) => {
      asked.push(name);
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  t.after(() => transport.close());
  const delay = 80;
  const settings = settingsFrom({
    options: {
      ...{ query: 'court', delay: '0s', requests: 8, workers: 0, nearDuplicates: 'off' },
      ...{ requestsPerAddress: 2, delayPerAddress: `${delay}ms` },
      seed: names.map((name) => `http://${name}:${site.port}/`),
    } as CrawlOptions,
  });
  const crawl = await Crawl.start(settings, { transport });
  const visited: string[] = [];
  for await (const { url } of crawl.run()) visited.push(url);
  assert.equal(new Set(visited).size, 2 * names.length);
  assert.equal(visited.length, 2 * names.length);
  assert.equal(most, 2, 'two at a time, whatever the host');
  const times = site.log.map(({ at }) => at);
  // Three a host: robots.txt and two pages. A loaded machine may be late with the first, never early with the last.
  assert.equal(times.length, 3 * names.length);
  assert.ok(times.at(-1)! - times[0]! >= (times.length - 2) * delay);
  assert.deepEqual(asked.sort(), names, 'each name is asked for once');
});

test('what an address is granted goes with what a host is granted, unless said otherwise', () => {
  const rulesOf = (options: Partial<CrawlOptions>) => {
    const base = { query: 'court', seed: 'http://a.test/', requests: 16, ...options } as CrawlOptions;
    const { requestsPerAddress, delayPerAddress } = frontierRules(settingsFrom({ options: base }));
    return { requestsPerAddress, delayPerAddress };
  };
  assert.deepEqual(rulesOf({}), { requestsPerAddress: 8, delayPerAddress: 100 });
  assert.deepEqual(rulesOf({ delay: 0, requestsPerHost: 12 }), { requestsPerAddress: 12, delayPerAddress: 0 });
  const own = { requestsPerAddress: 2, delayPerAddress: '5s' };
  assert.deepEqual(rulesOf(own), { requestsPerAddress: 2, delayPerAddress: 5000 });
});
