import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AgentBeat } from '../../src/model/directory.js';
import type { Frontier, Settlement } from '../../src/model/frontier.js';
import { collect, judgedPage, link, page, rules } from './invented-crawl.js';
import type { StoreMaker } from './stores.js';

export const news = { id: 1, segment: 'news', queue: 1, seeds: 10 };
export const blogs = { id: 2, segment: 'blogs', queue: 2, seeds: 7 };
export const working: AgentBeat = {
  state: 'working',
  restarts: 2,
  host: 'a.org',
  table: [
    [4_294_967_295, 0.75],
    [7, 0.5],
  ],
};
export const silent = { state: 'waiting', restarts: 0, host: '', table: [] };

/** What every store promises of the directory of agents, and of what it tells of one agent. */
export function directoryConformance(name: string, make: StoreMaker): void {
  describe(`the directory of ${name}`, () => registering(make));
  describe(`an agent's visits in ${name}`, () => visiting(make));
}

function registering(make: StoreMaker): void {
  test('is empty at first', async (context) => {
    assert.deepEqual(await (await make(rules(), context)).directory.agents(), []);
  });

  test('lists agents by their ids, with nothing told so far', async (context) => {
    const { directory } = await make(rules(), context);
    await directory.register([blogs, news], 1_000);
    assert.deepEqual(await directory.agents(), [
      { ...news, ...silent, registeredAt: 1_000, beatAt: 1_000 },
      { ...blogs, ...silent, registeredAt: 1_000, beatAt: 1_000 },
    ]);
  });

  test('keeps the last sign of life', async (context) => {
    const { directory } = await make(rules(), context);
    await directory.register([news, blogs], 1_000);
    await directory.beat(1, { ...working, host: 'b.org', table: [] }, 2_000);
    await directory.beat(1, working, 3_000);
    assert.deepEqual(await directory.agents(), [
      { ...news, ...working, registeredAt: 1_000, beatAt: 3_000 },
      { ...blogs, ...silent, registeredAt: 1_000, beatAt: 1_000 },
    ]);
  });

  test('ignores signs of life of an agent that is not registered', async (context) => {
    const { directory } = await make(rules(), context);
    await directory.register([news], 1_000);
    await directory.beat(2, working, 2_000);
    assert.deepEqual(
      (await directory.agents()).map(({ id }) => id),
      [1],
    );
  });

  test('takes on what is new of an agent that registers again, and keeps what it told', async (context) => {
    const { directory } = await make(rules(), context);
    await directory.register([news], 1_000);
    await directory.beat(1, working, 2_000);
    const again = { ...news, segment: 'all seeds', queue: 0, seeds: 12 };
    await directory.register([again, blogs], 5_000);
    assert.deepEqual(await directory.agents(), [
      { ...again, ...working, registeredAt: 1_000, beatAt: 2_000 },
      { ...blogs, ...silent, registeredAt: 5_000, beatAt: 5_000 },
    ]);
  });
}

/** Agent `by` visits the next URL of queue 0. */
export async function visitBy(
  frontier: Frontier,
  agent: number,
  settlement: Omit<Settlement, 'claim' | 'requeue'>,
): Promise<void> {
  const { claims } = await frontier.claim({ queue: 0, agent, count: 1, now: 0 });
  await frontier.settle({ settlements: [{ claim: claims[0]!, ...settlement }] });
}

function visiting(make: StoreMaker): void {
  test('are its own, whoever’s queue they are from', async (context) => {
    const store = await make(rules(), context);
    const { frontier, records } = store;
    await frontier.add([link('a.org/1', 2), link('b.org/1')]);
    const terms = { ids: Uint32Array.of(7), counts: Uint32Array.of(1) };
    const visit = judgedPage(1, { lesson: { terms, links: [] } });
    await visitBy(frontier, 5, { visit, links: [link('a.org/2', 0.5)] });
    assert.equal((await records.visit(1))?.agent, 5);
    assert.equal((await collect((await store.knowledge(5)).since)).length, 1);
    assert.equal((await collect((await store.knowledge(0)).since)).length, 0);
    await visitBy(frontier, 6, { visit: page() });
    await visitBy(frontier, 6, { visit: page() });
    assert.equal((await records.visitOf(3))?.url, 'http://a.org/2', 'its links are in the queue that it took from');
  });

  test('and the URLs that they found first make up its totals', async (context) => {
    const { frontier, records } = await make(rules(), context);
    await frontier.add([4, 3, 2, 1].map((score) => link(`${score % 2 === 0 ? 'a' : 'b'}.org/${score}`, score)));
    const out = (place: string) => link(place, 1, { rejected: 'domain' });
    await visitBy(frontier, 1, { visit: judgedPage(0.75, { bytes: 100 }), links: [out('c.org/1'), out('c.org/2')] });
    await visitBy(frontier, 2, { visit: judgedPage(0.5, { bytes: 10 }), links: [out('c.org/1'), out('c.org/3')] });
    await visitBy(frontier, 1, { visit: page({ outcome: 'failed', reason: 'timeout' }) });
    await visitBy(frontier, 1, { visit: judgedPage(0.25, { bytes: 1 }) });
    assert.deepEqual(await records.totals(1), {
      outcomes: { page: 2, failed: 1 },
      reasons: { timeout: 1 },
      rejections: { domain: 2 },
      relevant: 1,
      bytes: 101,
      relevanceSum: 1,
      visits: 3,
      hostsVisited: 2,
    });
    assert.deepEqual(await records.totals(2), {
      outcomes: { page: 1 },
      reasons: {},
      rejections: { domain: 1 },
      relevant: 1,
      bytes: 10,
      relevanceSum: 0.5,
      visits: 1,
      hostsVisited: 1,
    });
    const { outcomes, rejections } = await records.totals();
    assert.deepEqual({ outcomes, rejections }, { outcomes: { page: 3, failed: 1 }, rejections: { domain: 3 } });
    const nothing = { outcomes: {}, reasons: {}, rejections: {}, relevant: 0, bytes: 0, relevanceSum: 0 };
    assert.deepEqual(await records.totals(9), { ...nothing, visits: 0, hostsVisited: 0 });
  });
}
