import assert from 'node:assert/strict';
import { claimPlaces, collect, link } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** URLs that waited too long. */
export function expiry(behaviour: Behaviour): void {
  behaviour('a URL that waited too long is forgotten and may enter afresh', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1, { expiresAt: 100, hops: 3 }), link('a.org/2', 0.5, { expiresAt: 101 })]);
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 100 }), ['a.org/2']);
    assert.equal((await records.find('http://a.org/1'))?.state, 'expired');
    const [expired] = await collect(records.rejected());
    assert.deepEqual([expired?.url, expired?.state], ['http://a.org/1', 'expired']);
    assert.equal((await frontier.stats(100)).queued, 0);
    assert.equal(await frontier.add([link('a.org/1', 0.2, { queue: 1, level: 2, depth: 4 })]), 1);
    const { claims } = await frontier.claim({ queue: 1, count: 1, now: 200 });
    assert.deepEqual(claims, [], 'the host has a request in flight');
    const { state, priority, level, depth } = (await records.find('http://a.org/1'))!;
    assert.deepEqual({ state, priority, level, depth }, { state: 'queued', priority: 0.2, level: 2, depth: 4 });
  });

  behaviour('a URL that is met again while it waits is forgotten later', {}, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 1, { expiresAt: 100 })]);
    await frontier.add([link('a.org/1', 1, { expiresAt: 1100 })]);
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 600 }), ['a.org/1']);
  });

  behaviour('a URL that has expired anywhere in the queue enters afresh when met again', {}, async (store) => {
    const { frontier, records } = store;
    await frontier.add([
      link('b.org/1', 9),
      link('a.org/1', 1, { expiresAt: 100, merge: 'sum', hops: 3 }),
      link('a.org/2', 1, { expiresAt: 101, merge: 'sum' }),
    ]);
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 100 }), ['b.org/1']);
    const again = { expiresAt: 200, merge: 'sum', level: 2, depth: 4 } as const;
    assert.equal(await frontier.add([link('a.org/1', 0.2, again), link('a.org/2', 0.2, again)]), 1);
    const placeOf = async (url: string) => {
      const { state, priority, level, depth } = (await records.find(url))!;
      return { state, priority, level, depth };
    };
    // The one that had expired has the score of its new parent alone; the other adds both up.
    assert.deepEqual(await placeOf('http://a.org/1'), { state: 'queued', priority: 0.2, level: 2, depth: 4 });
    assert.equal((await placeOf('http://a.org/2')).priority, 1.2);
    assert.equal((await frontier.stats(100)).queued, 2);
  });
}
