import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { html, type SitePage, startSite } from '../site.js';

const text =
  (body: string): SitePage =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
  };

test('a crawler with a name of its own keeps to what robots.txt, pages and headers ask of that name', async (t) => {
  const site = await startSite({
    'a.test/robots.txt': text('User-agent: MyBot\nDisallow: /private\n\nUser-agent: *\nAllow: /\n'),
    'a.test/': html('Court', 'court', [
      ['/private', 'court'],
      ['/meta', 'court'],
      ['/header', 'court'],
    ]),
    'a.test/private': html('Private court', 'private'),
    'a.test/meta': '<meta name="MyBot" content="noindex"><title>Court meta</title><p>court one',
    'a.test/header': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'mybot: noindex' });
      response.end('<title>Court header</title><p>court two');
    },
  });
  t.after(() => site.close());
  const options = {
    query: 'court',
    seed: 'http://a.test/',
    userAgent: 'MyBot/1.0',
    resolve: site.resolve,
    allowPrivate: true,
    delay: '0s',
    workers: 0,
  };
  const crawl = await Crawl.start(settingsFrom({ options: options as CrawlOptions }));
  const visits = new Map<string, string>();
  for await (const { url, visit } of crawl.run())
    visits.set(new URL(url).pathname, `${visit.outcome}${visit.noindex ? ' noindex' : ''}`);
  assert.deepEqual(Object.fromEntries(visits), {
    '/': 'page',
    '/private': 'refused',
    '/meta': 'page noindex',
    '/header': 'page noindex',
  });
  assert.ok(!site.log.some(({ path }) => path === '/private'));
});
