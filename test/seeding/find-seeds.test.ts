import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { HttpTransport } from '../../src/download/http-transport.js';
import { UsageError } from '../../src/failure.js';
import { type FindSettings, findSeeds, seedGenresOf } from '../../src/seeding/find-seeds.js';
import { chooseSeeds, mergeSeeds } from '../../src/seeding/merge-seeds.js';
import { nothingFound, seedReport } from '../../src/seeding/seed-report.js';
import type { SeedGenre, SeedSource } from '../../src/seeding/seed-source.js';
import { badAnswer, SeedWeb } from '../../src/seeding/seed-web.js';
import { type Site, startSite } from '../site.js';

let site: Site;
let transport: HttpTransport;
let web: SeedWeb;

/** Answers by host and genre: a list of names of hosts, or a status. */
const answers: Readonly<Record<string, readonly string[] | number>> = {
  'one.test web': ['x', 'y'],
  'one.test news': ['n'],
  'two.test web': ['y', 'z'],
  'news.test news': ['n', 'm'],
  'broken.test web': 500,
  'quota.test web': 429,
  'quota.test news': ['never'],
  'empty.test web': [],
  'keyed.test web': ['k'],
  'placed.test web': ['x', 'blog.x', 'notx', 'y'],
};

before(async () => {
  site = await startSite((host, path) => (_request, response) => reply(host, path, response));
  transport = new HttpTransport({
    allowPrivate: true,
    resolve: new Map([['*', { address: '127.0.0.1', port: site.port }]]),
  });
  web = new SeedWeb(transport, { userAgent: 'test', retries: 0 });
});
after(async () => {
  await transport.close();
  await site.close();
});

function reply(host: string, path: string, response: ServerResponse): void {
  const genre = new URL(path, 'http://any.test').searchParams.get('genre');
  const answer = answers[`${host} ${genre}`] ?? 404;
  response.writeHead(typeof answer === 'number' ? answer : 200, { 'content-type': 'application/json' });
  response.end(typeof answer === 'number' ? '' : JSON.stringify(answer.map((name) => `http://${name}.org/`)));
}

/** A source of the plainest protocol. */
function source(name: string, genres: readonly SeedGenre[], more: Partial<SeedSource> = {}): SeedSource {
  return {
    name,
    summary: name,
    genres,
    url: `http://${name}.test`,
    async find({ query, site: place, genre, count }, { url, keys }, seedWeb) {
      const parameters = { query, place, genre, count };
      const found = await seedWeb.json(`${url}/`, { parameters, secretParameters: keys });
      if (!Array.isArray(found)) throw badAnswer(url, 'no list');
      return found.map((each) => ({ url: String(each) }));
    },
    ...more,
  };
}

const one = source('one', ['web', 'news']);
const two = source('two', ['web']);
const news = source('news', ['news']);
const keyed = source('keyed', ['web'], { keys: { token: 'KEYED_KEY' } });
const { url: _, ...own } = source('own', ['web']);

const plain: FindSettings = {
  query: 'jaguar car',
  genre: [],
  language: 'en',
  sources: [],
  sourceUrl: new Map(),
  sourceKey: new Map(),
  seedCount: 30,
};

async function find(sources: readonly SeedSource[], more: Partial<FindSettings> = {}, env = {}) {
  const settings = { ...plain, ...more };
  const { answers: all, left } = await findSeeds(settings, web, env, sources);
  const merged = mergeSeeds(all);
  return { ...seedReport(all, left, merged.length), seeds: chooseSeeds(merged, settings.seedCount) };
}

describe('finding seeds', () => {
  test('all sources that can be asked are asked for web pages, and merged', async () => {
    const report = await find([one, two, news, keyed, own]);
    assert.deepEqual(
      report.seeds.map(({ url }) => url),
      ['http://y.org/', 'http://x.org/', 'http://z.org/'],
    );
    assert.deepEqual(report.asked, [
      { source: 'one', genre: 'web', answers: 2 },
      { source: 'two', genre: 'web', answers: 2 },
    ]);
    assert.deepEqual(report.left, [
      { source: 'news', why: 'it finds news only' },
      { source: 'keyed', why: 'set KEYED_KEY' },
      { source: 'own', why: 'give --source-url own=URL' },
    ]);
  });

  test('a key in the environment and a URL in the settings open sources', async () => {
    const { asked } = await find(
      [keyed, own],
      { sourceUrl: new Map([['own', 'http://two.test']]) },
      { KEYED_KEY: 'secret' },
    );
    assert.deepEqual(asked, [
      { source: 'keyed', genre: 'web', answers: 1 },
      { source: 'own', genre: 'web', answers: 2 },
    ]);
    assert.ok(site.log.some(({ path }) => path.endsWith('token=secret')));
  });

  test('each genre is asked of those who know it, and the seeds are shared out between them', async () => {
    site.log.length = 0;
    const { seeds, asked } = await find([one, two, news], { genre: ['web', 'news'], seedCount: 25 });
    assert.deepEqual(
      asked.map((each) => `${each.source} ${each.genre}`),
      ['one web', 'one news', 'two web', 'news news'],
    );
    assert.equal(seeds.find(({ url }) => url === 'http://n.org/')?.genre, 'news');
    // 25 seeds of two genres: 13 each.
    for (const { path } of site.log) assert.match(path, /count=13$/);
  });

  test('even for one seed a page of results is asked for, so that agreement shows', async () => {
    site.log.length = 0;
    const { seeds } = await find([one, two], { seedCount: 1 });
    assert.deepEqual(
      seeds.map(({ url }) => url),
      ['http://y.org/'],
    );
    for (const { path } of site.log) assert.match(path, /count=10$/);
  });

  test('a source that fails keeps nobody else from answering; after a used-up quota it is left alone', async () => {
    site.log.length = 0;
    const { seeds, asked } = await find([source('broken', ['web']), source('quota', ['web', 'news']), one], {
      genre: ['web', 'news'],
    });
    assert.equal(seeds.length, 3);
    assert.deepEqual(asked.slice(0, 2), [
      { source: 'broken', genre: 'web', answers: 0, failure: 'broken.test failed (status 500)' },
      {
        source: 'quota',
        genre: 'web',
        answers: 0,
        failure: 'quota.test answers no more for now: too many requests (429)',
      },
    ]);
    assert.equal(site.log.filter(({ host }) => host === 'quota.test').length, 1);
  });

  test('no failure tells a key, whoever quotes it', async () => {
    const chatty: SeedSource = {
      ...keyed,
      find: async (_wish, { keys }) => {
        throw new Error(`no such key: ${keys.token}\n\u001b[31m (${encodeURIComponent(keys.token!)})`);
      },
    };
    const { asked } = await find([chatty, one], {}, { KEYED_KEY: 's3cr+t' });
    assert.equal(asked[0]?.failure, 'no such key: … [31m (…)');
  });
});

describe('a site in the query', () => {
  const needy = source('placed', ['web'], { needsSite: true });

  test('is told apart from the words, and pages elsewhere are dropped, whoever names them', async () => {
    site.log.length = 0;
    const { seeds, asked } = await find([one, needy], { query: 'jaguar site:x.org car' });
    assert.deepEqual(seeds.map(({ url }) => url).sort(), ['http://blog.x.org/', 'http://x.org/']);
    assert.deepEqual(asked, [
      { source: 'one', genre: 'web', answers: 1 },
      { source: 'placed', genre: 'web', answers: 2 },
    ]);
    for (const { path } of site.log) assert.match(path, /\?query=jaguar\+car&place=x\.org&/);
  });

  test('may be a part of a site: what addresses begin with', async () => {
    const paths: SeedSource = {
      ...one,
      find: async () =>
        ['/wiki/Jaguar', '/wiki/Jaguar_Cars', '/Wiki/Jaguar', '/wiki'].map((path) => ({ url: `http://x.org${path}` })),
    };
    const { seeds } = await find([paths], { query: 'jaguar site:x.org/wiki/Jag' });
    assert.deepEqual(
      seeds.map(({ url }) => url),
      ['http://x.org/wiki/Jaguar', 'http://x.org/wiki/Jaguar_Cars'],
    );
  });

  test('is what some sources cannot do without: they are not asked, and the fix is told', async () => {
    const why = 'add site:example.org to the query';
    const { asked, left } = await find([one, needy]);
    assert.deepEqual([asked.map(({ source }) => source), left], [['one'], [{ source: 'placed', why }]]);
    await assert.rejects(find([one, needy], { sources: ['placed'] }), {
      code: 'source-not-ready',
      message: /placed \(add site:example\.org to the query\)/,
    });
  });

  test('is no topic', async () => {
    await assert.rejects(find([one], { query: 'site:x.org' }), { code: 'empty-query', message: /add words/ });
  });
});

describe('sources that the user names', () => {
  test('are the only ones asked', async () => {
    const { asked, left } = await find([one, two, keyed], { sources: ['two'] });
    assert.deepEqual([asked.map(({ source }) => source), left], [['two'], []]);
  });

  test('are asked for web pages where no genre is named, or else for what they know', async () => {
    const { asked } = await find([one, news], { sources: ['news', 'one'] });
    assert.deepEqual(
      asked.map((each) => `${each.source} ${each.genre}`),
      ['one web', 'news news'],
    );
  });

  test('that cannot be asked are all told, with what to do', async () => {
    await assert.rejects(find([one, news, keyed, own], { genre: ['web'], sources: ['one', 'news', 'keyed', 'own'] }), {
      code: 'source-not-ready',
      message:
        'These sources cannot be asked as things are: news (it finds news only); keyed (set KEYED_KEY); own (give --source-url own=URL); do as it says, ask for another --genre, or leave them out of --sources.',
    });
  });

  test('must be known, in the addresses and keys too', async () => {
    const wrong: [Partial<FindSettings>, RegExp][] = [
      [{ sources: ['onne'] }, /^--sources: there is no "onne"; did you mean "one"\? Known are one, keyed\.$/],
      [{ sourceUrl: new Map([['tree', 'http://x.test']]) }, /^--source-url: there is no "tree"/],
      [{ sourceKey: new Map([['one', 'x']]) }, /^--source-key: there is no "one"\. Known are keyed, keyed\.token\.$/],
      [{ sourceKey: new Map([['keyed.tokn', 'x']]) }, /did you mean "keyed\.token"/],
    ];
    for (const [settings, message] of wrong)
      await assert.rejects(find([one, keyed], settings), { code: 'unknown-source', message });
  });
});

describe('finding nothing', () => {
  test('says what was tried and what to do', async () => {
    const sources = [source('broken', ['web']), source('empty', ['web']), keyed];
    const told = nothingFound('jaguar car', await find(sources));
    assert.ok(told instanceof UsageError);
    assert.equal(told.code, 'no-seeds-found');
    assert.deepEqual(told.message.split('\n'), [
      'No pages to start from were found for jaguar car:',
      '  broken (web): broken.test failed (status 500)',
      '  empty (web): no page found',
      '  keyed: not asked (set KEYED_KEY)',
      'Check the network, give pages yourself with --seed URL or --seeds FILE, or add a search engine: --source-url searxng=URL of your own SearXNG, or a key in OSPREY_BRAVE_KEY.',
    ]);
    const silent = await find([source('empty', ['web'])]);
    assert.match(nothingFound('jaguar car', silent).message, /\nUse other words, give pages yourself/);
  });

  test('of lists alone says which are empty and why, whatever the query', () => {
    const list = (source: string, place: string) => ({ source, place, genre: 'web' as const, answers: 0 });
    const asked = [list('sitemap', 'http://a.test/map'), list('crawl', '/crawls/old')];
    assert.deepEqual(nothingFound(undefined, { asked, left: [] }).message.split('\n'), [
      'No pages to start from were found:',
      '  sitemap http://a.test/map: it names no page',
      '  crawl /crawls/old: it has no relevant page',
      'Name other lists, give pages yourself with --seed URL or --seeds FILE, or ask --sources for some.',
    ]);
  });

  test('without a query nobody can be asked', async () => {
    const { query: _query, ...without } = plain;
    await assert.rejects(findSeeds(without, web, {}, [one]), { code: 'no-query', message: /give pages to start from/ });
  });
});

test('genres that search engines do not know are looked for as web pages', () => {
  assert.deepEqual(seedGenresOf({ genre: [] }), ['web']);
  assert.deepEqual(seedGenresOf({ genre: ['Blog', 'course-syllabus', 'web', 'NEWS'] }), ['blogs', 'web', 'news']);
  assert.throws(() => seedGenresOf({ genre: ['newz'] }), { code: 'unknown-genre' });
});
