import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { seedsFor } from '../../src/agent/seed-finding.js';
import type { CrawlOptions, Settings } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { HttpTransport } from '../../src/download/http-transport.js';
import type { Transport } from '../../src/download/transport.js';
import { searxngAnswers } from '../seeding/answers.js';
import { type Site, startSite } from '../site.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-seeds-'));
let site: Site;
let transport: HttpTransport;

const search = searxngAnswers([{ url: 'https://www.cars.test/' }, { url: 'https://found.test/' }]);
const nothing = searxngAnswers([]);
const sitemap =
  '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://map.test/a</loc></url></urlset>';

before(async () => {
  site = await startSite((host, place) => {
    if (host === 'map.test' && place === '/sitemap.xml')
      return (_request, response) => response.writeHead(200, { 'content-type': 'application/xml' }).end(sitemap);
    return host === 'search.test' ? search(place) : host === 'empty.test' ? nothing(place) : undefined;
  });
  transport = new HttpTransport({
    allowPrivate: true,
    resolve: new Map([['*', { address: '127.0.0.1', port: site.port }]]),
  });
});
after(async () => {
  await transport.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  site.log.length = 0;
});

/** All hosts are the loopback server, which speaks no TLS: of the sources, only those named with an http URL can answer. */
function settings(options: Omit<CrawlOptions, 'query'> = {}, host = 'search.test'): Settings {
  return settingsFrom({
    options: {
      query: 'jaguar car',
      retries: 0,
      allowPrivate: true,
      sourceUrl: { searxng: `http://${host}` },
      ...(options.web === undefined && { resolve: { '*': `127.0.0.1:${site.port}` } }),
      ...options,
    } as CrawlOptions,
  });
}

const urlsOf = ({ seeds }: { readonly seeds: readonly { readonly url: string }[] }) => seeds.map(({ url }) => url);

describe('where a crawl starts', () => {
  test('given seeds are taken as they are, and nobody is asked', async () => {
    const found = await seedsFor(settings({ seed: ['http://cars.test/', 'http://other.test/'] }), transport);
    assert.deepEqual(urlsOf(found), ['http://cars.test/', 'http://other.test/']);
    assert.equal(found.report, undefined);
    assert.deepEqual(site.log, []);
  });

  test('without any start all sources are asked, and those that fail are told', async () => {
    const found = await seedsFor(settings(), transport);
    assert.deepEqual(urlsOf(found), ['https://www.cars.test/', 'https://found.test/']);
    const failed = found.report?.asked.filter(({ failure }) => failure !== undefined).map(({ source }) => source);
    assert.ok(failed?.includes('wikipedia'));
    assert.ok(!failed?.includes('searxng'));
  });

  test('named sources add to what is given, which keeps its form and score', async () => {
    const file = path.join(folder, 'seeds.txt');
    writeFileSync(file, 'http://cars.test/ 7\n');
    const { seeds, report } = await seedsFor(settings({ seeds: file, sources: 'searxng' }), transport);
    assert.deepEqual(
      seeds.map(({ url, score }) => [url, score]),
      [
        ['http://cars.test/', 7],
        // Place 2 of one source: 61/62.
        ['https://found.test/', 61 / 62],
      ],
    );
    assert.equal(report?.seeds.length, 2);
  });

  test('sources that find nothing are no fault beside given seeds, but they are without', async () => {
    const given = { seed: 'http://cars.test/', sources: 'searxng' };
    const { seeds, report } = await seedsFor(settings(given, 'empty.test'), transport);
    assert.deepEqual(urlsOf({ seeds }), ['http://cars.test/']);
    assert.deepEqual(report?.asked, [{ source: 'searxng', genre: 'web', answers: 0 }]);
    await assert.rejects(seedsFor(settings({ sources: 'searxng' }, 'empty.test'), transport), {
      code: 'no-seeds-found',
    });
  });

  test('a sitemap is a start: sources are asked only if named', async () => {
    const listed = { sitemap: 'http://map.test/sitemap.xml' };
    const alone = await seedsFor(settings(listed), transport);
    assert.deepEqual([urlsOf(alone), alone.report], [['http://map.test/a'], undefined]);
    const both = await seedsFor(settings({ ...listed, sources: 'searxng' }), transport);
    assert.deepEqual(urlsOf(both), ['http://map.test/a', 'https://www.cars.test/', 'https://found.test/']);
  });

  test('so are example pages, and a list that turns out to be empty', async () => {
    assert.deepEqual(await seedsFor(settings({ example: 'http://cars.test/e-type' }), transport), { seeds: [] });
    const file = path.join(folder, 'empty.txt');
    writeFileSync(file, '# nothing yet\n');
    assert.deepEqual(await seedsFor(settings({ seeds: file }), transport), { seeds: [] });
    assert.deepEqual(site.log, []);
  });
});

describe('an archived web', () => {
  const archived: Transport = {
    fetch: () => assert.fail('the archived web was asked'),
    close: () => assert.fail('a lent transport was closed'),
  };

  test('is crawled without asking anybody', async () => {
    const seedless = { ...settings({ web: 'web.warc.gz', seed: 'http://any.test/' }), seed: [] };
    assert.deepEqual(await seedsFor(seedless, archived), { seeds: [] });
  });

  test('knows no sources: those that are named are asked on the live web', async () => {
    const live = { web: 'web.warc.gz', sources: 'searxng' };
    const found = await seedsFor(settings(live, `127.0.0.1:${site.port}`), archived).catch((thrown) => thrown);
    // The server knows its search by another host's name: it was reached, and says 404.
    assert.match(found.message, /searxng \(web\): 127\.0\.0\.1:\d+ failed \(status 404\)/);
  });
});

test('without a lent transport one is opened, under the rules of the settings', async () => {
  assert.deepEqual(urlsOf(await seedsFor(settings({ sources: 'searxng' }))), [
    'https://www.cars.test/',
    'https://found.test/',
  ]);
  const guarded = settings({ sources: 'searxng', allowPrivate: false });
  await assert.rejects(seedsFor(guarded), /search\.test cannot be reached: .*--allow-private/);
});
