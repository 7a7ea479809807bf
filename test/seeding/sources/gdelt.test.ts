import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SeedRequest } from '../../../src/seeding/seed-source.js';
import { gdelt } from '../../../src/seeding/sources/gdelt.js';
import { type ApiHandler, failureOf, seedWebFor, startApi } from './api-server.js';

const request: SeedRequest = { query: 'jaguar car', genre: 'news', language: 'en', count: 30 };
const path = '/api/v2/doc/doc';

describe('GDELT', () => {
  test('is asked for a list of articles in the language of the topic', async () => {
    const { found, requests } = await ask(request, () => ({
      body: {
        articles: [
          article('https://news.example/jaguar-recall', 'Jaguar recalls  cars'),
          article('https://paper.example/a?id=1', 'Jaguar goes electric'),
        ],
      },
    }));
    assert.deepEqual(found, [
      { url: 'https://news.example/jaguar-recall', title: 'Jaguar recalls cars' },
      { url: 'https://paper.example/a?id=1', title: 'Jaguar goes electric' },
    ]);
    assert.equal(requests[0]!.path, path);
    assert.deepEqual(Object.fromEntries(requests[0]!.query), {
      query: 'jaguar car sourcelang:english',
      mode: 'artlist',
      format: 'json',
      maxrecords: '30',
      sort: 'hybridrel',
      timespan: '3months',
    });
  });

  const queries: readonly [query: string, language: string, sent: string][] = [
    ['"climate change" arctic', 'de', '"climate change" arctic sourcelang:german'],
    ['“climate change” arctic', 'fr', '"climate change" arctic sourcelang:french'],
    ['covid-19 vaccines', 'es', '"covid-19" vaccines sourcelang:spanish'],
    ['jaguar -cat', 'en', 'jaguar -cat sourcelang:english'],
    ['-"big cat" jaguar', 'en', '-"big cat" jaguar sourcelang:english'],
    ['jaguar -“big cat” -(zoo) - e-type', 'en', 'jaguar -"big cat" -zoo "e-type" sourcelang:english'],
    ['jaguar', 'nb', 'jaguar sourcelang:norwegian'],
    ['jaguar', 'nn', 'jaguar sourcelang:norwegian'],
    ['the go (programming) language, c++', 'en', 'the programming language "c++" sourcelang:english'],
    ['"unclosed phrase', 'en', '"unclosed phrase" sourcelang:english'],
    ['"jaguar"', 'en', 'jaguar sourcelang:english'],
    ['北京 天气', 'zh', '北京 天气 sourcelang:chinese'],
    ['jaguar', '', 'jaguar'],
    ['jaguar', 'x y', 'jaguar'],
    // It cannot be asked for this; what it answers says so.
    ['ai', 'en', 'ai sourcelang:english'],
  ];
  for (const [query, language, sent] of queries) {
    test(`puts ${query} (${language || 'no language'}) in its words`, async () => {
      const { requests } = await ask({ ...request, query, language }, () => ({ body: {} }));
      assert.equal(requests[0]!.query.get('query'), sent);
    });
  }

  test('knows a site by its domain alone', async () => {
    const { requests } = await ask({ ...request, site: 'news.example/cars' }, () => ({ body: {} }));
    assert.equal(requests[0]!.query.get('query'), 'jaguar car domain:news.example sourcelang:english');
  });

  test('gives at most 250 articles, which is all that it has in one answer', async () => {
    const { found, requests } = await ask({ ...request, count: 400 }, ({ query }) => ({
      body: {
        articles: Array.from({ length: Number(query.get('maxrecords')) }, (_, i) =>
          article(`https://e.org/${i}`, 'one'),
        ),
      },
    }));
    assert.equal(requests.length, 1);
    assert.equal(found.length, 250);
    const few = await ask({ ...request, count: 2 }, () => ({
      body: { articles: ['a', 'b', 'c'].map((name) => article(`https://e.org/${name}`, name)) },
    }));
    assert.equal(few.found.length, 2);
  });

  test('finds nothing in an empty object, skips what is no article, and gives each URL once', async () => {
    assert.deepEqual((await ask(request, () => ({ body: {} }))).found, []);
    const articles = [
      null,
      'x',
      { title: 'no address' },
      article('https://e.org/', ''),
      article('https://e.org/', 'again'),
    ];
    assert.deepEqual((await ask(request, () => ({ body: { articles } }))).found, [{ url: 'https://e.org/' }]);
  });

  test('reads answers whose titles hold backslashes and control characters', async () => {
    const body =
      String.raw`{"articles": [ { "url": "https:\/\/e.org\/a", "title": "AC\DC at \"Kyiv\" \u00fcber C:\Temp` +
      '\t\u0001tour" } ] }';
    const { found } = await ask(request, () => ({ body }));
    assert.deepEqual(found, [{ url: 'https://e.org/a', title: String.raw`AC\DC at "Kyiv" über C:\Temp tour` }]);
  });

  test('says that it is asked too often: by status 429, after which it is not asked again, or in words', async () => {
    const words = 'Please limit requests to one every 5 seconds or contact the project for larger queries.\n';
    const inWords = await failureOf(ask(request, () => ({ body: words })));
    assert.equal(inWords.code, 'source-quota');
    assert.match(inWords.message, /limit requests to one every 5 seconds/);
    let asked = 0;
    const byStatus = await failureOf(
      ask(request, () => {
        asked++;
        return { status: 429, body: words };
      }),
    );
    assert.equal(byStatus.code, 'source-quota');
    assert.equal(asked, 1);
  });

  test('says what it does not like about a query, in its own words', async () => {
    for (const words of ['The specified phrase is too short.\n', 'Your query was too short or too long.\n']) {
      const failure = await failureOf(ask(request, () => ({ body: words })));
      assert.equal(failure.code, 'source-refused');
      assert.equal(failure.policy, 'skip');
      assert.ok(failure.message.endsWith(`refuses the query: ${words.trim()}`), failure.message);
    }
  });

  test('tells of answers that are none', async () => {
    const codeOf = async (handler: ApiHandler) => (await failureOf(ask(request, handler))).code;
    assert.equal(await codeOf(() => ({ body: '<!DOCTYPE html><title>Oops</title>' })), 'source-answer');
    assert.equal(await codeOf(() => ({ body: '' })), 'source-answer');
    assert.equal(await codeOf(() => ({ body: '{"articles": [' })), 'source-answer');
    assert.equal(await codeOf(() => ({ status: 404 })), 'source-failed');
  });
});

async function ask(asked: SeedRequest, handler: ApiHandler) {
  const api = await startApi(handler);
  const { web, close } = seedWebFor();
  try {
    const found = await gdelt.find(asked, { url: api.url + path, keys: {} }, web);
    return { found, requests: api.requests };
  } finally {
    await close();
    await api.close();
  }
}

function article(url: string, title: string) {
  return {
    url,
    url_mobile: '',
    title,
    seendate: '20260114T101500Z',
    socialimage: 'https://news.example/image.jpg',
    domain: 'news.example',
    language: 'English',
    sourcecountry: 'United Kingdom',
  };
}
