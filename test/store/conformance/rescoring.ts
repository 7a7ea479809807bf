import assert from 'node:assert/strict';
import { claimOne, link, rescored, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** Queued URLs that are given another score. */
export function rescoring(behaviour: Behaviour): void {
  behaviour('a queued URL is moved by its URL', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 0.5), link('a.org/2', 0.6), link('b.org/1', 0.7)]);
    const changes = [
      { url: 'http://a.org/1', score: 0.9 },
      { url: 'http://b.org/1', score: 0.4, merge: 'sum' as const },
      { url: 'http://a.org/2', score: 0.6 },
      { url: 'http://unknown.org/', score: 1 },
    ];
    assert.equal(await rescored(frontier, changes), 2, 'one is unknown and one stays where it is');
    const { claims } = await frontier.claim({ queue: 0, count: 9, now: 0 });
    assert.deepEqual(
      claims.map(({ url }) => url),
      ['http://b.org/1', 'http://a.org/1', 'http://a.org/2'],
    );
  });

  behaviour('siblings are the queued URLs that the same visit found first', { requestsPerHost: 9 }, async (store) => {
    const { frontier, records } = store;
    await frontier.add([link('a.org/first', 9, { depth: 0 }), link('a.org/second', 8, { depth: 0 })]);
    await visitNext(frontier, { links: ['s.org/1', 's.org/2', 's.org/3', 's.org/3'].map((place) => link(place, 0.5)) });
    // The second page links to s.org/2 as well, but the first one found it first.
    await visitNext(frontier, { links: [link('t.org/1', 0.25), link('s.org/2', 0.5)] });
    const claimed = await claimOne(frontier);
    assert.equal(claimed.url, 'http://s.org/1');
    assert.equal(await rescored(frontier, [{ siblingsOf: 'http://s.org/1', score: 0.125, merge: 'sum' }]), 2);
    const priority = async (place: string) => (await records.find(`http://${place}`))?.priority;
    assert.equal(await priority('s.org/1'), 0.5, 'not a sibling of itself');
    assert.equal(await priority('s.org/2'), 0.625);
    assert.equal(await priority('s.org/3'), 0.625, 'once, although the page has two links to it');
    assert.equal(await priority('t.org/1'), 0.25);
    // s.org/1 is claimed: it is not touched by its siblings either.
    assert.equal(await rescored(frontier, [{ siblingsOf: 'http://s.org/2', score: 1 }]), 1);
    assert.equal(await priority('s.org/1'), 0.5);
    assert.equal(
      await rescored(frontier, [{ siblingsOf: 'http://a.org/second', score: 1 }]),
      0,
      'seeds have no siblings',
    );
  });

  behaviour('a visited or rejected URL is not re-scored', {}, async ({ frontier }) => {
    await frontier.add([link('a.org/1'), link('a.org/2', 1, { rejected: 'domain' })]);
    await visitNext(frontier);
    const changes = ['http://a.org/1', 'http://a.org/2'].map((url) => ({ url, score: 5 }));
    assert.equal(await rescored(frontier, changes), 0);
  });
}
