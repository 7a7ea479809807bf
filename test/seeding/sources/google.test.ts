import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { SeedRequest } from '../../../src/seeding/seed-source.js';
import { google } from '../../../src/seeding/sources/google.js';
import { type ApiAnswer, type ApiHandler, allOf, failureOf, inTurn, sourceTest } from './api-server.js';

const secret = 'SECRET-KEY-123';
const engine = 'SECRET-CX-456';
const request: SeedRequest = { query: 'jaguar car', genre: 'web', language: 'en', count: 3 };

function item(name: string): object {
  return {
    kind: 'customsearch#result',
    title: `About ${name}`,
    htmlTitle: `About <b>${name}</b>`,
    link: `https://${name}.test/`,
    displayLink: `${name}.test`,
    snippet: 'Luxury vehicles since 1935.',
    formattedUrl: `https://${name}.test/`,
  };
}

/** `items` is left out where there are none, `nextPage` on the last page. */
function answer(names: readonly string[], start = 1, more = true): ApiAnswer {
  const page = { title: 'Google Custom Search - jaguar car', totalResults: '48200000', searchTerms: 'jaguar car' };
  const nextPage = [{ ...page, count: 10, startIndex: start + 10 }];
  return {
    body: {
      kind: 'customsearch#search',
      url: { type: 'application/json', template: 'https://www.googleapis.com/customsearch/v1?q={searchTerms}' },
      queries: { request: [{ ...page, count: names.length, startIndex: start }], ...(more && { nextPage }) },
      context: { title: 'The web' },
      searchInformation: { searchTime: 0.31, formattedSearchTime: '0.31', totalResults: '48200000' },
      ...(names.length > 0 && { items: names.map(item) }),
    },
  };
}

/** Messages of some errors name the key. */
function errorAnswer(code: number, reason: string, details: readonly object[] = []): ApiAnswer {
  const message = `Permission denied: Consumer 'api_key:${secret}' has been suspended.`;
  return { status: code, body: { error: { code, message, errors: [{ message, domain: 'global', reason }], details } } };
}

async function ask(t: TestContext, handler: ApiHandler, wanted: Partial<SeedRequest> = {}) {
  const { api, web, slept } = await sourceTest(t, handler);
  const finding = google.find({ ...request, ...wanted }, { url: api.url, keys: { key: secret, cx: engine } }, web);
  return { api, slept, finding };
}

async function failureFrom(t: TestContext, handler: ApiHandler) {
  const { finding, ...rest } = await ask(t, handler);
  const failure = await failureOf(finding);
  const told = allOf(failure);
  assert.ok(!told.includes(secret) && !told.includes(engine), told);
  return { failure, ...rest };
}

describe('Google', () => {
  test('is asked with key and search engine', async (t) => {
    const { api, finding } = await ask(t, () => answer(['a', 'b', 'c']));
    assert.deepEqual(await finding, [
      { url: 'https://a.test/', title: 'About a' },
      { url: 'https://b.test/', title: 'About b' },
      { url: 'https://c.test/', title: 'About c' },
    ]);
    const [{ path, query } = assert.fail()] = api.requests;
    assert.equal(path, '/customsearch/v1');
    assert.deepEqual(Object.fromEntries(query), {
      q: 'jaguar car',
      num: '3',
      start: '1',
      lr: 'lang_en',
      hl: 'en',
      key: secret,
      cx: engine,
    });
  });

  test('is told a site in the query', async (t) => {
    const { api, finding } = await ask(t, () => answer(['a', 'b', 'c']), { site: 'e.org' });
    await finding;
    assert.equal(api.requests[0]?.query.get('q'), 'jaguar car site:e.org');
  });

  test('is asked in pages of ten', async (t) => {
    const names = Array.from({ length: 40 }, (_, i) => `n${i}`);
    const { api, finding } = await ask(
      t,
      ({ query }) => {
        const start = Number(query.get('start'));
        return answer(names.slice(start - 1, start - 1 + Number(query.get('num'))), start);
      },
      { count: 25 },
    );
    assert.deepEqual(
      (await finding).map(({ url }) => url),
      names.slice(0, 25).map((name) => `https://${name}.test/`),
    );
    assert.deepEqual(
      api.requests.map(({ query }) => [query.get('num'), query.get('start')]),
      [
        ['10', '1'],
        ['10', '11'],
        ['10', '21'],
      ],
    );
  });

  test('is never asked for more than its first hundred', async (t) => {
    const { api, finding } = await ask(
      t,
      ({ query }) => answer(Array.from({ length: 10 }, (_, i) => `n${Number(query.get('start')) + i}`)),
      { count: 1000 },
    );
    assert.equal((await finding).length, 100);
    assert.equal(api.requests.length, 10);
    assert.equal(api.requests.at(-1)?.query.get('start'), '91');
  });

  test('is asked no further than it says there are pages', async (t) => {
    const { api, finding } = await ask(t, inTurn(answer(['a']), answer(['b'], 11, false)), { count: 30 });
    assert.equal((await finding).length, 2);
    assert.equal(api.requests.length, 2);
  });

  for (const [language, lr] of Object.entries({
    de: 'lang_de',
    he: 'lang_iw',
    nb: 'lang_no',
    zh: 'lang_zh-CN',
    ga: null,
  })) {
    test(`${lr === null ? 'cannot be held to' : `knows as ${lr}`} the language ${language}`, async (t) => {
      const { api, finding } = await ask(t, () => answer(['a', 'b', 'c']), { language });
      await finding;
      assert.equal(api.requests[0]?.query.get('lr'), lr);
      assert.equal(api.requests[0]?.query.get('hl'), language);
    });
  }

  test('that finds nothing has answered', async (t) => {
    const { finding } = await ask(t, () => answer([], 1, false));
    assert.deepEqual(await finding, []);
  });

  test('with malformed items has them passed over', async (t) => {
    const odd = [
      null,
      7,
      {},
      { link: 5 },
      { link: '', title: 'x' },
      { url: 'https://x.test/' },
      { link: 'https://c.test/' },
    ];
    const { finding } = await ask(t, () => ({
      body: { kind: 'customsearch#search', queries: { nextPage: 'none' }, items: [...odd, item('a')] },
    }));
    assert.deepEqual(await finding, [{ url: 'https://c.test/' }, { url: 'https://a.test/', title: 'About a' }]);
  });

  for (const body of [[], {}, { kind: 'discovery#restDescription', items: [item('a')] }]) {
    test(`that answers ${JSON.stringify(body).slice(0, 40)} has not searched`, async (t) => {
      const { failure } = await failureFrom(t, () => ({ body }));
      assert.equal(failure.code, 'source-answer');
    });
  }

  for (const reason of ['dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded']) {
    test(`whose 403 says ${reason} has no more quota`, async (t) => {
      const { failure, api } = await failureFrom(t, () => errorAnswer(403, reason));
      assert.equal(failure.code, 'source-quota');
      assert.equal(api.requests.length, 1);
    });
  }

  test('whose 429 may be that of a minute is asked again', async (t) => {
    const limited = errorAnswer(429, 'rateLimitExceeded');
    const passing = await ask(t, inTurn(limited, answer(['a', 'b', 'c'])));
    assert.equal((await passing.finding).length, 3);
    assert.deepEqual(passing.slept, [1000]);
    const lasting = await failureFrom(t, () => limited);
    assert.equal(lasting.failure.code, 'source-quota');
    assert.equal(lasting.api.requests.length, 3);
  });

  test('whose quota runs out between pages has given what it gave', async (t) => {
    const { finding } = await ask(t, inTurn(answer(['a', 'b']), errorAnswer(403, 'dailyLimitExceeded')));
    assert.equal((await finding).length, 2);
  });

  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'googleapis.com' };
  for (const [what, error, words] of [
    [
      'a wrong key',
      errorAnswer(400, 'badRequest', [{ ...info, reason: 'API_KEY_INVALID' }]),
      /OSPREY_GOOGLE_KEY is wrong/,
    ],
    ['a wrong key in the old way', errorAnswer(400, 'keyInvalid'), /OSPREY_GOOGLE_KEY is wrong/],
    [
      'a project without the API',
      errorAnswer(403, 'forbidden', [{ ...info, reason: 'SERVICE_DISABLED' }]),
      /not switched on/,
    ],
    ['what it does not explain', errorAnswer(403, 'forbidden'), /the key is wrong or not allowed/],
    ['what it explains oddly', errorAnswer(403, 'constructor'), /the key is wrong or not allowed/],
  ] as const) {
    test(`refuses ${what}`, async (t) => {
      const { failure } = await failureFrom(t, () => error);
      assert.equal(failure.code, 'source-refused');
      assert.match(failure.message, words);
    });
  }

  test('does not take a wrong search engine', async (t) => {
    const { failure } = await failureFrom(t, () => errorAnswer(400, 'badRequest'));
    assert.equal(failure.code, 'source-failed');
    assert.match(failure.message, /check the search engine id in OSPREY_GOOGLE_CX/);
  });

  for (const body of ['<html>', {}, { error: 'no' }, { error: { errors: [null, 5, { reason: {} }], details: {} } }]) {
    test(`may fail with ${JSON.stringify(body)} without harm`, async (t) => {
      const { failure } = await failureFrom(t, () => ({ status: 403, body }));
      assert.equal(failure.code, 'source-refused');
    });
  }
});
