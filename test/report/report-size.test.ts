import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { type WrittenReport, writeReport } from '../../src/report/write-report.js';
import { configName } from '../../src/store/crawl-folder.js';
import { readingCrawl } from '../../src/store/open-reader.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { judgedPage, link, rules } from '../store/invented-crawl.js';
import { temporaryFolder } from '../store/temporary-store.js';

const pages = 10_000;
const mostBytes = 2_000_000;

/** A crawl of so many pages, without an archive. */
async function reportOf(context: TestContext, path_: string, title: string): Promise<WrittenReport> {
  const folder = temporaryFolder(context);
  const store = SqliteStore.open(folder, rules({ requestsPerHost: pages }), { create: true });
  await store.frontier.add(Array.from({ length: pages }, (_, number) => link(`a.test/${path_}/${number}`)));
  const { claims } = await store.frontier.claim({ queue: 0, count: pages, now: 0 });
  const settlements = claims.map((claim, number) => {
    const judgement = {
      relevance: 1 - number / pages,
      raw: 0.2,
      relevant: number < pages / 2,
      parts: { jaguar: 0.12, car: 0.08, '(learnt words)': 0.031 },
    };
    return { claim, visit: judgedPage(0, { judgement, title: `${title} ${number}`, fetchedAt: 1e12 }) };
  });
  await store.frontier.settle({ settlements });
  await store.close();
  writeFileSync(path.join(folder, configName), 'query: jaguar car\nseed: [http://a.test/]\n');
  return readingCrawl(folder, (reader) => writeReport(reader));
}

describe('the report of 10,000 pages', () => {
  test('lists them all in at most 2 MB', async (context) => {
    const written = await reportOf(
      context,
      'cars/of/the/twentieth/century/and/their/makers',
      'Jaguar cars and how they were built by hand',
    );
    assert.equal(written.pages, pages);
    assert.ok(written.bytes <= mostBytes, `${written.bytes}`);
  });

  test('lists fewer where pages make their URLs and titles long', async (context) => {
    const written = await reportOf(context, 'long/'.repeat(300), '<捷豹>'.repeat(200));
    assert.ok(written.pages > 500 && written.pages < pages, `${written.pages}`);
    assert.ok(written.bytes <= mostBytes, `${written.bytes}`);
  });
});
