import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SeedRequest } from '../../../src/seeding/seed-source.js';
import { wikipedia } from '../../../src/seeding/sources/wikipedia.js';
import { type ApiHandler, failureOf, inTurn, seedWebFor, startApi } from './api-server.js';

const request: SeedRequest = { query: 'jaguar car', genre: 'web', language: 'en', count: 12 };
const path = '/w/api.php';

describe('Wikipedia', () => {
  test('gives articles by rank, then their links: shared ones, those with words of the query, those of better articles', async () => {
    const { found, requests } = await ask(request, () => ({
      body: {
        batchcomplete: true,
        continue: { gsroffset: 4, continue: 'gsroffset||' },
        query: {
          // By id, as the API gives them; `index` is the place in the search.
          pages: [
            article(11, 2, 'Jaguar E-Type', ['https://aronline.example/e', 'https://press.example/shared']),
            article(12, 1, 'Jaguar Cars', [
              'https://bbc.example/1',
              'https://www.jaguar.example/',
              'https://press.example/shared',
            ]),
            article(13, 3, 'Coventry', ['https://coventry.example/car-museum']),
          ],
        },
      },
    }));
    assert.deepEqual(found, [
      { url: 'https://en.wikipedia.org/wiki/Jaguar_Cars', title: 'Jaguar Cars' },
      { url: 'https://en.wikipedia.org/wiki/Jaguar_E-Type', title: 'Jaguar E-Type' },
      { url: 'https://en.wikipedia.org/wiki/Coventry', title: 'Coventry' },
      { url: 'https://press.example/shared' },
      { url: 'https://www.jaguar.example/' },
      { url: 'https://coventry.example/car-museum' },
      { url: 'https://bbc.example/1' },
      { url: 'https://aronline.example/e' },
    ]);
    assert.equal(requests.length, 1);
    assert.equal(requests[0]!.path, path);
    assert.deepEqual(Object.fromEntries(requests[0]!.query), {
      action: 'query',
      generator: 'search',
      gsrsearch: 'jaguar car',
      gsrlimit: '4',
      gsrnamespace: '0',
      prop: 'info|extlinks',
      inprop: 'url',
      ellimit: 'max',
      format: 'json',
      formatversion: '2',
    });
  });

  test('continues until the links of all articles are there', async () => {
    const first = {
      continue: { elcontinue: 'org.example./b|42', continue: '||info' },
      query: { pages: [article(12, 1, 'Jaguar Cars', ['https://a.example/'])] },
    };
    const second = {
      batchcomplete: true,
      query: {
        pages: [{ pageid: 12, ns: 0, title: 'Jaguar Cars', index: 1, extlinks: [{ url: 'https://b.example/' }] }],
      },
    };
    const { found, requests } = await ask(request, inTurn({ body: first }, { body: second }));
    assert.deepEqual(
      found.map(({ url }) => url),
      ['https://en.wikipedia.org/wiki/Jaguar_Cars', 'https://a.example/', 'https://b.example/'],
    );
    assert.equal(requests.length, 2);
    const { elcontinue, continue: next, gsrsearch } = Object.fromEntries(requests[1]!.query);
    assert.deepEqual([elcontinue, next, gsrsearch], ['org.example./b|42', '||info', 'jaguar car']);
  });

  test('does not continue for ever', async () => {
    let asked = 0;
    const { found } = await ask(request, () => ({
      body: {
        continue: { elcontinue: String(++asked), continue: '||info' },
        query: { pages: [article(12, 1, 'Jaguar Cars', [`https://e.org/${asked}`])] },
      },
    }));
    assert.equal(asked, 10);
    assert.equal(found.length, 11);
  });

  test('leaves out sister projects, archives and records of libraries, and gives links in full and once', async () => {
    const links = [
      'https://commons.wikimedia.org/wiki/Jaguar',
      'https://web.archive.org/web/2010/http://a.example/',
      'https://doi.org/10.1000/1',
      'https://www.jstor.org/stable/1',
      'https://search.worldcat.org/title/1',
      'https://viaf.org/viaf/1',
      'https://books.google.co.uk/books?id=1',
      'mailto:someone@a.example',
      '//a.example/page#part',
      'https://a.example/page',
    ];
    const { found } = await ask(request, () => ({
      body: { batchcomplete: true, query: { pages: [article(12, 1, 'Jaguar Cars', links)] } },
    }));
    assert.deepEqual(found.slice(1), [{ url: 'https://a.example/page' }]);
  });

  test('gives no more than asked for, a third of it articles', async () => {
    const { found, requests } = await ask({ ...request, count: 7 }, () => ({
      body: {
        batchcomplete: true,
        query: {
          pages: [
            article(
              12,
              1,
              'Jaguar Cars',
              Array.from({ length: 20 }, (_, i) => `https://e.org/${i}`),
            ),
          ],
        },
      },
    }));
    // 7 / 3 is 2.3 articles.
    assert.equal(requests[0]!.query.get('gsrlimit'), '3');
    assert.equal(found.length, 7);
  });

  test('finds nothing in an answer without a query, and skips what is no page or no link', async () => {
    assert.deepEqual((await ask(request, () => ({ body: { batchcomplete: true } }))).found, []);
    const pages = [null, 'x', { pageid: 3, extlinks: [null, 5, {}, { url: 8 }, { url: 'https://a.example/' }] }];
    const { found } = await ask(request, () => ({ body: { batchcomplete: true, query: { pages } } }));
    assert.deepEqual(found, [{ url: 'https://a.example/' }]);
  });

  test('is asked in the language of the topic, in English where there is none', async () => {
    const asked = async (language: string) => {
      const handler = () => ({ body: { batchcomplete: true } });
      return (await ask({ ...request, language }, handler, '/LANGUAGE/api.php')).requests[0]!.path;
    };
    assert.equal(wikipedia.url, 'https://LANGUAGE.wikipedia.org/w/api.php');
    assert.deepEqual(
      [await asked('de'), await asked(''), await asked('x.y/')],
      ['/de/api.php', '/en/api.php', '/en/api.php'],
    );
  });

  test('tells of servers that ask to wait, and of errors', async () => {
    const errorOf = (code: string, info: string) =>
      failureOf(
        ask(request, () => ({ body: { error: { code, info, docref: 'See the documentation.' }, servedby: 'mw1' } })),
      );
    const limited = await errorOf('ratelimited', "You've exceeded your rate limit.");
    assert.equal(limited.code, 'source-quota');
    assert.match(limited.message, /You've exceeded your rate limit\./);
    assert.equal((await errorOf('missingparam', 'The "gsrsearch" parameter must be set.')).code, 'source-answer');
    const codeOf = async (handler: ApiHandler) => (await failureOf(ask(request, handler))).code;
    assert.equal(await codeOf(() => ({ status: 429, headers: { 'retry-after': '1' } })), 'source-quota');
    assert.equal(await codeOf(() => ({ body: '<html>' })), 'source-answer');
  });

  test('that turns somebody away wants to know who it is', async () => {
    const failure = await failureOf(ask(request, () => ({ status: 403, body: 'Please respect our robot policy' })));
    assert.equal(failure.code, 'source-refused');
    assert.match(failure.message, /give --contact/);
    assert.doesNotMatch(failure.message, /key/);
  });

  test('keeps what it has when continuing fails', async () => {
    const first = {
      continue: { elcontinue: '1', continue: '||info' },
      query: { pages: [article(12, 1, 'Jaguar Cars', ['https://a.example/'])] },
    };
    const { found } = await ask(request, inTurn({ body: first }, { status: 429 }));
    assert.equal(found.length, 2);
  });
});

async function ask(asked: SeedRequest, handler: ApiHandler, place = path) {
  const api = await startApi(handler);
  const { web, close } = seedWebFor();
  try {
    const found = await wikipedia.find(asked, { url: api.url + place, keys: {} }, web);
    return { found, requests: api.requests };
  } finally {
    await close();
    await api.close();
  }
}

function article(pageid: number, index: number, title: string, links: readonly string[]) {
  const name = title.replaceAll(' ', '_');
  return {
    pageid,
    ns: 0,
    title,
    index,
    contentmodel: 'wikitext',
    pagelanguage: 'en',
    touched: '2026-01-20T10:00:00Z',
    lastrevid: 1234,
    length: 90_000,
    fullurl: `https://en.wikipedia.org/wiki/${name}`,
    editurl: `https://en.wikipedia.org/w/index.php?title=${name}&action=edit`,
    canonicalurl: `https://en.wikipedia.org/wiki/${name}`,
    extlinks: links.map((url) => ({ url })),
  };
}
