import assert from 'node:assert/strict';
import { claimOne, claimPlaces, collect, link, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** URLs that a rule kept out of the queue. */
export function rejectedUrls(behaviour: Behaviour): void {
  behaviour('a rejected URL is remembered with its rule', {}, async ({ frontier, records }) => {
    assert.equal(await frontier.add([link('a.org/1', 1, { rejected: 'exclude' })]), 0);
    assert.equal(await frontier.add([link('a.org/1', 1, { rejected: 'domain' })]), 0);
    const { state, reason, priority } = (await records.find('http://a.org/1'))!;
    assert.deepEqual({ state, reason, priority }, { state: 'rejected', reason: 'exclude', priority: undefined });
    assert.deepEqual(await claimPlaces(frontier, 1), []);
    assert.deepEqual(
      (await collect(records.rejected())).map(({ url }) => url),
      ['http://a.org/1'],
    );
  });

  behaviour('a rejected URL enters by another link, as found there', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    const tooDeep = link('a.org/2', 1, { rejected: 'max-depth', depth: 9 });
    await visitNext(frontier, { links: [tooDeep, link('a.org/3')] });
    assert.equal((await records.find('http://a.org/2'))?.parent, 1);
    const seq = await visitNext(frontier, { links: [link('a.org/2', 0.3, { depth: 2 })] });
    const { state, reason, depth, parent, priority } = (await records.find('http://a.org/2'))!;
    assert.deepEqual(
      { state, reason, depth, parent, priority },
      { state: 'queued', reason: '', depth: 2, parent: seq, priority: 0.3 },
    );
    assert.deepEqual(await collect(records.rejected()), []);
  });

  behaviour('a rejected URL that is let in from outside keeps its parent', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    const seq = await visitNext(frontier, {
      links: ['a.org/2', 'a.org/3'].map((place) => link(place, 1, { rejected: 'domain' })),
    });
    assert.equal(await frontier.add([link('a.org/2', 1, { depth: 1 }), link('a.org/3', 1, { depth: 0 })]), 2);
    assert.equal((await records.find('http://a.org/2'))?.parent, seq);
    assert.equal((await records.find('http://a.org/3'))?.parent, 0, 'now it is a seed');
  });

  behaviour('a queued URL is not taken out by a link that is rejected', {}, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 0.5)]);
    await frontier.add([link('a.org/1', 0.9, { rejected: 'nofollow' })]);
    assert.equal((await claimOne(frontier)).priority, 0.5);
  });
}
