import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { mostInAll, SiteSitemaps } from '../../src/agent/site-sitemaps.js';
import { explained } from '../../src/cli/commands/why/run.js';
import { systemClock } from '../../src/clock.js';
import type { CrawlOptions, Settings } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { openTransport } from '../../src/crawl/open-transport.js';
import type { Transport } from '../../src/download/transport.js';
import { Scope } from '../../src/frontier/scope.js';
import { VirtualClock } from '../../src/lab/runs/virtual-clock.js';
import { unlimited } from '../../src/model/frontier.js';
import type { VisitRow } from '../../src/model/visit.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { temporaryFolder } from '../archive/warc-fixture.js';
import { archiveOf, labSettings } from '../lab/archived.js';
import { rss, sitemapIndex, urlset } from '../lists/made-lists.js';
import { html, redirect, type Site, type SitePage, startSite } from '../site.js';

type Web = Record<string, SitePage>;

const page = (text: string, ...links: [string, string][]) => html(text, text, links);
const plain = (text: string): SitePage => answer('text/plain', text);
const xml = (text: string): SitePage => answer('application/xml', text);

function answer(type: string, body: string | Uint8Array): SitePage {
  return (_request, response: ServerResponse) => response.writeHead(200, { 'content-type': type }).end(body);
}

const sitemapLine = (url: string) => `Sitemap: ${url}`;

function settingsOf(site: Site, options: Partial<CrawlOptions>) {
  const own = { query: 'court', seed: 'http://a.test/', delay: '0s', requests: 1, workers: 0, allowPrivate: true };
  return settingsFrom({
    options: { ...own, resolve: site.resolve, strategy: 'breadth-first', sitemaps: true, ...options } as CrawlOptions,
  });
}

async function siteOf(t: TestContext, pages: Web): Promise<Site> {
  const site = await startSite(pages);
  t.after(() => site.close());
  return site;
}

/** The first `most` visits, or all. */
async function visitsOf(crawl: Crawl, most = Number.POSITIVE_INFINITY) {
  const visits: VisitRow[] = [];
  for await (const { seq } of crawl.run()) {
    visits.push((await crawl.store.records.visit(seq))!);
    if (visits.length === most) break;
  }
  const at = (url: string) => visits.find((visit) => visit.url === `http://${url}`);
  return { visits, at, urls: visits.map(({ url }) => url.replace('http://', '')), records: crawl.store.records };
}

async function crawlOf(t: TestContext, pages: Web, options: Partial<CrawlOptions> = {}) {
  const site = await siteOf(t, pages);
  const crawl = await Crawl.start(settingsOf(site, options));
  return { site, tally: crawl.tally, ...(await visitsOf(crawl)) };
}

const folder = (t: TestContext) => path.join(temporaryFolder(t), 'crawl');

/** a.test has a page that nothing links to but a sitemap. */
const hidden = {
  'a.test/': page('court'),
  'a.test/robots.txt': plain('Sitemap: http://a.test/map.xml'),
  'a.test/map.xml': xml(urlset('http://a.test/hidden-court-page.html')),
  'a.test/hidden-court-page.html': page('court'),
};

describe('sitemaps as sources of links', () => {
  test('are not asked for unless the user wants them', async (t) => {
    const { urls } = await crawlOf(t, hidden, { sitemaps: false });
    assert.deepEqual(urls, ['a.test/']);
  });

  test('those that robots.txt names, of every kind, lead to pages that nothing else does', async (t) => {
    const { at, urls, tally, records } = await crawlOf(t, {
      'a.test/': page('court'),
      'a.test/robots.txt': plain(
        'Sitemap: http://a.test/index.xml\nSitemap: /lines.txt\nSitemap: http://a.test/feed\nSitemap: http://a.test/bad.xml\nSitemap: http://a.test/gone.xml',
      ),
      'a.test/index.xml': xml(
        sitemapIndex(['http://a.test/old.xml', '2019-01-01'], ['http://a.test/new.xml.gz', '2024-05-06T07:08:09Z']),
      ),
      'a.test/old.xml': xml(urlset('http://a.test/old')),
      'a.test/new.xml.gz': answer(
        'application/gzip',
        gzipSync('<urlset><url><loc>/new-court</loc><lastmod>2024-02-03</lastmod></url></urlset>'),
      ),
      'a.test/lines.txt': plain('http://a.test/line\n'),
      'a.test/feed': answer(
        'text/html',
        rss('<item><title>Courts of law</title><link>http://a.test/item</link></item>'),
      ),
      'a.test/bad.xml': xml(`<!DOCTYPE urlset SYSTEM "x">${urlset('http://a.test/never')}`),
      ...Object.fromEntries(
        ['old', 'new-court', 'line', 'item'].map((name) => [`a.test/${name}`, page(`${name} court`)]),
      ),
    });
    // They come with the place of the URL that led to their site: after the seed, before what they bring; newest first of an index.
    assert.deepEqual(urls, [
      'a.test/',
      'a.test/index.xml',
      'a.test/lines.txt',
      'a.test/feed',
      'a.test/bad.xml',
      'a.test/gone.xml',
      'a.test/new.xml.gz',
      'a.test/old.xml',
      'a.test/line',
      'a.test/item',
      'a.test/new-court',
      'a.test/old',
    ]);
    const index = at('a.test/index.xml')!;
    assert.deepEqual(
      [index.outcome, index.detail, index.fingerprint],
      ['sitemap', 'an index of 2 sitemaps', undefined],
    );
    assert.equal(at('a.test/new.xml.gz')!.detail, '1 page');
    assert.deepEqual([at('a.test/bad.xml')!.outcome, at('a.test/bad.xml')!.reason], ['failed', 'sitemap-doctype']);
    assert.equal(at('a.test/gone.xml')!.reason, 'http-404');
    // Five documents: the seed and one page of each sitemap that can be read.
    assert.deepEqual([tally.documents, tally.sitemaps, tally.failed], [5, 5, 2]);
    const found = (await records.find('http://a.test/new-court'))!;
    assert.equal(found.modifiedAt, Date.UTC(2024, 1, 3));
    const [link] = await records.inLinks(found.id);
    assert.deepEqual([link!.from, link!.anchor, link!.isSitemap], ['http://a.test/new.xml.gz', 'new court', true]);
    const item = (await records.find('http://a.test/item'))!;
    assert.equal((await records.inLinks(item.id))[0]!.anchor, 'Courts of law');
  });

  test('where robots.txt names none, /sitemap.xml is tried, of the sites of seeds alone', async (t) => {
    const { urls, at } = await crawlOf(t, {
      'a.test/': page('court', ['http://b.test/', 'b']),
      'a.test/sitemap.xml': xml(urlset('http://a.test/x')),
      'a.test/x': page('court'),
      'b.test/': page('court b'),
      'b.test/sitemap.xml': xml(urlset('http://b.test/y')),
    });
    assert.deepEqual(urls, ['a.test/', 'a.test/sitemap.xml', 'b.test/', 'a.test/x']);
    assert.equal(at('a.test/sitemap.xml')!.kind, 'sitemap');
  });

  test('a sitemap speaks for its own site, and for those whose robots.txt name it', async (t) => {
    const { urls, records } = await crawlOf(
      t,
      {
        'a.test/': page('court', ['http://b.test/', 'b']),
        'a.test/robots.txt': plain('Sitemap: http://maps.test/all.xml'),
        'b.test/': page('court b'),
        'b.test/robots.txt': plain('Sitemap: http://maps.test/index.xml'),
        'maps.test/all.xml': xml(urlset('http://a.test/one', 'http://b.test/two', 'http://c.test/three', '/four')),
        // What an index lists has the word of whoever named the index.
        'maps.test/index.xml': xml(sitemapIndex(['http://parts.test/b.xml'])),
        'parts.test/b.xml': xml(urlset('http://a.test/five', 'http://b.test/six')),
        ...Object.fromEntries(
          ['a.test/one', 'b.test/two', 'c.test/three', 'maps.test/four', 'a.test/five', 'b.test/six'].map((url) => [
            url,
            page(`court ${url}`),
          ]),
        ),
      },
      {},
    );
    const visited = (url: string) => urls.includes(url);
    assert.deepEqual(
      ['a.test/one', 'b.test/two', 'c.test/three', 'maps.test/four', 'a.test/five', 'b.test/six'].map(visited),
      [true, false, false, true, false, true],
    );
    assert.equal(await records.find('http://c.test/three'), undefined, 'counted, not kept');
    assert.equal(urls.includes('maps.test/sitemap.xml'), false);
  });

  test('what is named as a sitemap and is a page is one, but at the address of a file nothing is there', async (t) => {
    const { at } = await crawlOf(t, {
      'a.test/': page('court'),
      'a.test/robots.txt': plain('Sitemap: /sitemap.html\nSitemap: /moved.xml\nSitemap: /missing.xml'),
      'a.test/sitemap.html': page('court pages', ['/x', 'x']),
      'a.test/x': page('court x'),
      'a.test/moved.xml': redirect('/front'),
      'a.test/front': page('court front'),
      'a.test/missing.xml': page('We are sorry: there is no such page'),
    });
    assert.deepEqual(
      ['sitemap.html', 'x', 'moved.xml', 'front', 'missing.xml'].map((name) => at(`a.test/${name}`)!.outcome),
      ['page', 'page', 'redirect', 'page', 'failed'],
    );
    assert.equal(at('a.test/missing.xml')!.reason, 'sitemap-unreadable');
  });

  test('a sitemap that a page links to is still one', async (t) => {
    const { at, urls } = await crawlOf(t, {
      'a.test/': page('court', ['http://b.test/map.xml', 'map'], ['http://b.test/', 'b']),
      'b.test/': page('court b'),
      'b.test/robots.txt': plain('Sitemap: http://b.test/map.xml\nSitemap: http://b.test/other.xml'),
      'b.test/map.xml': xml(urlset('http://b.test/z')),
      'b.test/other.xml': xml(urlset('http://b.test/w')),
      'b.test/z': page('court z'),
      'b.test/w': page('court w'),
    });
    assert.equal(at('b.test/other.xml')!.outcome, 'sitemap');
    assert.ok(urls.includes('b.test/w'));
  });

  test('robots rules, scope and the order of requests hold for sitemaps too', async (t) => {
    const { site, at, urls } = await crawlOf(
      t,
      {
        'a.test/': page('court'),
        'a.test/robots.txt': plain(
          'User-agent: *\nDisallow: /private/\nSitemap: /private/map.xml\nSitemap: /map.xml\nSitemap: http://out.test/map.xml',
        ),
        'a.test/map.xml': xml(urlset('http://a.test/law/court', 'http://a.test/private/court', 'http://a.test/sport')),
        'a.test/law/court': page('court'),
        'out.test/map.xml': xml(urlset('http://a.test/law/more')),
      },
      { domains: 'a.test', include: ['**/law/**', 'http://a.test/'] as unknown as string[] },
    );
    assert.equal(at('a.test/private/map.xml')!.reason, 'robots');
    assert.deepEqual(urls, ['a.test/', 'a.test/private/map.xml', 'a.test/map.xml', 'a.test/law/court']);
    assert.deepEqual(
      site.log.map(({ host, path: asked }) => host + asked),
      ['a.test/robots.txt', 'a.test/', 'a.test/map.xml', 'a.test/law/court'],
    );
  });

  test('an index of indexes ends, and so does one that lists itself', async (t) => {
    const web: Web = { 'a.test/': page('court'), 'a.test/robots.txt': plain('Sitemap: /0.xml') };
    for (let level = 0; level < 6; level++)
      web[`a.test/${level}.xml`] = xml(
        sitemapIndex([`http://a.test/${level + 1}.xml`], [`http://a.test/${level}.xml`], ['http://a.test/0.xml']),
      );
    const { urls } = await crawlOf(t, web);
    assert.deepEqual(urls, ['a.test/', 'a.test/0.xml', 'a.test/1.xml', 'a.test/2.xml']);
  });

  test('may be larger than a page, and have more entries than a page has links', async (t) => {
    const urls = Array.from({ length: 2_500 }, (_, index) => `http://a.test/${index}`);
    const { at, records } = await crawlOf(
      t,
      {
        'a.test/': page('court'),
        'a.test/robots.txt': plain('Sitemap: /large.xml'),
        'a.test/large.xml': xml(urlset(...urls)),
        'a.test/0': page('court 0'),
      },
      { maxPages: 2, maxPageBytes: '20kB' },
    );
    assert.equal(at('a.test/large.xml')!.detail, '2,500 pages');
    assert.equal(at('a.test/0')!.outcome, 'page');
    assert.equal((await records.find(urls.at(-1)!))!.state, 'queued');
  });

  test('lead to no sitemaps of the sites that they lie on: a chain over endless hosts has no second link', async (t) => {
    const next = (host: string) => `h${Number(host.match(/\d+/)?.[0] ?? 0) + 1}.test`;
    const site = await startSite((host, place) => {
      if (place === '/robots.txt') return plain(`Sitemap: http://${next(host)}/map.xml`);
      return place === '/map.xml' ? xml(urlset()) : page('court');
    });
    t.after(() => site.close());
    const { urls } = await visitsOf(await Crawl.start(settingsOf(site, { maxTime: '20s' })), 5);
    assert.deepEqual(urls, ['a.test/', 'h1.test/map.xml']);
  });

  test('of those that a site names on other hosts, itself or by an index, fifty are read', async (t) => {
    const named = (kind: string) => Array.from({ length: 60 }, (_, index) => `http://${kind}${index}.test/map.xml`);
    const site = await startSite((host, place) => {
      if (place === '/robots.txt')
        return host === 'a.test'
          ? plain(['http://i.test/index.xml', ...named('r')].map(sitemapLine).join('\n'))
          : undefined;
      // Indexes of indexes: 60 more for each, were they not all of one site's making.
      if (host === 'i.test') return xml(sitemapIndex(...named('i').map((url) => [url] as const)));
      if (/^i\d/.test(host)) return xml(sitemapIndex(...named(`${host.split('.')[0]}x`).map((url) => [url] as const)));
      return place === '/map.xml' ? xml(urlset()) : page('court');
    });
    t.after(() => site.close());
    const { urls } = await visitsOf(await Crawl.start(settingsOf(site, {})), 200);
    const read = (start: RegExp) => urls.filter((url) => start.test(url)).length;
    // Of robots.txt the index and 49 others; of the index 50, and nothing of what lies behind them.
    assert.deepEqual([urls.length, read(/^r/), read(/^i\d+\./), read(/^i\d+x/)], [1 + 1 + 49 + 50, 49, 50, 0]);
  });

  test('end in any case, however many sites name some', () => {
    const settings = settingsFrom({ options: { query: 'court', seed: 'http://a.test/' } });
    const store = new MemoryStore(unlimited);
    const sites = new SiteSitemaps({ store, scope: new Scope(settings), downloader: { sitemapsOf: async () => [] } });
    const lead = { url: '', queue: 1, level: 1, depth: 0, priority: 1, kind: 'page' } as const;
    let granted = 0;
    for (let host = 0; host < 300; host++) {
      const urls = Array.from({ length: 50 }, (_, index) => `http://h${host}.test/${index}.xml`);
      granted += sites.candidates(lead, urls, `http://h${host}.test/`).length;
    }
    assert.equal(granted, mostInAll);
  });

  test('of a host with many, the newest fifty are read', async (t) => {
    const names = Array.from({ length: 60 }, (_, index) => `http://a.test/${index}.xml`);
    const dated = names.map((url, index) => [url, `20${10 + (index % 60)}-01-01`.slice(0, 10)] as const);
    const { tally, at } = await crawlOf(
      t,
      {
        'a.test/': page('court'),
        'a.test/robots.txt': plain('Sitemap: /index.xml'),
        'a.test/index.xml': xml(sitemapIndex(...dated)),
        ...Object.fromEntries(names.map((url) => [url.slice(7), xml(urlset(`${url}.html`))])),
      },
      { maxDepth: 0 },
    );
    // The index is one of the fifty. Years after the present are not believed: those entries come last.
    assert.equal(tally.sitemaps, 50);
    const year = new Date().getUTCFullYear();
    assert.equal(at(`a.test/${year - 2010}.xml`)?.outcome, 'sitemap');
    assert.equal(at('a.test/59.xml'), undefined);
  });
});

describe('a crawl that follows sitemaps', () => {
  test('waits between two requests to a host, whatever they are for', async (t) => {
    const web = archiveOf(temporaryFolder(t), {
      'a.test/': page('court'),
      'a.test/robots.txt': 'Sitemap: http://a.test/map.xml',
      'a.test/map.xml': urlset('http://a.test/hidden-court-page.html'),
      'a.test/hidden-court-page.html': page('court'),
    });
    const options = { query: 'court', seed: 'http://a.test/', strategy: 'breadth-first', sitemaps: true };
    const settings = labSettings(web, { ...options, delay: '5s', requests: 4 });
    const clock = new VirtualClock();
    const archive = await openTransport(settings);
    const asked: string[] = [];
    const transport: Transport = {
      fetch(request) {
        asked.push(`${clock.now() / 1_000} ${new URL(request.url).pathname}`);
        return archive.fetch(request);
      },
      close: () => archive.close(),
    };
    await visitsOf(await Crawl.start(settings, { transport, simulated: true, clock }));
    await transport.close();
    assert.deepEqual(asked, ['0 /robots.txt', '5 /', '10 /map.xml', '15 /hidden-court-page.html']);
  });

  test('goes on after an interruption as if there had been none, whatever it has learnt', async (t) => {
    const names = Array.from({ length: 12 }, (_, index) => `${index % 3 === 0 ? 'court' : 'sport'}-${index}`);
    const site = await siteOf(t, {
      'a.test/': page('court', ['/map.xml', 'map']),
      'a.test/robots.txt': plain('Sitemap: /index.xml'),
      'a.test/index.xml': xml(sitemapIndex(['http://a.test/map.xml'], ['http://a.test/late.xml'])),
      'a.test/map.xml': xml(urlset(...names.map((name) => `http://a.test/${name}`))),
      'a.test/late.xml': xml(urlset('http://a.test/late-court')),
      'a.test/late-court': page('court late'),
      ...Object.fromEntries(names.map((name) => [`a.test/${name}`, page(name.replace('-', ' '))])),
    });
    const whole = await visitsOf(await Crawl.start(settingsOf(site, { strategy: 'osprey', out: folder(t) })));
    assert.equal(whole.visits.filter(({ outcome }) => outcome === 'page').length, 14);
    for (const cut of [1, 2, 3, 5]) {
      const settings = settingsOf(site, { strategy: 'osprey', out: folder(t) });
      const first = await visitsOf(await Crawl.start(settings), cut);
      const second = await visitsOf(await Crawl.resume(settings, settings, []));
      assert.deepEqual([...first.urls, ...second.urls], whole.urls, `cut after ${cut}`);
    }
  });

  test('tells who named a page, and when it last changed', async (t) => {
    const dated = '<urlset><url><loc>/hidden-court-page.html</loc><lastmod>2024-02-03</lastmod></url></urlset>';
    const site = await siteOf(t, { ...hidden, 'a.test/map.xml': xml(dated) });
    const out = folder(t);
    await visitsOf(await Crawl.start(settingsOf(site, { out })));
    const why = await explained(out, 'http://a.test/hidden-court-page.html');
    assert.match(why, /^Listed in the sitemap http:\/\/a\.test\/map\.xml, last changed 2024-02-03T00:00:00\.000Z\.$/m);
    assert.match(why, /^ {2}0\. http:\/\/a\.test\/map\.xml\n {5}a sitemap of its site; visit ended as sitemap$/m);
    assert.match(why, /^ {2}1\. this URL, entry "hidden court page" scored/m);
    assert.match(await explained(out, 'http://a.test/map.xml'), /: a sitemap, 1 page\.\n/);
  });

  test('catches up with the sites it has visited when it is resumed with the option', async (t) => {
    const site = await siteOf(t, hidden);
    const out = folder(t);
    const before = settingsOf(site, { sitemaps: false, out });
    await visitsOf(await Crawl.start(before));
    const { urls } = await visitsOf(await Crawl.resume(settingsOf(site, { out }), before, []));
    assert.deepEqual(urls, ['a.test/map.xml', 'a.test/hidden-court-page.html']);
  });

  test('asks again for a sitemap that could not be had, as a sitemap', async (t) => {
    const web: Web = { ...hidden, 'a.test/map.xml': (_request, response) => response.writeHead(503).end() };
    const site = await siteOf(t, web);
    const settings = settingsOf(site, { out: folder(t), retries: 0 });
    const first = await visitsOf(await Crawl.start(settings));
    assert.equal(first.at('a.test/map.xml')!.reason, 'http-503');
    web['a.test/map.xml'] = hidden['a.test/map.xml'];
    const { urls } = await visitsOf(await Crawl.resume(settings, settings, []));
    assert.deepEqual(urls, ['a.test/map.xml', 'a.test/hidden-court-page.html']);
  });

  test('can be crawled again from its archive, sitemaps included', async (t) => {
    const site = await siteOf(t, hidden);
    const out = folder(t);
    const live = await visitsOf(await Crawl.start(settingsOf(site, { out })));
    const records = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => /\.warc\.gz$/.test(name));
    const robots = archiveOf(temporaryFolder(t), { 'a.test/robots.txt': 'Sitemap: http://a.test/map.xml' });
    const web = [...records.map((name) => path.join(out, name)), robots];
    const settings = settingsFrom({
      options: { query: 'court', seed: 'http://a.test/', web, sitemaps: true, strategy: 'breadth-first', workers: 1 },
    });
    const again = await visitsOf(await Crawl.start(settings));
    assert.deepEqual(again.urls, live.urls);
    assert.equal(again.at('a.test/map.xml')!.outcome, 'sitemap');
  });
});

describe('a refresh of a crawl that follows sitemaps', () => {
  const day = 86_400_000;
  const entry = (place: string, date: number) =>
    `<url><loc>http://a.test/${place}</loc><lastmod>${new Date(date).toISOString()}</lastmod></url>`;
  const tagged =
    (tag: string, body: string): SitePage =>
    (request, response) => {
      const isSame = request.headers['if-none-match'] === tag;
      response.writeHead(isSame ? 304 : 200, { 'content-type': 'application/xml', etag: tag }).end(isSame ? '' : body);
    };

  /** Three pages of two sitemaps, crawled; then one of them has changed, so says its sitemap, and one more is there. */
  async function changed(t: TestContext) {
    const old = Date.now() - 100 * day;
    const web: Web = {
      'a.test/': page('court'),
      'a.test/robots.txt': plain('Sitemap: /map.xml\nSitemap: /still.xml'),
      'a.test/map.xml': tagged('"1"', `<urlset>${entry('court-1', old)}${entry('court-2', old)}</urlset>`),
      'a.test/still.xml': tagged('"s"', `<urlset>${entry('court-3', old)}</urlset>`),
      ...Object.fromEntries([1, 2, 3, 4].map((n) => [`a.test/court-${n}`, page(`court ${n}`)])),
    };
    const site = await siteOf(t, web);
    const settings = settingsOf(site, { out: folder(t), retries: 0 });
    await visitsOf(await Crawl.start(settings));
    const recent = Date.now() + 5 * day;
    web['a.test/map.xml'] = tagged('"2"', `<urlset>${entry('court-2', recent)}${entry('court-4', recent)}</urlset>`);
    site.log.length = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + 10 * day };
    const request = { maxPages: 1, olderThan: day, minRelevance: 0, newPages: 10, maxTime: Number.POSITIVE_INFINITY };
    const refreshed = async (changes: Partial<Settings> = {}, stopAfter?: number) => {
      const crawl = await Crawl.refresh({ ...settings, ...changes }, request, { clock });
      return { crawl, ...(await stepsOf(crawl, stopAfter)) };
    };
    const resumed = async () => stepsOf(await Crawl.resume(settings, settings, [], { clock }));
    return { web, site, refreshed, resumed };
  }

  async function stepsOf(crawl: Crawl, stopAfter?: number) {
    const steps: string[] = [];
    for await (const { url, visit } of crawl.run()) {
      steps.push(`${new URL(url).pathname} ${visit.outcome}`);
      if (steps.length === stopAfter) crawl.stop();
    }
    return { steps };
  }

  test('reads them again first: what they say has changed is visited, and so is what they say is new', async (t) => {
    const { site, refreshed } = await changed(t);
    const { crawl, steps } = await refreshed();
    assert.deepEqual(steps, ['/map.xml sitemap', '/still.xml unchanged', '/court-2 unchanged', '/court-4 page']);
    assert.equal(crawl.refresh!.pages, 1);
    const asked = site.log
      .filter(({ path: place }) => /xml$/.test(place))
      .map(({ headers }) => headers['if-none-match']);
    assert.deepEqual(asked, ['"1"', '"s"']);
    assert.deepEqual([crawl.tally.sitemaps, crawl.tally.revisits], [2, 1]);
    assert.match(await explained(crawl.settings.out!, 'http://a.test/map.xml'), /0\. this URL, a sitemap of its site/);
  });

  test('goes on where it was stopped, with another refresh or with the crawl', async (t) => {
    for (const way of ['refreshed', 'resumed'] as const)
      for (const cut of [1, 2, 3]) {
        const { [way]: goOn, refreshed } = await changed(t);
        const { steps: before, crawl } = await refreshed({}, cut);
        assert.equal(crawl.refresh!.pages, cut < 3 ? undefined : 1);
        const all = [...before, ...(await goOn()).steps];
        const expected = ['/map.xml sitemap', '/still.xml unchanged', '/court-2 unchanged', '/court-4 page'];
        assert.deepEqual(all, expected, `${way} after ${cut}`);
      }
  });

  test('keeps a sitemap that does not answer, and asks for it the next time', async (t) => {
    const { web, refreshed } = await changed(t);
    const now = web['a.test/map.xml']!;
    web['a.test/map.xml'] = (_request, response) => response.writeHead(500).end();
    const first = await refreshed();
    assert.ok(first.steps.includes('/map.xml failed') && !first.steps.includes('/court-4 page'));
    web['a.test/map.xml'] = now;
    const { steps } = await refreshed();
    assert.deepEqual(
      steps.filter((step) => /xml|court-4/.test(step)),
      ['/map.xml sitemap', '/still.xml unchanged', '/court-4 page'],
    );
  });

  test('leaves them alone where the crawl does not go by sitemaps', async (t) => {
    const { site, refreshed } = await changed(t);
    await refreshed({ sitemaps: false });
    assert.ok(!site.log.some(({ path: place }) => /xml$/.test(place)));
  });
});
