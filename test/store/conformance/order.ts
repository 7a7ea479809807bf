import assert from 'node:assert/strict';
import { claimPlaces, link } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** The order in which queued URLs are claimed. */
export function order(behaviour: Behaviour): void {
  behaviour('the best priority of all ready hosts comes first', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 0.2), link('b.org/1', 0.9), link('a.org/2', 0.5), link('c.org/1', -1)]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['b.org/1', 'a.org/2', 'a.org/1', 'c.org/1']);
  });

  behaviour('equal priorities are served in order of insertion', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([link('b.org/2'), link('a.org/1'), link('b.org/1'), link('a.org/0')]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['b.org/2', 'a.org/1', 'b.org/1', 'a.org/0']);
  });

  behaviour('lower levels come first, whatever the priority', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([
      link('a.org/3', 9, { level: 3 }),
      link('a.org/1', 0.1, { level: 1 }),
      link('b.org/2', 0.5, { level: 2 }),
    ]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/1', 'b.org/2', 'a.org/3']);
  });

  behaviour('a request for levels is served in its own order', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([1, 2, 3].map((level) => link(`a.org/${level}`, 1, { level })));
    assert.deepEqual(await claimPlaces(frontier, 9, { levels: [3, 1] }), ['a.org/3', 'a.org/1']);
    assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/2']);
  });

  behaviour('an agent is served its own share only', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 0.1), link('a.org/2', 0.9, { queue: 7 })]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/1']);
    assert.deepEqual(await claimPlaces(frontier, 9, { queue: 7 }), ['a.org/2']);
    assert.deepEqual(await claimPlaces(frontier, 9, { queue: 8 }), []);
  });

  behaviour('a URL that enters later is served at once when it is better', {}, async ({ frontier }) => {
    await frontier.add([link('a.org/low', 0.1), link('b.org/low', 0.2)]);
    assert.deepEqual(await claimPlaces(frontier, 1), ['b.org/low']);
    await frontier.add([link('c.org/high', 0.9)]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['c.org/high', 'a.org/low']);
  });
}
