import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { frontierRules } from '../../src/crawl/crawl-rules.js';
import { HttpTransport } from '../../src/download/http-transport.js';
import { html, startSite } from '../site.js';
import { statusOf } from '../store/folder-views.js';

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

test('hosts and ports at one address have a page limit together, also after a resume', async (t) => {
  let next = 0;
  const site = await startSite((host, path) => {
    if (path === '/robots.txt') return undefined;
    const farm = [1, 2].map(() => [`http://n${++next}-farm.test:${site.port}/`, 'court'] as const);
    return html(`Court ${host}`, `court ${host}`, farm);
  });
  t.after(() => site.close());
  const ports = await startSite((host) => html(`Court ${host}`, `court port ${host}`));
  t.after(() => ports.close());
  const transport = new HttpTransport({ allowPrivate: true, dns: async () => [{ address: '127.0.0.1', family: 4 }] });
  t.after(() => transport.close());
  const settings = (maxPerAddress: number) =>
    settingsFrom({
      options: {
        ...{
          query: 'court',
          delay: '0s',
          delayPerAddress: '0s',
          workers: 0,
          nearDuplicates: 'off',
          maxPerAddress,
          out,
        },
        seed: [`http://a.test:${site.port}/`, `http://a.test:${ports.port}/`],
      } as CrawlOptions,
    });
  const out = await mkdtemp(path.join(tmpdir(), 'osprey-address-'));
  t.after(() => rm(out, { recursive: true }));
  const visits = async (crawl: Crawl) => {
    const run = crawl.run();
    let [visited, step] = [0, await run.next()];
    for (; !step.done; step = await run.next()) visited++;
    return [visited, step.value];
  };
  assert.deepEqual(await visits(await Crawl.start(settings(10), { transport })), [10, 'hosts-closed']);
  const { queued, closed } = statusOf(out, settings(10)).queue;
  assert.ok(queued > 0 && closed > 0, `${closed} of ${queued}`);
  const resumed = await Crawl.resume(settings(15), settings(10), [], { transport });
  assert.deepEqual(await visits(resumed), [5, 'hosts-closed']);
});
