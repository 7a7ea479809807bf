import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SeedRequest } from '../../../src/seeding/seed-source.js';
import { marginalia } from '../../../src/seeding/sources/marginalia.js';
import { type ApiHandler, allOf, failureOf, inTurn, seedWebFor, startApi } from './api-server.js';

const request: SeedRequest = { query: 'linear b', genre: 'web', language: 'en', count: 20 };

describe('Marginalia Search', () => {
  test('is asked with everybody’s key where the user has none', async () => {
    const { found, requests } = await ask(request, () => ({
      body: answer([
        result('https://ancientscripts.example/linearb.html', 'Linear B'),
        result('https://bronze.example/', ''),
      ]),
    }));
    assert.deepEqual(found, [
      { url: 'https://ancientscripts.example/linearb.html', title: 'Linear B' },
      { url: 'https://bronze.example/' },
    ]);
    assert.equal(requests[0]!.path, '/search');
    assert.equal(requests[0]!.headers['api-key'], 'public');
    assert.deepEqual(Object.fromEntries(requests[0]!.query), { query: 'linear b', count: '20', page: '1' });
  });

  test('is asked with the user’s key, which is in no address', async () => {
    const { requests } = await ask({ ...request, genre: 'blogs' }, () => ({ body: answer([]) }), 'geheim');
    assert.equal(requests[0]!.headers['api-key'], 'geheim');
    assert.doesNotMatch(String(requests[0]!.query), /geheim/);
  });

  test('is asked for blogs by the word, and for a site as search engines are', async () => {
    const queryOf = async (more: Partial<SeedRequest>) =>
      (await ask({ ...request, ...more }, () => ({ body: answer([]) }))).requests[0]!.query.get('query');
    assert.equal(await queryOf({ genre: 'blogs' }), 'linear b blog');
    assert.equal(await queryOf({ site: 'e.org/wiki' }), 'linear b site:e.org/wiki');
  });

  test('goes on to the next page while pages are full, and gives no more than asked for', async () => {
    // 150 wanted: a page of 100, then one of 60, of which 10 are too many.
    const { found, requests } = await ask({ ...request, count: 150 }, ({ query }) => {
      const number = Number(query.get('page'));
      const length = number === 1 ? 100 : 60;
      return { body: answer(Array.from({ length }, (_, i) => result(`https://e.org/${number}/${i}`, 'one'))) };
    });
    assert.deepEqual(
      requests.map(({ query }) => [query.get('count'), query.get('page')]),
      [
        ['100', '1'],
        ['100', '2'],
      ],
    );
    assert.equal(found.length, 150);
  });

  test('stops at a page that is not full', async () => {
    const { found, requests } = await ask(request, () => ({ body: answer([result('https://e.org/', 'one')]) }));
    assert.equal(requests.length, 1);
    assert.equal(found.length, 1);
  });

  test('finds nothing in an empty answer, and skips what is no result', async () => {
    assert.deepEqual((await ask(request, () => ({ body: answer([]) }))).found, []);
    const odd = answer([null, 3, { title: 'no address' }, { url: '' }, result('https://e.org/', 'good')]);
    assert.deepEqual((await ask(request, () => ({ body: odd }))).found, [{ url: 'https://e.org/', title: 'good' }]);
  });

  test('is tried again when its limit is reached, which it tells by status 503', async () => {
    const passing = inTurn({ status: 503 }, { body: answer([result('https://e.org/', 'good')]) });
    assert.equal((await ask(request, passing)).found.length, 1);
    const failure = await failureOf(ask(request, () => ({ status: 503 }), 'geheim'));
    assert.equal(failure.code, 'source-quota');
    assert.match(failure.message, /too many requests \(503\)/);
    assert.doesNotMatch(allOf(failure), /geheim/);
  });

  test('tells of other refusals', async () => {
    const codeOf = async (handler: ApiHandler) => (await failureOf(ask(request, handler))).code;
    assert.equal(await codeOf(() => ({ status: 429 })), 'source-quota');
    assert.equal(await codeOf(() => ({ status: 401, body: '' })), 'source-refused');
    assert.equal(await codeOf(() => ({ status: 504 })), 'source-failed');
    assert.equal(await codeOf(() => ({ body: 'null' })), 'source-answer');
  });
});

async function ask(asked: SeedRequest, handler: ApiHandler, key?: string) {
  const api = await startApi(handler);
  const { web, close } = seedWebFor();
  try {
    const found = await marginalia.find(asked, { url: api.url, keys: key === undefined ? {} : { key } }, web);
    return { found, requests: api.requests };
  } finally {
    await close();
    await api.close();
  }
}

function answer(results: readonly unknown[]) {
  return { license: 'CC-BY-NC-SA 4.0', query: 'linear b', page: 1, pages: 1, results };
}

function result(url: string, title: string) {
  return { url, title, description: 'A script.', quality: 4.2, format: 'html', resultsFromDomain: 1, details: [[]] };
}
