import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { CrawlOptions, Settings } from '../../../src/config/options.js';
import { settingsFrom } from '../../../src/config/settings.js';
import { seedsFor } from '../../../src/crawl/seeds/seed-finding.js';
import { HttpTransport } from '../../../src/download/http-transport.js';
import type { Transport } from '../../../src/download/transport.js';
import { urlset } from '../../lists/made-lists.js';
import { json, searxngAnswers } from '../../seeding/answers.js';
import { type Site, type SitePage, startSite } from '../../site.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-seeds-'));
let site: Site;
let transport: HttpTransport;

const search = searxngAnswers([{ url: 'https://www.cars.test/' }, { url: 'https://found.test/' }]);
const nothing = searxngAnswers([]);
const long = searxngAnswers([{ url: 'https://found.test/', title: 'x'.repeat(5_000) }]);
const engines: Readonly<Record<string, typeof search>> = {
  'search.test': search,
  'empty.test': nothing,
  'long.test': long,
  'blogs.test': marginalia,
};
const pages: Readonly<Record<string, string>> = {
  'map.test/sitemap.xml': urlset('http://map.test/a'),
  'map.test/empty.xml': urlset(),
  'map.test/many.xml': urlset('https://found.test/', ...[1, 2, 3].map((page) => `http://map.test/${page}`)),
  'map.test/long.xml': urlset(...Array.from({ length: 200 }, (_, page) => `http://map.test/${page}`)),
};

before(async () => {
  site = await startSite((host, place) => {
    const list = pages[host + place];
    if (list !== undefined)
      return (_request, response) => response.writeHead(200, { 'content-type': 'application/xml' }).end(list);
    return engines[host]?.(place);
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

/** Marginalia: the word "blog" in the query finds other pages, and one that is found without it too. */
function marginalia(place: string): SitePage | undefined {
  const { pathname, searchParams } = new URL(place, 'http://any.test');
  if (pathname !== '/search') return undefined;
  const first = searchParams.get('query')?.endsWith(' blog') ? 'blog' : 'web';
  return json({ results: [first, 'both'].map((name) => ({ url: `http://${name}.test/` })) });
}

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
    const found = await seedsFor(settings({ seed: ['http://cars.test/', 'http://other.test/'] }), { transport });
    assert.deepEqual(urlsOf(found), ['http://cars.test/', 'http://other.test/']);
    assert.equal(found.report, undefined);
    assert.deepEqual(site.log, []);
  });

  test('without any start all sources are asked, and those that fail are told', async () => {
    const found = await seedsFor(settings(), { transport });
    assert.deepEqual(urlsOf(found), ['https://www.cars.test/', 'https://found.test/']);
    const failed = found.report?.asked.filter(({ failure }) => failure !== undefined).map(({ source }) => source);
    assert.ok(failed?.includes('wikipedia'));
    assert.ok(!failed?.includes('searxng'));
  });

  test('named sources add to what is given, which keeps its form and score', async () => {
    const file = path.join(folder, 'seeds.txt');
    writeFileSync(file, 'http://cars.test/ 7\n');
    const { seeds, report } = await seedsFor(settings({ seeds: file, sources: 'searxng' }), { transport });
    assert.deepEqual(
      seeds.map(({ url, score }) => [url, score]),
      [
        ['http://cars.test/', 7],
        // Place 2 of one source: 61/62.
        ['https://found.test/', 61 / 62],
      ],
    );
    assert.deepEqual(report?.asked, [{ source: 'searxng', genre: 'web', answers: 2 }]);
  });

  test('sources that find nothing are no fault beside given seeds, but they are without', async () => {
    const given = { seed: 'http://cars.test/', sources: 'searxng' };
    const { seeds, report } = await seedsFor(settings(given, 'empty.test'), { transport });
    assert.deepEqual(urlsOf({ seeds }), ['http://cars.test/']);
    assert.deepEqual(report?.asked, [{ source: 'searxng', genre: 'web', answers: 0 }]);
    await assert.rejects(seedsFor(settings({ sources: 'searxng' }, 'empty.test'), { transport }), {
      code: 'no-seeds-found',
    });
  });

  test('a sitemap is a start: sources are asked only if named', async () => {
    const listed = { sitemap: 'http://map.test/sitemap.xml' };
    const alone = await seedsFor(settings(listed), { transport });
    const answer = { source: 'sitemap', genre: 'web', place: 'http://map.test/sitemap.xml', answers: 1 };
    assert.deepEqual([urlsOf(alone), alone.report?.asked], [['http://map.test/a'], [answer]]);
    const both = await seedsFor(settings({ ...listed, sources: 'searxng' }), { transport });
    assert.deepEqual(urlsOf(both), ['http://map.test/a', 'https://www.cars.test/', 'https://found.test/']);
  });

  test('lists and sources are voices alike: what they agree on comes first, and all share the number of seeds', async () => {
    const both = { sitemap: 'http://map.test/many.xml', sources: 'searxng', seedCount: 3 };
    const { seeds } = await seedsFor(settings(both), { transport });
    // Of two voices: found.test has places 1 and 2, (1 + ½ (1 + 61/62)) / 2 = 247/248; the others ½ · 61 / (60 + place).
    assert.deepEqual(
      seeds.map(({ url, score, found }) => [url, score, found.map(({ source, rank }) => `${source} ${rank}`).join()]),
      [
        ['https://found.test/', 247 / 248, 'sitemap 1,searxng 2'],
        ['https://www.cars.test/', 1 / 2, 'searxng 1'],
        ['http://map.test/1', 61 / 62 / 2, 'sitemap 2'],
      ],
    );
  });

  test('without any key there are blogs among the seeds, as blogs', async () => {
    const sources = { sources: 'marginalia', sourceUrl: { marginalia: 'http://blogs.test' }, genre: 'web,blogs' };
    const { seeds } = await seedsFor(settings(sources), { transport });
    assert.deepEqual(
      seeds.map(({ url, genre }) => [url, genre]),
      [
        ['http://web.test/', 'web'],
        ['http://blog.test/', 'blogs'],
        ['http://both.test/', 'web'],
      ],
    );
  });

  test('so are example pages, and a list that turns out to be empty', async () => {
    assert.deepEqual(await seedsFor(settings({ example: 'http://cars.test/e-type' }), { transport }), { seeds: [] });
    const file = path.join(folder, 'empty.txt');
    writeFileSync(file, '# nothing yet\n');
    assert.deepEqual(await seedsFor(settings({ seeds: file }), { transport }), { seeds: [] });
    assert.deepEqual(site.log, []);
  });
});

test('what the user gave takes no place from what is found', async () => {
  const given = { seed: ['http://map.test/1'], sitemap: 'http://map.test/many.xml', seedCount: 2 };
  const { seeds, report } = await seedsFor(settings(given), { transport });
  // Four pages are listed, one of them is given.
  assert.deepEqual(urlsOf({ seeds }), ['http://map.test/1', 'https://found.test/', 'http://map.test/2']);
  assert.equal(report?.found, 3);
});

test('misspelt names of sources are told, asked or not; lists without a page are a fault', async () => {
  const wrong = { seed: 'http://cars.test/', sourceUrl: { foo: 'http://search.test' } };
  await assert.rejects(seedsFor(settings(wrong), { transport }), {
    code: 'unknown-source',
    message: /^--source-url: .*"foo"/,
  });
  await assert.rejects(seedsFor(settings({ sitemap: 'http://map.test/empty.xml' }), { transport }), {
    code: 'no-seeds-found',
    message: /\n {2}sitemap http:\/\/map\.test\/empty\.xml: it names no page\n/,
  });
});

test('who is waited for is told', async () => {
  const told: string[] = [];
  const lists = { sitemap: 'http://map.test/sitemap.xml', sources: 'searxng' };
  await seedsFor(settings(lists), { transport, onSeeking: (hosts) => told.push(hosts.join()) });
  assert.deepEqual([told[0], told.at(-1)], ['map.test', '']);
  assert.ok(told.includes('search.test'));
});

test('the limit of pages is none of sources and lists', async () => {
  const short = { maxPageBytes: '1kb', sitemap: 'http://map.test/long.xml', sources: 'searxng', seedCount: 1 };
  const { seeds, report } = await seedsFor(settings(short, 'long.test'));
  assert.deepEqual(
    report?.asked.map(({ source, answers }) => [source, answers]),
    [
      ['sitemap', 200],
      ['searxng', 1],
    ],
  );
  assert.deepEqual([urlsOf({ seeds }), report?.found], [['http://map.test/0'], 201]);
});

describe('an archived web', () => {
  const archived: Transport = {
    fetch: () => assert.fail('the archived web was asked'),
    close: () => assert.fail('a lent transport was closed'),
  };

  test('is crawled without asking anybody', async () => {
    const seedless = { ...settings({ web: 'web.warc.gz', seed: 'http://any.test/' }), seed: [] };
    assert.deepEqual(await seedsFor(seedless, { transport: archived }), { seeds: [] });
  });

  test('knows no sources: those that are named are asked on the live web', async () => {
    const live = { web: 'web.warc.gz', sources: 'searxng' };
    const found = await seedsFor(settings(live, `127.0.0.1:${site.port}`), { transport: archived }).catch(
      (thrown) => thrown,
    );
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
