import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { SeedRequest } from '../../../src/seeding/seed-source.js';
import { stackExchange } from '../../../src/seeding/sources/stack-exchange.js';
import { type ApiAnswer, type ApiRequest, allOf, failureOf, seedWebFor, startApi } from './api-server.js';

const request: SeedRequest = { query: 'pandas merge', genre: 'discussions', language: 'en', count: 10 };

describe('Stack Exchange', () => {
  test('asks Stack Overflow by relevance and unescapes titles', async () => {
    const { found, requests } = await ask(request, () =>
      wrapped([
        question(1, 'How to merge &quot;a&quot; &amp; b? It&#39;s for M&#252;ller &lt;int&gt;'),
        question(2, 'Left join &#x2014; &unknown; &#99999999;'),
      ]),
    );
    assert.deepEqual(found, [
      {
        url: 'https://stackoverflow.com/questions/1/title',
        title: `How to merge "a" & b? It's for Müller <int>`,
      },
      { url: 'https://stackoverflow.com/questions/2/title', title: 'Left join — &unknown; &#99999999;' },
    ]);
    assert.deepEqual(
      requests.map(({ path, query }) => [path, Object.fromEntries(query)]),
      [
        ['/2.3/sites', { pagesize: '1000' }],
        [
          '/2.3/search/advanced',
          { q: 'pandas merge', site: 'stackoverflow', order: 'desc', sort: 'relevance', pagesize: '10', page: '1' },
        ],
      ],
    );
  });

  test('asks the two sites too whose name or audience the query names, and lets answers take turns', async () => {
    // "cars" is in the audience of mechanics; "repair" too in its name; "bicycles" and "diy" share "repair" or less.
    const { found, requests } = await ask({ ...request, query: 'car repair', count: 4 }, ({ query }) => {
      const site = query.get('site')!;
      return wrapped(
        site === 'diy' ? [] : [question(1, 'one', site), question(2, 'two', site), question(3, 'three', site)],
      );
    });
    assert.deepEqual(sitesAsked(requests), ['stackoverflow', 'mechanics', 'diy']);
    assert.deepEqual(
      found.map(({ url }) => url),
      [
        'https://stackoverflow.com/questions/1/title',
        'https://mechanics.com/questions/1/title',
        'https://stackoverflow.com/questions/2/title',
        'https://mechanics.com/questions/2/title',
      ],
    );
  });

  test('takes no site for undefined that says nothing of its audience', async () => {
    const { requests } = await ask({ ...request, query: 'undefined behaviour' }, () => wrapped([]));
    assert.deepEqual(sitesAsked(requests), ['stackoverflow']);
  });

  test('asks Stack Overflow in the language of the topic where there is one', async () => {
    const asked = async (language: string) =>
      sitesAsked((await ask({ ...request, language }, () => wrapped([]))).requests);
    assert.deepEqual([await asked('es'), await asked('de')], [['es.stackoverflow'], ['stackoverflow']]);
  });

  test('goes on page by page, waits as long as it is asked to, and gives no more than asked for', async () => {
    const { found, requests, slept } = await ask({ ...request, count: 150 }, ({ query }) => {
      const page = Number(query.get('page'));
      const items = Array.from({ length: 100 }, (_, i) => question(page * 100 + i, 'one'));
      return wrapped(items, { has_more: true, backoff: 7 });
    });
    assert.deepEqual(
      requests.slice(1).map(({ query }) => [query.get('page'), query.get('pagesize')]),
      [
        ['1', '100'],
        ['2', '100'],
      ],
    );
    // Once, between the pages: nothing is asked after the second.
    assert.deepEqual(slept, [7000]);
    assert.equal(found.length, 150);
  });

  test('does not wait for long, and keeps what it has', async () => {
    const { found, requests, slept } = await ask({ ...request, count: 150 }, () =>
      wrapped([question(1, 'one')], { has_more: true, backoff: 600 }),
    );
    assert.deepEqual([found.length, requests.length, slept], [1, 2, []]);
  });

  test('stops when the last request of the day is used up, and keeps what it has', async () => {
    const { found, requests } = await ask({ ...request, query: 'car repair' }, () =>
      wrapped([question(1, 'one')], { quota_remaining: 0 }),
    );
    assert.deepEqual([found.length, requests.length], [1, 2]);
    const failure = await failureOf(
      ask({ ...request, query: 'car repair' }, () => wrapped([], { quota_remaining: 0 })),
    );
    assert.equal(failure.code, 'source-quota');
    assert.match(failure.message, /requests of today are used up/);
  });

  test('tells of throttling, which comes with status 400', async () => {
    const failure = await failureOf(
      ask(request, () =>
        error(502, 'throttle_violation', 'too many requests from this IP, more requests available in 82216 seconds'),
      ),
    );
    assert.equal(failure.code, 'source-quota');
    assert.match(failure.message, /too many requests; it asks to wait 82216 s/);
    assert.equal((await failureOf(ask(request, () => ({ status: 429 })))).code, 'source-quota');
  });

  test('sends the user’s key, and never shows it', async () => {
    const { requests } = await ask(request, () => wrapped([]), 'geheim');
    assert.deepEqual(
      requests.map(({ query }) => query.get('key')),
      ['geheim', 'geheim'],
    );
    const failure = await failureOf(
      ask(request, () => error(400, 'bad_parameter', "`key` doesn't match a known application: geheim"), 'geheim'),
    );
    assert.equal(failure.code, 'source-refused');
    assert.match(failure.message, /OSPREY_STACKEXCHANGE_KEY is wrong/);
    assert.doesNotMatch(allOf(failure), /geheim/);
  });

  test('tells of other errors and of answers that are none', async () => {
    const failureFor = (answer: ApiAnswer) => failureOf(ask(request, () => answer));
    const unknownSite = await failureFor(error(400, 'bad_parameter', 'No site found for name `nowhere`'));
    assert.equal(unknownSite.code, 'source-failed');
    assert.match(unknownSite.message, /bad_parameter/);
    assert.equal((await failureFor({ status: 400, body: 'oops' })).code, 'source-failed');
    assert.equal((await failureFor({ body: { has_more: false } })).code, 'source-answer');
    assert.equal((await failureFor({ body: '<html>' })).code, 'source-answer');
  });

  test('finds nothing in an empty answer, and skips what is no question', async () => {
    assert.deepEqual((await ask(request, () => wrapped([]))).found, []);
    const odd = wrapped([
      null,
      'x',
      { title: 'no link' },
      { link: 5 },
      { link: 'https://stackoverflow.com/questions/9' },
    ]);
    assert.deepEqual((await ask(request, () => odd)).found, [{ url: 'https://stackoverflow.com/questions/9' }]);
  });
});

async function ask(asked: SeedRequest, search: (request: ApiRequest) => ApiAnswer, key?: string) {
  const api = await startApi((request) => (request.path === '/2.3/sites' ? wrapped(sites) : search(request)));
  const { web, slept, close } = seedWebFor();
  try {
    const access = { url: `${api.url}/2.3`, keys: key === undefined ? {} : { key } };
    const found = await stackExchange.find(asked, access, web);
    return { found, requests: api.requests, slept };
  } finally {
    await close();
    await api.close();
  }
}

function sitesAsked(requests: readonly ApiRequest[]): (string | null)[] {
  return requests.slice(1).map(({ query }) => query.get('site'));
}

/** Always compressed, whatever was asked for. */
function wrapped(items: readonly unknown[], more: object = {}): ApiAnswer {
  const wrapper = { items, has_more: false, quota_max: 300, quota_remaining: 287, ...more };
  return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(wrapper)) };
}

function error(error_id: number, error_name: string, error_message: string): ApiAnswer {
  const body = gzipSync(JSON.stringify({ error_id, error_message, error_name }));
  return { status: 400, headers: { 'content-encoding': 'gzip' }, body };
}

function question(id: number, title: string, site = 'stackoverflow') {
  return {
    tags: ['python', 'pandas'],
    owner: { account_id: 1, reputation: 2, user_id: 3, user_type: 'registered', display_name: 'ana' },
    is_answered: true,
    view_count: 900,
    answer_count: 3,
    score: 12,
    last_activity_date: 1_700_000_000,
    creation_date: 1_600_000_000,
    question_id: id,
    content_license: 'CC BY-SA 4.0',
    link: `https://${site}.com/questions/${id}/title`,
    title,
  };
}

const sites = [
  site('stackoverflow', 'Stack Overflow', 'professional and enthusiast programmers'),
  site('es.stackoverflow', 'Stack Overflow en español', 'programadores y profesionales de la informática'),
  site('meta.mechanics', 'Motor Vehicle Maintenance & Repair Meta', 'car repair', { site_type: 'meta_site' }),
  site('garage', 'Car Repair', 'car repair', { site_state: 'closed_beta' }),
  site('diy', 'Home Improvement', 'contractors and serious DIYers who repair houses'),
  site('mechanics', 'Motor Vehicle Maintenance &amp; Repair', 'mechanics and DIY enthusiast owners of cars, trucks'),
  site('silent', 'Silent', undefined),
  site('bicycles', 'Bicycles', 'people who build and repair bicycles'),
];

function site(api_site_parameter: string, name: string, audience: string | undefined, more: object = {}) {
  const site_url = `https://${api_site_parameter}.stackexchange.com`;
  return { site_type: 'main_site', site_state: 'normal', name, audience, api_site_parameter, site_url, ...more };
}
