import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { SeedRequest } from '../../../src/seeding/seed-source.js';
import { brave } from '../../../src/seeding/sources/brave.js';
import { type ApiAnswer, type ApiHandler, allOf, failureOf, inTurn, sourceTest } from './api-server.js';

const secret = 'SECRET-KEY-123';
const request: SeedRequest = { query: 'jaguar car', genre: 'web', language: 'en', count: 3 };

function result(name: string, type = 'search_result'): object {
  return {
    type,
    title: `About ${name}`,
    url: `https://${name}.test/`,
    description: 'Luxury vehicles since 1935.',
    language: 'en',
    family_friendly: true,
    meta_url: { scheme: 'https', netloc: `${name}.test`, hostname: `${name}.test`, path: '' },
  };
}

/** A `WebSearchApiResponse`: parts without results are left out. */
function webAnswer(names: readonly string[], more = true): ApiAnswer {
  const web = { type: 'search', results: names.map((name) => result(name)), family_friendly: true };
  const query = { original: 'jaguar car', is_navigational: false, country: 'us', more_results_available: more };
  return { body: { type: 'search', query, ...(names.length > 0 && { web }) } };
}

function errorAnswer(status: number, error: object): ApiAnswer {
  return { status, body: { type: 'ErrorResponse', error: { id: '5d832250', status, ...error }, time: 1_663_072_993 } };
}

async function ask(t: TestContext, handler: ApiHandler, wanted: Partial<SeedRequest> = {}) {
  const { api, web, slept } = await sourceTest(t, handler);
  const finding = brave.find({ ...request, ...wanted }, { url: api.url, keys: { key: secret } }, web);
  return { api, slept, finding };
}

async function failureFrom(t: TestContext, handler: ApiHandler) {
  const { finding, ...rest } = await ask(t, handler);
  const failure = await failureOf(finding);
  assert.ok(!allOf(failure).includes(secret), allOf(failure));
  return { failure, ...rest };
}

const urls = (...names: readonly string[]) => names.map((name) => `https://${name}.test/`);

describe('Brave', () => {
  test('is asked for web pages with the key in a header', async (t) => {
    const { api, finding } = await ask(t, () => webAnswer(['a', 'b', 'c']));
    assert.deepEqual((await finding)[0], { url: 'https://a.test/', title: 'About a' });
    const [{ path, query, headers } = assert.fail()] = api.requests;
    assert.equal(path, '/web/search');
    assert.deepEqual(Object.fromEntries(query), {
      q: 'jaguar car',
      count: '3',
      country: 'ALL',
      search_lang: 'en',
      result_filter: 'web',
      text_decorations: 'false',
      offset: '0',
    });
    assert.equal(headers['x-subscription-token'], secret);
    assert.equal(headers.accept, 'application/json');
  });

  test('is asked for news at their own place', async (t) => {
    const news = ['a', 'b'].map((name) => ({ ...result(name, 'news_result'), age: '2 days ago', breaking: false }));
    const { api, finding } = await ask(
      t,
      ({ query }) => ({
        body: { type: 'news', query: { original: 'jaguar car' }, results: query.get('offset') === '0' ? news : [] },
      }),
      { genre: 'news', count: 80 },
    );
    assert.deepEqual(
      (await finding).map(({ url }) => url),
      urls('a', 'b'),
    );
    assert.deepEqual(
      api.requests.map(({ path, query }) => [path, Object.fromEntries(query)]),
      ['0', '1'].map((offset) => [
        '/news/search',
        { q: 'jaguar car', count: '50', country: 'ALL', search_lang: 'en', offset },
      ]),
    );
  });

  test('is asked for discussions as a part of web search', async (t) => {
    const data = { forum_name: 'Jaguar Forums', num_answers: 12, score: '14', title: 'XJ8', question: 'Which oil?' };
    const results = ['a', 'b', 'c'].map((name) => ({ ...result(name, 'discussion'), data }));
    const query = { original: 'jaguar car', more_results_available: false };
    const discussions = { type: 'search', results, mutated_by_goggles: false };
    const { api, finding } = await ask(t, () => ({ body: { type: 'search', query, discussions } }), {
      genre: 'discussions',
      count: 5,
    });
    assert.deepEqual(
      (await finding).map(({ url }) => url),
      urls('a', 'b', 'c'),
    );
    assert.equal(api.requests.length, 1);
    assert.equal(api.requests[0]?.path, '/web/search');
    assert.equal(api.requests[0]?.query.get('result_filter'), 'discussions');
  });

  test('is told a site in the query', async (t) => {
    const { api, finding } = await ask(t, () => webAnswer(['a', 'b', 'c']), { site: 'e.org' });
    await finding;
    assert.equal(api.requests[0]?.query.get('q'), 'jaguar car site:e.org');
  });

  test('is asked in pages of twenty', async (t) => {
    const names = Array.from({ length: 50 }, (_, i) => `n${i}`);
    const { api, finding } = await ask(
      t,
      ({ query }) => {
        const start = Number(query.get('count')) * Number(query.get('offset'));
        return webAnswer(names.slice(start, start + 20));
      },
      { count: 45 },
    );
    assert.deepEqual(
      (await finding).map(({ url }) => url),
      urls(...names.slice(0, 45)),
    );
    assert.deepEqual(
      api.requests.map(({ query }) => [query.get('count'), query.get('offset')]),
      [
        ['20', '0'],
        ['20', '1'],
        ['20', '2'],
      ],
    );
  });

  test('is asked no further than it goes: offset 9, or where it says that there is no more', async (t) => {
    const endless = await ask(t, ({ query }) => webAnswer([`p${query.get('offset')}`]), { count: 500 });
    assert.equal((await endless.finding).length, 10);
    assert.equal(endless.api.requests.length, 10);
    const ended = await ask(t, inTurn(webAnswer(['a']), webAnswer(['b'], false)), { count: 500 });
    assert.equal((await ended.finding).length, 2);
    assert.equal(ended.api.requests.length, 2);
  });

  const languages = { de: 'de', ja: 'jp', zh: 'zh-hans', pt: 'pt-br', no: 'nb', ga: null } as const;
  for (const [language, name] of Object.entries(languages)) {
    test(`knows the language ${language} ${name === null ? 'not' : `as ${name}`}`, async (t) => {
      const { api, finding } = await ask(t, () => webAnswer(['a', 'b', 'c']), { language });
      await finding;
      assert.equal(api.requests[0]?.query.get('search_lang'), name);
    });
  }

  test('that finds nothing has answered', async (t) => {
    const { finding } = await ask(t, () => webAnswer([], false));
    assert.deepEqual(await finding, []);
  });

  test('with malformed results has them passed over', async (t) => {
    const odd = [null, 7, 'https://x.test/', {}, { url: 5 }, { url: '' }, { url: 'https://c.test/', title: ['x'] }];
    const { finding } = await ask(t, () => ({
      body: { type: 'search', query: 'odd', web: { results: [...odd, result('a')] } },
    }));
    assert.deepEqual(await finding, [{ url: 'https://c.test/' }, { url: 'https://a.test/', title: 'About a' }]);
  });

  for (const body of [[], { results: [] }, { type: 'search', web: 'none' }]) {
    test(`may answer ${JSON.stringify(body)} without harm`, async (t) => {
      const { finding } = await ask(t, () => ({ body }));
      if ('type' in body) assert.deepEqual(await finding, []);
      else assert.equal((await failureOf(finding)).code, 'source-answer');
    });
  }

  test('that takes one request a second is asked again', async (t) => {
    const limited = errorAnswer(429, {
      code: 'RATE_LIMITED',
      detail: 'Request rate limit exceeded for plan',
      meta: { plan: 'Free', rate_limit: 1, rate_current: 1, quota_limit: 2000, quota_current: 15 },
    });
    const { slept, finding } = await ask(t, inTurn(limited, webAnswer(['a', 'b', 'c'])));
    assert.equal((await finding).length, 3);
    assert.deepEqual(slept, [1000]);
  });

  test('that goes on limiting is left alone', async (t) => {
    const { failure, api } = await failureFrom(t, () => errorAnswer(429, { code: 'RATE_LIMITED' }));
    assert.equal(failure.code, 'source-quota');
    assert.equal(api.requests.length, 3);
  });

  test('whose quota is used up is not asked again', async (t) => {
    const { failure, slept } = await failureFrom(t, () => errorAnswer(429, { code: 'QUOTA_LIMITED' }));
    assert.equal(failure.code, 'source-quota');
    assert.match(failure.message, /quota of the plan is used up/);
    assert.deepEqual(slept, []);
  });

  test('whose quota runs out between pages has given what it gave', async (t) => {
    const { finding } = await ask(t, inTurn(webAnswer(['a']), errorAnswer(429, { code: 'QUOTA_LIMITED' })));
    assert.equal((await finding).length, 1);
  });

  test('refuses a wrong key with 422', async (t) => {
    const wrong = errorAnswer(422, {
      code: 'SUBSCRIPTION_TOKEN_INVALID',
      detail: `The provided subscription token ${secret} is invalid.`,
      meta: { component: 'authentication' },
    });
    const missing = errorAnswer(422, {
      code: 'VALIDATION',
      detail: 'Unable to validate request parameter(s)',
      meta: { errors: [{ type: 'missing', loc: ['header', 'x-subscription-token'], msg: 'Field required' }] },
    });
    for (const answer of [wrong, missing]) {
      const { failure } = await failureFrom(t, () => answer);
      assert.equal(failure.code, 'source-refused');
      assert.match(failure.message, /the key in OSPREY_BRAVE_KEY is missing or wrong$/);
    }
  });

  test('refuses a wrong parameter with 422, and which one is told', async (t) => {
    const errors = [
      { type: 'string_too_long', loc: ['query', 'q'], msg: `String should have at most 400 characters ${secret}` },
      { type: 'odd', loc: [secret, 5, null] },
    ];
    const { failure } = await failureFrom(t, () => errorAnswer(422, { code: 'VALIDATION', meta: { errors } }));
    assert.equal(failure.code, 'source-failed');
    assert.match(failure.message, /does not take what was asked for \(q\); queries may have 400 characters/);
  });

  for (const body of [
    'Unprocessable',
    {},
    { error: null },
    { error: { code: 7, meta: { errors: [null, { loc: 1 }] } } },
  ]) {
    test(`may refuse with ${JSON.stringify(body)} without harm`, async (t) => {
      const { failure } = await failureFrom(t, () => ({ status: 422, body }));
      assert.equal(failure.code, 'source-failed');
      assert.match(failure.message, /does not take the request/);
    });
  }

  test('that does not know the key refuses', async (t) => {
    for (const status of [401, 403]) {
      const { failure } = await failureFrom(t, () => ({ status }));
      assert.equal(failure.code, 'source-refused');
      assert.match(failure.message, /the key is wrong/);
    }
  });

  test('says with 400 that the plan of the key does not hold what was asked for', async (t) => {
    const { failure } = await failureFrom(t, () => errorAnswer(400, { code: 'OPTION_NOT_IN_PLAN' }));
    assert.equal(failure.code, 'source-refused');
    assert.match(failure.message, /refuses \(400\): the plan of the key in OSPREY_BRAVE_KEY does not hold/);
  });
});
