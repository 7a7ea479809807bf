import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { FactQuery } from '../../src/model/crawl-browsing.js';
import type { CrawlReader } from '../../src/model/crawl-reader.js';
import { openReader } from '../../src/store/open-reader.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { judgedPage, link, page, rules, visitNext } from './invented-crawl.js';
import { temporaryFolder } from './temporary-store.js';

/** Six visits: relevances 1, 0.5, 0.5, 0.5, 0, and one that failed. */
async function browsed(context: TestContext): Promise<{ reader: CrawlReader; store: SqliteStore }> {
  const folder = temporaryFolder(context);
  const store = SqliteStore.open(folder, rules({ requestsPerHost: 9 }), { create: true });
  const { frontier } = store;
  const visits = [judgedPage(0.5), judgedPage(1), judgedPage(0.5), judgedPage(0), judgedPage(0.5)];
  await frontier.add([1, 2, 3, 4, 5].map((place) => link(`h${place}.org/`, 10 - place, { depth: 0 })));
  for (const [place, visit] of visits.entries()) {
    const links = place === 0 ? [link('q.org/1', 0.2), link('q.org/2', 0.9), link('q.org/3', 0.5, { level: 2 })] : [];
    const rejected = [1, 2].map((n) => link(`r.org/${n}`, 0, { rejected: 'exclude' }));
    await visitNext(frontier, { visit, links: [...links, ...(place === 1 ? rejected : [])] });
  }
  await frontier.add([link('f.org/', 99)]);
  await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'http-404' }) });
  // What is written becomes durable, and visible to others, in groups.
  await store.notes.set('any', 'note');
  const reader = await openReader(folder);
  context.after(() => reader.close());
  context.after(() => store.close());
  return { reader, store };
}

/** The visits in an order, in pieces of two. */
async function walked({ browsing }: CrawlReader, order: FactQuery['order']): Promise<number[]> {
  const seqs: number[] = [];
  for (let after: FactQuery['after']; ; ) {
    const facts = await browsing.facts({ order, ...(after && { after }), limit: 2 });
    seqs.push(...facts.map(({ seq }) => seq));
    if (facts.length < 2) return seqs;
    after = facts.at(-1)!;
  }
}

describe('a crawl is looked around in', () => {
  test('visit by visit and by relevance, in pieces without gaps or repeats', async (context) => {
    const { reader } = await browsed(context);
    assert.deepEqual(await walked(reader, 'visit'), [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(await walked(reader, 'visit-down'), [6, 5, 4, 3, 2, 1]);
    // Visits 2: 1, then 1, 3, 5: 0.5, then 4: 0.
    assert.deepEqual(await walked(reader, 'relevance'), [2, 1, 3, 5, 4]);
    assert.deepEqual(await walked(reader, 'relevance-up'), [4, 5, 3, 1, 2]);
    const [near] = await reader.browsing.facts({ order: 'relevance', after: { relevance: 0.7, seq: 0 }, limit: 1 });
    assert.deepEqual([near!.seq, near!.host, near!.relevant, near!.outcome], [1, 'h1.org', true, 'page']);
  });

  test('queue, levels and what rules keep out', async (context) => {
    const { reader } = await browsed(context);
    const { browsing } = reader;
    const places = async (count: number) => (await browsing.bestQueued(count)).map(({ url }) => url.slice(7));
    // Level 1 by priority, then level 2.
    assert.deepEqual(await places(9), ['q.org/2', 'q.org/1', 'q.org/3']);
    assert.deepEqual(await places(2), ['q.org/2', 'q.org/1']);
    const [first, ...rest] = await browsing.queued({ limit: 9 });
    assert.deepEqual(await browsing.queued({ after: first!.id, limit: 9 }), rest);
    assert.deepEqual(await browsing.queueLevels(), [
      { level: 1, queued: 2 },
      { level: 2, queued: 1 },
    ]);
    assert.deepEqual(await browsing.rejections(), { exclude: 2 });
    const kept = await browsing.rejectedBy('exclude', { limit: 1 });
    const next = await browsing.rejectedBy('exclude', { after: kept[0]!.id, limit: 9 });
    assert.deepEqual(
      [...kept, ...next].map(({ url }) => url),
      ['http://r.org/1', 'http://r.org/2'],
    );
    assert.deepEqual(await browsing.rejectedBy('domain', { limit: 9 }), []);
    assert.equal(await browsing.queuedOn('q.org'), 3);
    assert.equal((await browsing.hostStates(['h1.org', 'nobody.org'])).get('h1.org')!.fetched, 1);
  });

  test('its version changes with what is committed, and its judges are told', async (context) => {
    const { reader, store } = await browsed(context);
    const before = await reader.browsing.version();
    assert.equal(await reader.browsing.version(), before);
    await store.notes.set('other', 'note');
    assert.notEqual(await reader.browsing.version(), before);
    const judge = await reader.browsing.judge();
    assert.deepEqual(await reader.browsing.rejudgedAt(), []);
    await store.rejudge('{}', (async function* () {})(), [1], () => ({ knowledge: undefined, learner: '' }));
    assert.notEqual(await reader.browsing.judge(), judge);
    assert.equal((await reader.browsing.rejudgedAt()).length, 1);
  });

  test('commands are read, and counted while they wait', async (context) => {
    const { reader, store } = await browsed(context);
    await store.commands.add({ kind: 'pause', by: 'maria', at: 5, arguments: null });
    assert.equal(await reader.browsing.commandsWaiting(), 1);
    assert.deepEqual(
      (await reader.browsing.commands(5)).map(({ kind, by }) => `${by} ${kind}`),
      ['maria pause'],
    );
  });
});
