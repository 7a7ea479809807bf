import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { HttpTransport } from '../../src/download/http-transport.js';
import type { Transport } from '../../src/download/transport.js';
import { html, redirect, type SitePage, startSite } from '../site.js';

const page = (host: string) => html(`Court of ${host}`, `court of ${host}`);
const delay = 40;

/** Crawls the front pages of the hosts; all of them live at one address, or each at its own. */
async function crawled(web: Record<string, SitePage>, hosts: readonly string[], sharedAddress: boolean) {
  const site = await startSite({
    ...Object.fromEntries(hosts.map((host) => [`${host}/`, page(host)])),
    ...web,
  });
  const pinned = new Map([['*', { address: '127.0.0.1', port: site.port }]]);
  const http = new HttpTransport({ allowPrivate: true, resolve: pinned });
  // When requests are sent; the server may hear of them later, the busier the machine.
  const times = new Map<string, number[]>();
  const transport: Transport = {
    fetch(request) {
      const { host } = new URL(request.url);
      times.set(host, [...(times.get(host) ?? []), Date.now()]);
      return http.fetch(request);
    },
    addressOf: async (url) => (sharedAddress ? '192.0.2.1' : new URL(url).host),
    close: () => http.close(),
  };
  const seed = hosts.map((host) => `http://${host}/`);
  const options = {
    query: 'court',
    seed,
    delay: `${delay}ms`,
    delayPerAddress: `${delay}ms`,
    maxTime: '30s',
    requests: 8,
    workers: 0,
  };
  const crawl = await Crawl.start(settingsFrom({ options: options as CrawlOptions }), { transport });
  const visited: string[] = [];
  const refused: string[] = [];
  const run = crawl.run();
  let step = await run.next();
  for (; !step.done; step = await run.next()) {
    visited.push(step.value.url);
    if (step.value.visit.outcome === 'refused') refused.push(step.value.url);
  }
  await transport.close();
  await site.close();
  for (const [host, [first = 0, ...rest]] of times)
    rest.reduce((before, at) => {
      assert.ok(at - before >= delay - 2, `${host}: ${at - before} ms`);
      return at;
    }, first);
  return {
    visited: visited.sort(),
    refused,
    robots: site.log.filter(({ path }) => path !== '/').length,
  };
}

for (const shared of [false, true]) {
  const where = shared ? 'one address' : 'two addresses';

  test(`two hosts at ${where} whose robots.txt lead to each other are crawled as if they had none`, async () => {
    const web = {
      'a.test/robots.txt': redirect('http://www.a.test/robots.txt'),
      'www.a.test/robots.txt': redirect('http://a.test/robots.txt'),
    };
    const { visited, robots } = await crawled(web, ['a.test', 'www.a.test'], shared);
    assert.deepEqual(visited, ['http://a.test/', 'http://www.a.test/']);
    assert.equal(robots, 4, 'each its own, and the way back to it');
  });

  test(`two hosts at ${where} that keep each other's robots.txt are crawled by them`, async () => {
    const web: Record<string, SitePage> = {
      'a.test/robots.txt': redirect('http://b.test/rules-of-a'),
      'b.test/robots.txt': redirect('http://a.test/rules-of-b'),
      'b.test/rules-of-a': 'User-agent: *\nDisallow: /private',
      'a.test/rules-of-b': 'User-agent: *\nDisallow: /',
    };
    const { visited, refused } = await crawled(web, ['a.test', 'b.test'], shared);
    assert.deepEqual(visited, ['http://a.test/', 'http://b.test/']);
    assert.deepEqual(refused, ['http://b.test/']);
  });
}
