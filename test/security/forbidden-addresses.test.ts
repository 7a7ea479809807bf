import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import type { DnsQuery } from '../../src/download/dns-cache.js';
import { failureFrom, listen, transport } from '../download/loopback.js';
import { html, redirect, type SitePage, startSite } from '../site.js';
import { crawled, guardedWeb } from './attacked-crawl.js';

/** Names of an attacker's zone, by the addresses that they have. */
const zone: Readonly<Record<string, readonly string[]>> = {
  'loopback.evil.test': ['127.0.0.1'],
  'loopback6.evil.test': ['::1'],
  'mapped.evil.test': ['::ffff:7f00:1'],
  'nat64.evil.test': ['64:ff9b::7f00:1'],
  'intranet.evil.test': ['10.0.0.7', '192.168.0.7'],
  'metadata.evil.test': ['169.254.169.254'],
  localhost: ['127.0.0.1', '::1'],
};

const dns: DnsQuery = async (hostname) => {
  const addresses = zone[hostname];
  if (addresses === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

/** Ways to write this machine, the network around it and the metadata services of clouds. */
const forbidden = [
  '127.0.0.1 127.1 0x7f.1 0x7f000001 2130706433 0177.0.0.1 017700000001 127.0.0.1. 0 0.0.0.0',
  '[::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::127.0.0.1]',
  '[2002:7f00:1::] [2001:0:4136:e378:8000:63bf:80ff:fffe] [fe80::1] [fd00:ec2::254] [fc00::1] [ff02::1]',
  '169.254.169.254 [::ffff:169.254.169.254] 100.100.100.200 10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 224.0.0.1 255.255.255.255',
  'localhost LOCALHOST localhost. １２７.０.０.１ 127。0。0。1',
  ...Object.keys(zone),
].flatMap((line) => line.split(' '));

/** A server on this machine that must never be asked for anything. */
async function victim(t: TestContext) {
  const seen = { connections: 0 };
  const server = createServer((_, response) => response.end('the secret'));
  server.on('connection', () => seen.connections++);
  return { port: await listen(t, server), seen };
}

/** The forbidden URLs, of a server on this machine where they lead here. */
const urlsAt = (port: number, way: string) => forbidden.map((host) => `http://${host}:${port}/${way}`);

/** Crawls `pages` and asserts that nothing forbidden was reached, and that it is on record why. */
async function attack(
  t: TestContext,
  port: number,
  seen: { connections: number },
  pages: Record<string, SitePage>,
  options: object,
  ways: readonly string[],
) {
  const site = await startSite(pages);
  t.after(() => site.close());
  const open = ['www.test', 'moved.test', 'robots.test'];
  const { crawl, visits } = await crawled(options, guardedWeb(t, site, open, dns));
  assert.equal(seen.connections, 0, 'this machine was not asked');
  assert.deepEqual(
    [...new Set(site.log.map(({ host }) => host))].filter((host) => !open.includes(host)),
    [],
  );
  // Hosts that are one address share a record of it: the first URL is refused, the others wait behind it in vain.
  const refused = new Set(
    visits.filter(({ reason }) => reason === 'address-refused').map(({ url }) => new URL(url).host),
  );
  for (const way of ways) {
    for (const written of urlsAt(port, way)) {
      const url = new URL(written);
      url.hostname = url.hostname.replace(/\.$/, '');
      const record = await crawl.store.records.find(url.href);
      assert.ok(record !== undefined, `${written} was met`);
      assert.ok(refused.has(url.host), `${written} was refused`);
    }
  }
  for (const { url, outcome } of visits)
    assert.ok(open.includes(new URL(url).host) || outcome === 'failed', `${url}: ${outcome}`);
  return visits;
}

describe('a page cannot make the crawler ask this machine or its network', () => {
  test('by links, frames, meta refreshes and base addresses', async (t) => {
    const { port, seen } = await victim(t);
    const links = urlsAt(port, 'link').map((url) => [url, 'jaguar car'] as const);
    const refresh = (url: string) => `<meta http-equiv="refresh" content="0;url=${url}">`;
    await attack(
      t,
      port,
      seen,
      {
        'www.test/': html('Jaguar car', 'A jaguar car.', [
          ...links,
          ['/frame', 'car'],
          ['/base', 'car'],
          ['/refresh', 'car'],
        ]),
        'www.test/frame': `<p>car<iframe src="http://127.0.0.1:${port}/frame"></iframe><frameset><frame src="//[::1]:${port}/frame">`,
        'www.test/base': `<base href="http://127.0.0.1:${port}/"><a href="from-base">jaguar car</a>`,
        'www.test/refresh': `${refresh(`http://127.0.0.1:${port}/refresh`)}<p>jaguar car`,
      },
      { seed: 'http://www.test/' },
      ['link'],
    );
  });

  test('by redirects of pages', async (t) => {
    const { port, seen } = await victim(t);
    const targets = urlsAt(port, 'redirect');
    const pages: Record<string, SitePage> = {
      'www.test/': html(
        'Jaguar car',
        'A jaguar car.',
        targets.map((_, index) => [`/${index}`, 'jaguar car']),
      ),
    };
    for (const [index, target] of targets.entries())
      pages[`www.test/${index}`] = redirect(target.replace(/[^ -~]/g, encodeURIComponent), 302);
    await attack(t, port, seen, pages, { seed: 'http://www.test/' }, ['redirect']);
  });

  test('by redirects of robots.txt: the host is left alone instead', async (t) => {
    const { port, seen } = await victim(t);
    const pages = {
      'robots.test/robots.txt': redirect(`http://127.0.0.1:${port}/robots.txt`),
      'robots.test/': html('Jaguar car', 'A jaguar car.'),
      'moved.test/robots.txt': redirect(`http://nat64.evil.test:${port}/robots.txt`),
    };
    const visits = await attack(t, port, seen, pages, { seed: ['http://robots.test/', 'http://moved.test/'] }, []);
    assert.deepEqual(
      visits.map(({ reason }) => reason),
      ['address-refused', 'address-refused'],
    );
  });

  test('by sitemaps and feeds, whether they name lists or pages', async (t) => {
    const { port, seen } = await victim(t);
    const locations = (urls: readonly string[], tag: string) =>
      urls.map((url) => `<${tag}><loc>${url}</loc></${tag}>`).join('');
    const ns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
    const own = 'http://www.test/pages.xml';
    const outlines = [...urlsAt(port, 'opml'), 'http://www.test/feed.xml'].map(
      (url) => `<outline type="rss" xmlUrl="${url}"/>`,
    );
    const items = urlsAt(port, 'item').map((url) => `<item><title>car</title><link>${url}</link></item>`);
    await attack(
      t,
      port,
      seen,
      {
        'www.test/index.xml': `<sitemapindex ${ns}>${locations([...urlsAt(port, 'sitemap'), own], 'sitemap')}</sitemapindex>`,
        'www.test/pages.xml': `<urlset ${ns}>${locations(urlsAt(port, 'listed'), 'url')}</urlset>`,
        'www.test/feeds.opml': `<opml><body>${outlines.join('')}</body></opml>`,
        'www.test/feed.xml': `<rss version="2.0"><channel>${items.join('')}</channel></rss>`,
        'www.test/moved.xml': redirect(own),
      },
      { sitemap: 'http://www.test/index.xml', feed: 'http://www.test/feeds.opml', seedCount: 1_000 },
      ['listed', 'item'],
    );
  });

  test('by sitemaps that robots.txt names', async (t) => {
    const { port, seen } = await victim(t);
    const names = urlsAt(port, 'named').map((url) => `Sitemap: ${url}\n`);
    const rules = `User-agent: *\nAllow: /\nSitemap: http://www.test/own.xml\n${names.join('')}`;
    const text =
      (type: string, body: string): SitePage =>
      (_request, response) => {
        response.writeHead(200, { 'content-type': type }).end(body);
      };
    const pages = urlsAt(port, 'listed').map((url) => `<url><loc>${url}</loc></url>`);
    await attack(
      t,
      port,
      seen,
      {
        'www.test/robots.txt': text('text/plain', rules),
        'www.test/own.xml': text('application/xml', `<urlset>${pages.join('')}</urlset>`),
        'www.test/': html('Jaguar car', 'A jaguar car.'),
      },
      { seed: 'http://www.test/', sitemaps: true },
      [],
    );
  });

  test('nor can seeds, or lists that are moved there', async (t) => {
    const { port, seen } = await victim(t);
    await attack(t, port, seen, {}, { seed: urlsAt(port, 'seed') }, ['seed']);
    for (const target of [`http://127.0.0.1:${port}/`, `http://loopback.evil.test:${port}/`]) {
      const pages = { 'www.test/list': redirect(target) };
      await assert.rejects(attack(t, port, seen, pages, { sitemap: 'http://www.test/list' }, []), {
        name: 'UsageError',
      });
      assert.equal(seen.connections, 0);
    }
  });

  test('nor do pinned hosts and allowed private networks open the way to metadata services', async (t) => {
    const { seen } = await victim(t);
    const options = {
      allowPrivate: true,
      resolve: '*=169.254.169.254',
      seed: ['http://www.test/', 'http://169.254.169.254/'],
    };
    const { visits } = await crawled(options);
    assert.deepEqual(
      visits.map(({ reason }) => reason),
      ['address-refused', 'address-refused'],
    );
    assert.equal(seen.connections, 0);
  });
});

describe('a name that changes its address (DNS rebinding)', () => {
  test('is judged anew by every answer that a socket is opened to', async (t) => {
    const { port, seen } = await victim(t);
    // No address at first, which is not kept, and one inside when it is asked again.
    const later: Readonly<Record<string, string>> = {
      'a.evil.test': '127.0.0.1',
      'b.evil.test': '::1',
      'c.evil.test': '64:ff9b::7f00:1',
      'd.evil.test': '10.0.0.1',
      'e.evil.test': '169.254.169.254',
    };
    const asked = new Set<string>();
    const live = transport(t, {
      allowPrivate: false,
      dns: async (hostname) => {
        if (!asked.has(hostname)) {
          asked.add(hostname);
          throw Object.assign(new Error('none yet'), { code: 'ENOTFOUND' });
        }
        const address = later[hostname]!;
        return [{ address, family: address.includes(':') ? 6 : 4 }];
      },
    });
    for (const host of Object.keys(later)) {
      const ask = () => failureFrom(live.fetch({ url: `http://${host}:${port}/`, headers: {} }));
      assert.match((await ask()).code, /^dns-/);
      assert.equal((await ask()).code, 'address-refused');
    }
    assert.equal(seen.connections, 0);
  });
});
