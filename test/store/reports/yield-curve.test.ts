import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Visit } from '../../../src/model/visit.js';
import { configName } from '../../../src/store/crawl-folder.js';
import { readingCrawl } from '../../../src/store/open-reader.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { judgedPage, link, page, rules } from '../invented-crawl.js';
import { temporaryFolder } from '../temporary-store.js';

/** A crawl with these visits, each at the time of its place. */
async function crawlOf(context: TestContext, visits: Readonly<Record<string, Visit>>): Promise<string> {
  const folder = temporaryFolder(context);
  const store = SqliteStore.open(folder, rules(), { create: true });
  let now = 0;
  for (const [place, visit] of Object.entries(visits)) {
    now += 10;
    await store.frontier.add([link(place)]);
    const { claims } = await store.frontier.claim({ queue: 0, count: 1, now });
    await store.frontier.settle({ settlements: [{ claim: claims[0]!, visit: { ...visit, fetchedAt: now } }] });
  }
  await store.frontier.add([link('b.org/waits')]);
  await store.close();
  writeFileSync(path.join(folder, configName), 'query: jaguar car\nseed: [http://a.org/]\n');
  return folder;
}

const visits = {
  'a.org/1': judgedPage(0.9),
  'a.org/2': judgedPage(0.1),
  'a.org/gone': page({ outcome: 'failed', reason: 'http-404' }),
  'b.org/3': judgedPage(0.8),
  'a.org/4': judgedPage(0, { outcome: 'duplicate', reason: 'duplicate-content' }),
  'b.org/5': judgedPage(0.7),
};

describe('the yield of a crawl', () => {
  test('is told after every document where there are few, of documents only', async (context) => {
    const curve = await readingCrawl(await crawlOf(context, visits), (reader) => reader.yieldCurve(40));
    assert.deepEqual(curve, [
      { pages: 1, relevant: 1, at: 10 },
      { pages: 2, relevant: 1, at: 20 },
      { pages: 3, relevant: 2, at: 40 },
      { pages: 4, relevant: 2, at: 50 },
      { pages: 5, relevant: 3, at: 60 },
    ]);
  });

  test('has no more points than asked for, and ends at the end', async (context) => {
    const curve = await readingCrawl(await crawlOf(context, visits), (reader) => reader.yieldCurve(2));
    assert.deepEqual(curve, [
      { pages: 3, relevant: 2, at: 40 },
      { pages: 5, relevant: 3, at: 60 },
    ]);
  });

  test('of nothing is nothing', async (context) => {
    assert.deepEqual(await readingCrawl(await crawlOf(context, {}), (reader) => reader.yieldCurve(40)), []);
  });
});

test('hosts are told with what they brought and what waits, those with the most pages first', async (context) => {
  const folder = await crawlOf(context, visits);
  const hosts = [
    { host: 'a.org', pages: 3, relevant: 1, queued: 0 },
    { host: 'b.org', pages: 2, relevant: 2, queued: 1 },
  ];
  assert.deepEqual(await readingCrawl(folder, (reader) => reader.hosts(10)), hosts);
  assert.deepEqual(await readingCrawl(folder, (reader) => reader.hosts(1)), hosts.slice(0, 1));
});
