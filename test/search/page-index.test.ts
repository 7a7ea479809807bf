import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { FolderBodies } from '../../src/archive/bodies/folder-bodies.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { PageIndex, searchIndexName } from '../../src/search/page-index.js';
import { type SearchRequest, type SearchResult, searchPages } from '../../src/search/search-pages.js';
import { openReader } from '../../src/store/open-reader.js';
import { parseSearchQuery } from '../../src/topic/search-query.js';
import { html, type Site, startSite } from '../site.js';

const folder = mkdtempSync(path.join(tmpdir(), 'osprey-search-'));
const out = path.join(folder, 'crawl');
let site: Site;

const filler = 'Roads and rivers lead through the country, and people travel on them.';
const web = {
  'a.test/': html('Start', 'Pages about gardens.', [
    ['/one', 'one'],
    ['/two', 'two'],
    ['/three', 'three'],
    ['/secret', 'secret'],
    ['/copy', 'copy'],
  ]),
  'a.test/one': html('Tulips', `A garden. ${filler}`),
  'a.test/two': html('Flowers', `Tulips grow in the big red garden. ${filler}`, [['/four', 'four']]),
  'a.test/three': html('Colours', `A garden that is big. Something red. ${filler}`),
  'a.test/secret': html('Secret', 'A garden with tulips.').replace(
    '<head>',
    '<head><meta name="robots" content="noindex">',
  ),
  'a.test/copy': html('Tulips', `A garden. ${filler}`),
  'a.test/four': html('Café', `Orchids for sale. ${filler}`),
};

/** Any string that JavaScript can hold, halves of surrogate pairs included. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

function settingsOf(maxPages: number) {
  const { resolve } = site;
  const network = { resolve, allowPrivate: true, delay: '0s', requests: 1, workers: 0 } as const;
  return settingsFrom({
    options: { query: 'garden', seed: 'http://a.test/', strategy: 'breadth-first', maxPages, out, ...network },
  });
}

async function run(crawl: Crawl): Promise<void> {
  for await (const _ of crawl.run());
}

before(async () => {
  site = await startSite(web);
  await run(await Crawl.start(settingsOf(4)));
});
after(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Brings the index up to date and searches. */
async function search(
  query: string,
  more: Partial<SearchRequest> = {},
): Promise<SearchResult & { urls: string[]; indexed: number }> {
  const { records, close } = await openReader(out);
  const index = PageIndex.open(out, 'en');
  try {
    const indexed = await index.update(records, new FolderBodies(out));
    const request = { query: parseSearchQuery(query), language: 'en', limit: 10, ...more };
    const result = await searchPages(index, records, new FolderBodies(out), request);
    return { ...result, indexed, urls: result.found.map(({ row }) => row.url.replace('http://a.test/', '')) };
  } finally {
    index.close();
    await close();
  }
}

test('pages that are many are read on threads, with the same result', async (t) => {
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const pages = Object.fromEntries(
    numbers.map((number) => [`m.test/${number}`, html(`Page ${number}`, `Flower${number} of the meadow. ${filler}`)]),
  );
  const many = await startSite({
    'm.test/': html(
      'Meadow',
      'All flowers.',
      numbers.map((number) => [`/${number}`, `flower ${number}`]),
    ),
    ...pages,
  });
  t.after(() => many.close());
  const place = path.join(folder, 'many');
  const network = { resolve: many.resolve, allowPrivate: true, delay: '0s', workers: 0 } as const;
  const options = { query: 'meadow', seed: 'http://m.test/', out: place, ...network };
  await run(await Crawl.start(settingsFrom({ options })));
  const { records, close } = await openReader(place);
  const seen = [];
  for (const workers of [2, 0]) {
    rmSync(path.join(place, searchIndexName), { force: true });
    const index = PageIndex.open(place, 'en');
    assert.equal(await index.update(records, new FolderBodies(place), undefined, workers), 41);
    assert.deepEqual({ ...index.size() }, { pages: 41, unread: 0 });
    seen.push(
      [...index.matches('"meadow"')].map(({ seq }) => seq),
      [...index.matches('"flower17"')],
    );
    index.close();
  }
  await close();
  assert.deepEqual(seen.slice(0, 2), seen.slice(2));
  assert.equal(seen[1]!.length, 1);
});

describe('the index of a crawl', { concurrency: 1 }, () => {
  test('takes in the pages of a crawl, and later only what is new', async () => {
    assert.equal((await search('orchids')).indexed, 4);
    assert.equal((await search('orchids')).indexed, 0);
    assert.deepEqual((await search('orchids')).urls, []);
    await run(await Crawl.resume(settingsOf(100), settingsOf(4), []));
    const { indexed, urls } = await search('orchids');
    assert.deepEqual([indexed, urls], [2, ['four']], 'the copy is not indexed');
  });

  test('ranks a word in the title above one in the text', async () => {
    assert.deepEqual((await search('tulips')).urls, ['one', 'two']);
  });

  test('finds by stem, without regard to case and accents', async () => {
    assert.deepEqual((await search('TULIP')).urls, ['one', 'two']);
    assert.deepEqual((await search('cafe')).urls, ['four']);
  });

  test('finds phrases, and leaves out what is not wanted', async () => {
    assert.deepEqual((await search('big red')).urls.sort(), ['three', 'two']);
    assert.deepEqual((await search('"big red"')).urls, ['two']);
    assert.deepEqual((await search('garden -tulips')).urls.sort(), ['', 'three']);
  });

  test('offers pages with some of the words when none has all, and says so', async () => {
    const { urls, someWords } = await search('orchids submarine');
    assert.deepEqual([urls, someWords], [['four'], true]);
    assert.equal((await search('submarine periscope')).someWords, false);
  });

  test('keeps to the limit, to relevance, and to what pages ask for', async () => {
    const { urls, more } = await search('garden', { limit: 2 });
    assert.deepEqual([urls.length, more], [2, true]);
    const all = await search('garden');
    const relevances = all.found.map(({ row }) => row.judgement!.relevance);
    const least = Math.max(...relevances);
    const best = await search('garden', { minRelevance: least });
    assert.equal(best.found.length, relevances.filter((relevance) => relevance >= least).length);
    const relevant = await search('garden', { relevant: true });
    assert.equal(relevant.found.length, all.found.filter(({ row }) => row.judgement!.relevant).length);
    assert.ok(!all.urls.includes('secret') && all.hidden === 1);
    assert.ok((await search('garden', { noindex: true })).urls.includes('secret'));
  });

  test('shows where the words are', async () => {
    const { found } = await search('orchids');
    assert.match(found[0]!.snippet.text, /\ue000Orchids\ue001 for sale\./);
  });

  test('is made anew when the crawl no longer has what it indexed last', async () => {
    const { records, close } = await openReader(out);
    const index = PageIndex.open(out, 'en');
    const other = {
      ...records,
      visit: async () => undefined,
      visits: records.visits.bind(records),
      totals: records.totals.bind(records),
    };
    assert.equal(await index.update(other, new FolderBodies(out)), 6);
    assert.equal(await index.update(records, new FolderBodies(out)), 0);
    assert.equal([...index.matches('"orchid"')].length, 1);
    index.close();
    await close();
  });

  test('is made anew for another language, or by another version', async () => {
    PageIndex.open(out, 'de').close();
    assert.equal((await search('orchids')).indexed, 6);
    const db = new DatabaseSync(path.join(out, searchIndexName));
    db.exec('PRAGMA user_version = 99');
    db.close();
    assert.equal((await search('orchids')).indexed, 6);
  });

  test('of one process goes on behind what another has indexed meanwhile', async () => {
    rmSync(path.join(out, searchIndexName));
    const [one, other] = await Promise.all([search('orchids'), search('orchids')]);
    assert.deepEqual([one.urls, other.urls], [['four'], ['four']]);
    assert.equal(one.indexed + other.indexed, 6);
  });

  test('answers whatever is typed', async () => {
    const { records, close } = await openReader(out);
    const index = PageIndex.open(out, 'en');
    const piece = fc.oneof(anyText, fc.constantFrom('"', ' -', '*', 'garden', ' tulips ', ' OR ', '('));
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        const request = { query: parseSearchQuery(pieces.join('')), language: 'en', limit: 3 };
        assert.ok((await searchPages(index, records, new FolderBodies(out), request)).found.length <= 3);
      }),
      { numRuns: 40 },
    );
    index.close();
    await close();
  });
});
