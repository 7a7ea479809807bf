import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SeedRequest } from '../../../src/seeding/seed-source.js';
import { hackerNews } from '../../../src/seeding/sources/hacker-news.js';
import { type ApiHandler, failureOf, seedWebFor, startApi } from './api-server.js';

const request: SeedRequest = { query: 'web crawler', genre: 'web', language: 'en', count: 10 };

describe('Hacker News', () => {
  test('gives the pages that stories point to, each once, and leaves out questions to the readers', async () => {
    const { found, requests } = await ask(request, () => ({
      body: page([
        story(101, 'Writing a web crawler', 'https://example.org/crawler'),
        story(102, 'Ask HN: how do you crawl?', undefined),
        story(103, 'Writing a web crawler (2019)', 'https://example.org/crawler'),
        story(104, 'Crawling at scale', 'https://scale.example/'),
      ]),
    }));
    assert.deepEqual(found, [
      { url: 'https://example.org/crawler', title: 'Writing a web crawler' },
      { url: 'https://scale.example/', title: 'Crawling at scale' },
    ]);
    assert.equal(requests[0]!.path, '/search');
    assert.deepEqual(Object.fromEntries(requests[0]!.query), {
      query: 'web crawler',
      tags: 'story',
      hitsPerPage: '10',
      page: '0',
    });
  });

  test('gives pages of comments as discussions, of stories that have comments', async () => {
    const { found, requests } = await ask({ ...request, genre: 'discussions' }, () => ({
      body: page([
        story(102, 'Ask HN: how do you crawl?', undefined),
        { ...story(1, 'odd', undefined), objectID: 'x&y' },
      ]),
    }));
    assert.deepEqual(found, [{ url: 'https://news.ycombinator.com/item?id=102', title: 'Ask HN: how do you crawl?' }]);
    assert.equal(requests[0]!.query.get('numericFilters'), 'num_comments>0');
  });

  test('asks for further pages until there are enough, and gives no more than asked for', async () => {
    // 250 wanted, 100 a page: three pages, of whose 300 stories 50 are too many.
    const { found, requests } = await ask({ ...request, count: 250 }, ({ query }) => {
      const start = Number(query.get('page')) * 100;
      const hits = Array.from({ length: 100 }, (_, i) =>
        story(start + i, `no. ${start + i}`, `https://e.org/${start + i}`),
      );
      return { body: page(hits, 10) };
    });
    assert.deepEqual(
      requests.map(({ query }) => [query.get('page'), query.get('hitsPerPage')]),
      [
        ['0', '100'],
        ['1', '100'],
        ['2', '100'],
      ],
    );
    assert.equal(found.length, 250);
    assert.equal(found[249]!.url, 'https://e.org/249');
  });

  test('stops after the last page', async () => {
    const { found, requests } = await ask(request, ({ query }) => ({
      body: page([story(1, 'one', `https://e.org/${query.get('page')}`)], 2),
    }));
    assert.equal(requests.length, 2);
    assert.deepEqual(
      found.map(({ url }) => url),
      ['https://e.org/0', 'https://e.org/1'],
    );
  });

  test('passes over pages of nothing but questions to the readers, though not for ever', async () => {
    const question = (page: number) => story(page, 'Ask HN', undefined);
    const later = await ask(request, ({ query }) => {
      const number = Number(query.get('page'));
      return { body: page([number < 2 ? question(number) : story(number, 'one', 'https://e.org/')], 3) };
    });
    assert.deepEqual(
      later.found.map(({ url }) => url),
      ['https://e.org/'],
    );
    // The first page and three more.
    const never = await ask(request, ({ query }) => ({ body: page([question(Number(query.get('page')))], 100) }));
    assert.deepEqual([never.found.length, never.requests.length], [0, 4]);
  });

  test('finds nothing in an empty answer, and skips what is no story', async () => {
    assert.deepEqual((await ask(request, () => ({ body: page([]) }))).found, []);
    const odd = page([
      null,
      'story',
      { title: 'no address' },
      { objectID: '5', url: 7 },
      story(9, '', 'https://e.org/'),
    ]);
    assert.deepEqual((await ask(request, () => ({ body: odd }))).found, [{ url: 'https://e.org/' }]);
  });

  test('tells of a used-up quota, of failures and of answers that are none', async () => {
    const codeOf = async (handler: ApiHandler) => (await failureOf(ask(request, handler))).code;
    assert.equal(
      await codeOf(() => ({ status: 429, body: { message: 'Too many requests', status: 429 } })),
      'source-quota',
    );
    assert.equal(
      await codeOf(() => ({ status: 400, body: { message: 'invalid filters', status: 400 } })),
      'source-failed',
    );
    assert.equal(await codeOf(() => ({ body: { message: 'hello' } })), 'source-answer');
    assert.equal(await codeOf(() => ({ body: '<html>' })), 'source-answer');
  });
});

async function ask(asked: SeedRequest, handler: ApiHandler) {
  const api = await startApi(handler);
  const { web, close } = seedWebFor();
  try {
    const found = await hackerNews.find(asked, { url: api.url, keys: {} }, web);
    return { found, requests: api.requests };
  } finally {
    await close();
    await api.close();
  }
}

function page(hits: readonly unknown[], nbPages = 1) {
  return {
    exhaustive: { nbHits: true, typo: true },
    hits,
    hitsPerPage: 100,
    nbHits: hits.length,
    nbPages,
    page: 0,
    params: 'query=web+crawler&tags=story',
    processingTimeMS: 4,
    query: 'web crawler',
  };
}

function story(id: number, title: string, url: string | undefined) {
  return {
    _highlightResult: { title: { matchLevel: 'full', value: title } },
    _tags: ['story', 'author_ana', `story_${id}`],
    author: 'ana',
    created_at: '2024-03-01T10:00:00Z',
    created_at_i: 1709287200,
    num_comments: 12,
    objectID: String(id),
    points: 80,
    story_id: id,
    title,
    updated_at: '2024-09-20T16:00:00Z',
    ...(url === undefined ? { story_text: 'A question.' } : { url }),
  };
}
