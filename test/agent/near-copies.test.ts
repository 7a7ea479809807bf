import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { NearCopies } from '../../src/agent/near-copies.js';
import type { CrawlOptions } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import type { CrawlRecords } from '../../src/model/crawl-store.js';
import type { Claim } from '../../src/model/frontier.js';
import type { Page } from '../../src/model/page.js';
import type { VisitRow } from '../../src/model/visit.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { html, redirect, startSite } from '../site.js';
import { link, page, rules, visitNext } from '../store/invented-crawl.js';

const words = Array.from({ length: 400 }, (_, index) => `clause${index}`).join(' ');
const law = (more: string, ...links: string[]) =>
  html(
    'Court rules',
    `court ${words} ${more}`,
    links.map((url) => [url, 'court']),
  );

/** One law on two hosts, each version with the hour at which it was printed and a link of its own. */
const web = {
  'a.test/': html('court', 'court', [
    ['/law', 'court'],
    ['/moved', 'elsewhere'],
  ]),
  'a.test/moved': redirect('http://b.test/copy'),
  'a.test/law': law('nine', 'http://c.test/next'),
  'b.test/copy': law('ten', 'http://d.test/next'),
  'c.test/next': html('next', 'court'),
  'd.test/next': html('next', 'appeal'),
};

async function start(t: TestContext, options: Partial<CrawlOptions> = {}) {
  const site = await startSite(web);
  t.after(() => site.close());
  const common = { query: 'court', seed: 'http://a.test/', delay: '0s', requests: 1, workers: 0, allowPrivate: true };
  return (more: Partial<CrawlOptions> = {}) =>
    settingsFrom({ options: { ...common, resolve: site.resolve, ...options, ...more } as CrawlOptions });
}

async function run(crawl: Crawl): Promise<void> {
  for await (const _ of crawl.run());
}

async function visitsOf(records: CrawlRecords): Promise<Map<string, VisitRow>> {
  const visits = new Map<string, VisitRow>();
  for await (const visit of records.visits()) visits.set(visit.url, visit);
  return visits;
}

describe('a near-duplicate', () => {
  test('is judged but does not count, and its links are remembered but not followed', async (t) => {
    const settings = await start(t);
    const crawl = await Crawl.start(settings());
    await run(crawl);
    const { records } = crawl.store;
    const visits = await visitsOf(records);
    const { outcome, reason, detail, judgement } = visits.get('http://b.test/copy')!;
    assert.deepEqual([outcome, reason, detail], ['duplicate', 'near-duplicate', 'http://a.test/law']);
    assert.ok(judgement!.relevance > 0 && !judgement!.relevant);
    assert.equal(visits.get('http://a.test/law')!.outcome, 'page');
    assert.ok(visits.has('http://c.test/next'));
    const skipped = await records.find('http://d.test/next');
    assert.deepEqual([skipped!.state, skipped!.reason], ['rejected', 'duplicate-page']);
  });

  test('is a page like others where nobody looks for them, or where no bit may differ', async (t) => {
    const settings = await start(t);
    for (const nearDuplicates of ['off', 0] as const) {
      const crawl = await Crawl.start(settings({ nearDuplicates }));
      await run(crawl);
      const visits = await visitsOf(crawl.store.records);
      assert.equal(visits.get('http://b.test/copy')!.outcome, 'page');
      assert.ok(visits.has('http://d.test/next'));
    }
  });

  test('is recognised when the crawl was resumed in between', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osprey-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const settings = await start(t, { out: path.join(folder, 'c') });
    const [short, long] = [settings({ maxPages: 2 }), settings()];
    const first = await Crawl.start(short);
    await run(first);
    const resumed = await Crawl.resume(long, short, []);
    const seen: [string, string][] = [];
    for await (const { url, visit } of resumed.run()) seen.push([url, visit.reason]);
    assert.ok(seen.some(([url, reason]) => url === 'http://b.test/copy' && reason === 'near-duplicate'));
    assert.ok(!seen.some(([url]) => url === 'http://a.test/law' || url === 'http://d.test/next'));
  });
});

describe('near-copies', () => {
  const claim = (urlId: number) => ({ urlId, url: `http://a.org/${urlId}` }) as Claim;
  const read = (simhash?: string) => ({ ...(simhash !== undefined && { simhash }) }) as Page;
  const none = '0000000000000000';
  const store = () => new MemoryStore(rules()).records;

  test('are found among the pages of one batch', async () => {
    const copies = new NearCopies(store(), 3);
    assert.equal(await copies.of(claim(1), read(none)), undefined);
    assert.equal(await copies.of(claim(2), read('0000000000000007')), 'http://a.org/1');
    assert.equal(await copies.of(claim(3), read('000000000000000f')), undefined, 'four bits away from the first');
  });

  test('are found among pages as they are now', async () => {
    const { records, frontier } = new MemoryStore(rules());
    const copies = new NearCopies(records, 3);
    const [changed, gone] = ['ffffffffffffffff', '00000000ffffffff'];
    await frontier.add([link('a.org/1', 2), link('a.org/2')]);
    await visitNext(frontier, { visit: page({ simhash: none }) });
    await visitNext(frontier, { visit: page({ simhash: gone }) });
    assert.equal(await copies.of(claim(3), read(gone)), 'http://a.org/2');
    await frontier.add([link('a.org/2', 1, { kind: 'revisit' })]);
    await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'http-410', status: 410 }) });
    assert.equal(await copies.of(claim(3), read(gone)), undefined, 'no page any more');
    assert.equal(await copies.of(claim(1), read(changed)), undefined);
    assert.equal(await copies.of(claim(4), read(none)), undefined, 'another page is worked on in its place');
    assert.equal(await copies.of(claim(5), read(none)), 'http://a.org/4');
    assert.equal(await copies.of(claim(6), read(changed)), 'http://a.org/1');
  });

  test('are never the page itself, visited again, nor pages without a simhash', async () => {
    const copies = new NearCopies(store(), 3);
    assert.equal(await copies.of(claim(1), read(none)), undefined);
    assert.equal(await copies.of(claim(1), read(none)), undefined);
    assert.equal(await copies.of(claim(2), read()), undefined);
    assert.equal(await copies.of(claim(3), read()), undefined);
  });
});
