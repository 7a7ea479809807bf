import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SeedRequest } from '../../../src/seeding/seed-source.js';
import { commonCrawl } from '../../../src/seeding/sources/common-crawl.js';
import { type ApiAnswer, type ApiHandler, failureOf, inTurn, seedWebFor, startApi } from './api-server.js';

const request: SeedRequest = { query: 'jaguar engine', site: 'cars.example', genre: 'web', language: 'en', count: 10 };

describe('Common Crawl', () => {
  test('lists a site from the newest crawl, pages with the query’s words first', async () => {
    const { found, requests } = await ask(
      request,
      captures(
        'https://cars.example/',
        'https://cars.example/about',
        'https://cars.example/jaguar/history.html',
        'https://cars.example/models/jaguar-engines',
        'https://cars.example/models/jaguar-engines',
      ),
    );
    // Two words of the query, one, none; and as the index has them where that is the same.
    assert.deepEqual(found, [
      { url: 'https://cars.example/models/jaguar-engines' },
      { url: 'https://cars.example/jaguar/history.html' },
      { url: 'https://cars.example/' },
      { url: 'https://cars.example/about' },
    ]);
    assert.deepEqual(
      requests.map(({ path }) => path),
      ['/collinfo.json', '/CC-MAIN-2026-04-index'],
    );
    const { query } = requests[1]!;
    assert.deepEqual(query.getAll('filter'), ['=status:200', 'mime:text/html']);
    query.delete('filter');
    assert.deepEqual(Object.fromEntries(query), {
      url: '*.cars.example',
      output: 'json',
      fl: 'url,status,mime',
      limit: '2000',
    });
  });

  const places: readonly [site: string, asked: string][] = [
    // With the hosts below it.
    ['cars.example', '*.cars.example'],
    ['cars.example/models/', 'cars.example/models/*'],
    // The page itself is among them.
    ['en.wiki.example/wiki/Jaguar', 'en.wiki.example/wiki/Jaguar*'],
  ];
  for (const [site, asked] of places) {
    test(`lists ${site} as ${asked}`, async () => {
      const { requests } = await ask({ ...request, site }, captures());
      assert.equal(requests[1]!.query.get('url'), asked);
    });
  }

  test('gives no more than asked for', async () => {
    const urls = Array.from({ length: 50 }, (_, i) => `https://cars.example/${i}`);
    assert.equal((await ask(request, captures(...urls))).found.length, 10);
  });

  test('finds nothing where the index answers 404, which is its way of saying so', async () => {
    const none = { status: 404, body: { message: 'No Captures found for: cars.example/*' } };
    assert.deepEqual((await ask(request, crawl(none))).found, []);
    assert.deepEqual((await ask(request, captures())).found, []);
  });

  test('skips lines that are no captures', async () => {
    const body = ['{"url": 7}', 'not JSON', 'null', '{"status": "200"}', '{"url": "https://cars.example/x"}', ''].join(
      '\n',
    );
    assert.deepEqual((await ask(request, crawl({ body }))).found, [{ url: 'https://cars.example/x' }]);
  });

  test('tells of a list of crawls that cannot be had or is none', async () => {
    const codeOf = async (handler: ApiHandler) => (await failureOf(ask(request, handler))).code;
    assert.equal(await codeOf(() => ({ status: 404 })), 'source-failed');
    assert.equal(await codeOf(() => ({ body: [] })), 'source-answer');
    assert.equal(await codeOf(() => ({ body: [{ id: '../elsewhere?' }] })), 'source-answer');
    assert.equal(await codeOf(() => ({ body: { id: 'CC-MAIN-2026-04' } })), 'source-answer');
  });

  test('tells of an index that is asked too often or is overloaded', async () => {
    const codeOf = async (answer: ApiAnswer) => (await failureOf(ask(request, crawl(answer)))).code;
    assert.equal(await codeOf({ status: 429 }), 'source-quota');
    assert.equal(await codeOf({ status: 403 }), 'source-refused');
    assert.equal(await codeOf({ status: 503, body: 'Please reduce your request rate.' }), 'source-quota');
    assert.equal(await codeOf({ status: 504 }), 'source-failed');
  });

  test('is tried again after a passing failure', async () => {
    const line = JSON.stringify({ url: 'https://cars.example/', status: '200', mime: 'text/html' });
    const index = inTurn({ status: 503 }, { body: `${line}\n` });
    const { found } = await ask(request, (request) => (request.path === '/collinfo.json' ? crawls : index(request)));
    assert.deepEqual(found, [{ url: 'https://cars.example/' }]);
  });
});

async function ask(asked: SeedRequest, handler: ApiHandler) {
  const api = await startApi(handler);
  const { web, close } = seedWebFor();
  try {
    const found = await commonCrawl.find(asked, { url: api.url, keys: {} }, web);
    return { found, requests: api.requests };
  } finally {
    await close();
    await api.close();
  }
}

const crawls: ApiAnswer = {
  body: ['2026-04', '2025-51'].map((week) => ({
    id: `CC-MAIN-${week}`,
    name: `Crawl ${week}`,
    timegate: `https://index.commoncrawl.org/CC-MAIN-${week}/`,
    'cdx-api': `https://index.commoncrawl.org/CC-MAIN-${week}-index`,
    from: '2026-01-12T00:00:00',
    to: '2026-01-25T00:00:00',
  })),
};

function crawl(answer: ApiAnswer): ApiHandler {
  return ({ path }) => (path === '/collinfo.json' ? crawls : answer);
}

function captures(...urls: readonly string[]): ApiHandler {
  return crawl({ body: urls.map((url) => `${JSON.stringify({ url, status: '200', mime: 'text/html' })}\n`).join('') });
}
