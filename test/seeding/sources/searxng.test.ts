import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { SeedRequest } from '../../../src/seeding/seed-source.js';
import { searxng } from '../../../src/seeding/sources/searxng.js';
import { type ApiAnswer, type ApiHandler, failureOf, inTurn, sourceTest } from './api-server.js';

const request: SeedRequest = { query: 'jaguar car', genre: 'web', language: 'en', count: 3 };

/** An answer of `/search?format=json`. */
function answer(results: readonly unknown[], silent: readonly unknown[] = []): ApiAnswer {
  return {
    body: {
      query: 'jaguar car',
      number_of_results: 0,
      results,
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: ['jaguar f-type'],
      unresponsive_engines: silent,
    },
  };
}

/** Results as two engines found them. */
function results(...names: readonly string[]): object[] {
  return names.map((name, i) => ({
    url: `https://${name}.test/`,
    title: `About ${name}`,
    content: 'Luxury vehicles since 1935.',
    engine: 'brave',
    template: 'default.html',
    parsed_url: ['https', `${name}.test`, '/', '', '', ''],
    engines: ['brave', 'duckduckgo'],
    positions: [i + 1, i + 2],
    score: 2 / (i + 1),
    category: 'general',
  }));
}

async function ask(t: TestContext, handler: ApiHandler, wanted: Partial<SeedRequest> = {}) {
  const { api, web, slept } = await sourceTest(t, handler);
  const finding = searxng.find({ ...request, ...wanted }, { url: api.url, keys: {} }, web);
  return { api, slept, finding };
}

describe('SearXNG', () => {
  test('has no place of its own and needs no key', () => {
    assert.equal(searxng.url, undefined);
    assert.equal(searxng.keys, undefined);
  });

  test('is asked in its own language', async (t) => {
    const { api, finding } = await ask(t, () => answer(results('a', 'b', 'c')), { language: 'de' });
    await finding;
    const [{ path, query } = assert.fail()] = api.requests;
    assert.equal(path, '/search');
    assert.deepEqual(Object.fromEntries(query), {
      q: 'jaguar car',
      categories: 'general',
      format: 'json',
      language: 'de',
      pageno: '1',
    });
  });

  const genres = {
    web: ['jaguar car', 'general'],
    news: ['jaguar car', 'news'],
    discussions: ['jaguar car', 'social media'],
    blogs: ['jaguar car blog', 'general'],
  } as const;
  for (const genre of searxng.genres) {
    test(`looks for ${genre} in the category "${genres[genre][1]}"`, async (t) => {
      const { api, finding } = await ask(t, () => answer(results('a', 'b', 'c')), { genre });
      await finding;
      const { query } = api.requests[0]!;
      assert.deepEqual([query.get('q'), query.get('categories')], genres[genre]);
    });
  }

  test('passes a site on to its engines, in the word that they share', async (t) => {
    const { api, finding } = await ask(t, () => answer(results('a', 'b', 'c')), { genre: 'blogs', site: 'e.org' });
    await finding;
    assert.equal(api.requests[0]!.query.get('q'), 'jaguar car blog site:e.org');
  });

  test('gives pages in their order with titles on one line', async (t) => {
    const odd = { url: 'https://b.test/', title: ' Jaguar\n\tCars\u0007 ' };
    const { finding } = await ask(t, () => answer([...results('a'), odd, { url: 'https://c.test/', title: '' }]));
    assert.deepEqual(await finding, [
      { url: 'https://a.test/', title: 'About a' },
      { url: 'https://b.test/', title: 'Jaguar Cars' },
      { url: 'https://c.test/' },
    ]);
  });

  test('is asked for further pages until there are enough different ones', async (t) => {
    const { api, finding } = await ask(
      t,
      inTurn(answer(results('a', 'b')), answer(results('b', 'c')), answer(results('d', 'e'))),
      { count: 4 },
    );
    assert.deepEqual(
      (await finding).map(({ url }) => url),
      ['https://a.test/', 'https://b.test/', 'https://c.test/', 'https://d.test/'],
    );
    assert.deepEqual(
      api.requests.map(({ query }) => query.get('pageno')),
      ['1', '2', '3'],
    );
  });

  test('is not asked on after a page without anything new', async (t) => {
    const { api, finding } = await ask(t, () => answer(results('a', 'b')), { count: 50 });
    assert.equal((await finding).length, 2);
    assert.equal(api.requests.length, 2);
  });

  test('is asked for ten pages at most', async (t) => {
    const { api, finding } = await ask(t, ({ query }) => answer(results(`p${query.get('pageno')}`)), { count: 500 });
    assert.equal((await finding).length, 10);
    assert.equal(api.requests.length, 10);
  });

  test('that fails on a further page has given what it gave', async (t) => {
    const { finding } = await ask(t, inTurn(answer(results('a')), { status: 400 }));
    assert.deepEqual(await finding, [{ url: 'https://a.test/', title: 'About a' }]);
  });

  test('that finds nothing has answered', async (t) => {
    const { api, finding } = await ask(t, () => answer([]));
    assert.deepEqual(await finding, []);
    assert.equal(api.requests.length, 1);
  });

  test('that finds nothing because its engines are silent says so', async (t) => {
    const silent = [
      ['brave', 'Suspended: too many requests'],
      ['duckduckgo', 'CAPTCHA'],
      ['google', 'timeout'],
      ['qwant', 'access denied'],
      ['startpage', 'Suspended: CAPTCHA'],
      ['mojeek', 'HTTP error'],
    ];
    const { finding } = await ask(t, () => answer([], silent));
    const failure = await failureOf(finding);
    assert.equal(failure.code, 'source-answer');
    assert.match(failure.message, /engines behind it did not answer: brave: Suspended: too many requests; duckduckgo/);
    assert.match(failure.message, /and 1 more$/);
  });

  test('with some silent engines is asked all the same', async (t) => {
    const { finding } = await ask(t, () => answer(results('a', 'b', 'c'), [['duckduckgo', 'CAPTCHA']]));
    assert.equal((await finding).length, 3);
  });

  test('that does not give JSON refuses, with what to do', async (t) => {
    const forbidden = '<!doctype html><title>403 Forbidden</title><h1>Forbidden</h1>';
    const { api, finding } = await ask(t, () => ({ status: 403, body: forbidden }));
    const failure = await failureOf(finding);
    assert.equal(failure.code, 'source-refused');
    assert.match(failure.message, /add json to search\.formats in its settings\.yml/);
    assert.equal(api.requests.length, 1);
  });

  test('that has had too many requests is asked again, and then no more', async (t) => {
    const { slept, finding } = await ask(t, () => ({ status: 429, body: 'Too Many Requests' }));
    assert.equal((await failureOf(finding)).code, 'source-quota');
    assert.deepEqual(slept, [1000, 2000]);
  });

  for (const [what, body] of Object.entries({
    'a list': [],
    null: null,
    'an object without results': { query: 'jaguar car' },
    'results that are no list': { results: { url: 'https://a.test/' } },
    'a page of HTML': '<html></html>',
  })) {
    test(`that answers ${what} is no SearXNG`, async (t) => {
      const { finding } = await ask(t, () => ({ body: typeof body === 'string' ? body : JSON.stringify(body) }));
      assert.equal((await failureOf(finding)).code, 'source-answer');
    });
  }

  test('with malformed results and engines has them passed over', async (t) => {
    const odd = [null, 7, 'https://x.test/', {}, { url: 5 }, { url: ' ' }, { url: 'https://c.test/', title: 9 }];
    const { finding } = await ask(t, () => answer([...odd, ...results('a')], ['brave', null, [7, null]]), { count: 2 });
    assert.deepEqual(await finding, [{ url: 'https://c.test/' }, { url: 'https://a.test/', title: 'About a' }]);
  });
});
