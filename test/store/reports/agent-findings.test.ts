import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Candidate } from '../../../src/model/frontier.js';
import { readingCrawl } from '../../../src/store/open-reader.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { findingsOf } from '../folder-views.js';
import { judgedPage, link, page, rules } from '../invented-crawl.js';
import { temporaryFolder } from '../temporary-store.js';

const archived = (offset: number) => ({ archive: { file: 'pages.warc.gz', offset, length: 10 } });

/**
 * Three agents, of which 1 and 2 share queue 1 and 3 has its own. Relevant are the pages r1 to r4:
 *
 *   r1 a.org  a seed of agent 1, which visits it; agents 2 and 3 link to it
 *   r2 a.org  linked to and visited by agent 1
 *   r3 b.org  linked to by agent 1, visited by agent 2
 *   r4 c.org  linked to and visited by agent 3, and linked to by the example, which is no agent's
 */
async function threeAgents(context: TestContext): Promise<{ folder: string; store: SqliteStore }> {
  const folder = temporaryFolder(context);
  const store = SqliteStore.open(folder, rules(), { create: true });
  const { frontier, directory } = store;
  await directory.register(
    [
      { id: 1, segment: 'news', queue: 1, seeds: 1 },
      { id: 2, segment: 'blogs', queue: 1, seeds: 1 },
      { id: 3, segment: 'web', queue: 3, seeds: 1 },
    ],
    1_000,
  );
  const visit = async (agent: number, place: string, visit = judgedPage(0), links: readonly Candidate[] = []) => {
    const queue = agent === 2 ? 1 : agent;
    await frontier.add([link(place, 9, { queue })]);
    const { claims } = await frontier.claim({ queue, agent, count: 1, now: 0 });
    assert.equal(claims[0]?.url, `http://${place}`);
    await frontier.settle({ settlements: [{ claim: claims[0], visit, links }] });
  };
  const to = (place: string, queue = 1) => link(place, 0.5, { queue });
  await visit(-1, 'e.org/example', judgedPage(1, { outcome: 'example' }), [to('c.org/r4', 3)]);
  await visit(1, 'a.org/r1', judgedPage(0.75, archived(1)), [to('a.org/r2'), to('b.org/r3'), to('d.org/waits')]);
  await visit(1, 'a.org/r2', judgedPage(1, archived(2)));
  await visit(2, 'd.org/hub', judgedPage(0), [to('a.org/r1'), to('d.org/other')]);
  await visit(2, 'b.org/r3', judgedPage(0.75, archived(3)));
  await visit(3, 'f.org/hub', judgedPage(0.25), [to('c.org/r4', 3), to('a.org/r1', 3), to('f.org/waits', 3)]);
  await visit(3, 'c.org/r4', judgedPage(1));
  await visit(3, 'c.org/copy', judgedPage(0, { outcome: 'duplicate', reason: 'exact-copy' }));
  await visit(3, 'c.org/gone', page({ outcome: 'failed', reason: 'http-404' }));
  return { folder, store };
}

describe('agents', () => {
  test('are told with what they brought, and a shared queue once', async (context) => {
    const { folder, store } = await threeAgents(context);
    await store.close();
    const lines = (await findingsOf(folder)).agents.map(({ id, segment, pages, relevant, hosts, queued }) => ({
      ...{ id, segment, pages, relevant, hosts },
      ...(queued !== undefined && { queued }),
    }));
    assert.deepEqual(lines, [
      // d.org/waits and d.org/other wait in queue 1, f.org/waits in queue 3.
      { id: 1, segment: 'news', pages: 2, relevant: 2, hosts: 1, queued: 2 },
      { id: 2, segment: 'blogs', pages: 2, relevant: 1, hosts: 1 },
      { id: 3, segment: 'web', pages: 3, relevant: 1, hosts: 1, queued: 1 },
    ]);
  });

  test('overlap by the relevant pages that they visited or link to', async (context) => {
    const { folder, store } = await threeAgents(context);
    await store.close();
    // Found by 1: r1 r2 r3; by 2: r1 r3; by 3: r1 r4. Alone: r2 and r4. Hosts: a, b, c.
    assert.deepEqual((await findingsOf(folder)).diversity, {
      relevant: 4,
      hosts: 3,
      foundByOne: 2,
      foundByOneShare: 2 / 4,
      overlaps: [
        { agents: [1, 2], both: 2, either: 3, share: 2 / 3 },
        { agents: [1, 3], both: 1, either: 4, share: 1 / 4 },
        { agents: [2, 3], both: 1, either: 3, share: 1 / 3 },
      ],
    });
  });

  test('are compared by the judgements of the present judge', async (context) => {
    const { folder, store } = await threeAgents(context);
    const changes = async function* () {
      for (const seq of [2, 3, 5]) yield { seq, relevance: 0, raw: 0, relevant: false, parts: {} };
    };
    await store.rejudge('another', changes(), [0], () => ({ knowledge: undefined, learner: '' }));
    await store.close();
    const { agents, diversity } = await findingsOf(folder);
    assert.deepEqual(
      agents.map(({ relevant }) => relevant),
      [0, 0, 1],
    );
    // Only r4 is left, which agent 3 alone has found.
    assert.deepEqual(
      diversity?.overlaps.map(({ both, either, share }) => [both, either, share]),
      [
        [0, 0, 0],
        [0, 1, 0],
        [0, 1, 0],
      ],
    );
    assert.equal(diversity.foundByOneShare, 1);
  });

  test('have their best archived pages told, the most relevant first', async (context) => {
    const { folder, store } = await threeAgents(context);
    await store.close();
    const best = (most: number) => readingCrawl(folder, ({ agents }) => agents.bestArchived(most));
    const places = async (most: number) =>
      [...(await best(most))].map(([agent, pages]) => [agent, ...pages.map(({ url }) => url)]);
    assert.deepEqual(await places(9), [
      [1, 'http://a.org/r2', 'http://a.org/r1'],
      [2, 'http://b.org/r3'],
    ]);
    assert.deepEqual(await places(1), [
      [1, 'http://a.org/r2'],
      [2, 'http://b.org/r3'],
    ]);
    assert.deepEqual((await best(1)).get(1)?.[0]?.archive, { file: 'pages.warc.gz', offset: 2, length: 10 });
  });

  test('that are alone are not compared with anyone', async (context) => {
    const folder = temporaryFolder(context);
    const store = SqliteStore.open(folder, rules(), { create: true });
    await store.directory.register([{ id: 0, segment: 'all seeds', queue: 0, seeds: 1 }], 1_000);
    await store.close();
    const { agents, diversity } = await findingsOf(folder);
    assert.deepEqual(
      agents.map(({ pages, queued }) => ({ pages, queued })),
      [{ pages: 0, queued: 0 }],
    );
    assert.equal(diversity, undefined);
  });
});
