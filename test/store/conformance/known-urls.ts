import assert from 'node:assert/strict';
import type { MergeRule } from '../../../src/model/frontier.js';
import { claimOne, claimPlaces, link, rescored, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** What becomes of a URL that is met again. */
export function knownUrls(behaviour: Behaviour): void {
  const merged: [MergeRule, number, number, number][] = [
    // rule, queued, offered, result
    ['max', 0.5, 0.25, 0.5],
    ['max', 0.5, 0.75, 0.75],
    ['sum', 0.5, 0.25, 0.75],
    ['keep', 0.5, 0.75, 0.5],
    ['set', 0.5, 0.25, 0.25],
    ['set', 100, 99, 99],
    // A tenth of 100 is 10.
    ['follow', 100, 90, 100],
    ['follow', 100, 89, 89],
    ['follow', 90, 100, 90],
    ['follow', 89, 100, 100],
    ['follow', -100, -90, -100],
    ['follow', 0.01, -0.01, -0.01],
    ['follow', 0, 0.001, 0.001],
    ['follow', 0, 0, 0],
    ['follow', 1, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ['follow', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ];
  for (const [rule, queued, offered, result] of merged) {
    behaviour(`met again, ${rule} makes ${queued} and ${offered} into ${result}`, {}, async ({ frontier, records }) => {
      assert.equal(await frontier.add([link('a.org/1', queued)]), 1);
      assert.equal(await frontier.add([link('a.org/1', offered, { merge: rule })]), 0);
      assert.equal((await records.find('http://a.org/1'))?.priority, result);
      assert.equal((await claimOne(frontier)).priority, result);
    });
  }

  behaviour('met again, it takes the lower level and depth', { requestsPerHost: 9 }, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1, { level: 3, depth: 5 }), link('a.org/2', 1, { level: 2 })]);
    await frontier.add([link('a.org/1', 0, { level: 1, depth: 2 })]);
    await frontier.add([link('a.org/1', 0, { level: 4, depth: 9 })]);
    const { level, depth } = (await records.find('http://a.org/1'))!;
    assert.deepEqual({ level, depth }, { level: 1, depth: 2 });
    assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/1', 'a.org/2']);
  });

  behaviour('a URL that rises and falls back is served once', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 0.5), link('a.org/2', 0.6)]);
    for (const priority of [0.9, 0.5, 0.9, 0.5]) await frontier.add([link('a.org/1', priority, { merge: 'set' })]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/2', 'a.org/1']);
    assert.equal((await frontier.stats(0)).queued, 0);
  });

  behaviour('a claimed URL is neither added nor updated', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 0.5)]);
    const claim = await claimOne(frontier);
    assert.equal(await frontier.add([link('a.org/1', 0.9, { depth: 0 })]), 0);
    assert.equal(await rescored(frontier, [{ url: 'http://a.org/1', score: 0.8 }]), 0);
    await frontier.settle({ settlements: [{ claim, requeue: { attempts: 1 } }] });
    const { priority, depth } = (await records.find('http://a.org/1'))!;
    assert.deepEqual({ priority, depth }, { priority: 0.5, depth: 1 });
  });

  behaviour('a visited URL never enters again', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1')]);
    await visitNext(frontier);
    assert.equal(await frontier.add([link('a.org/1', 9)]), 0);
    assert.deepEqual(await claimPlaces(frontier, 1), []);
    assert.equal((await records.find('http://a.org/1'))?.state, 'visited');
  });

  behaviour('a visited URL comes back for a refresh alone', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    await visitNext(frontier);
    assert.equal(await frontier.add([link('a.org/1', 0.7)]), 0);
    assert.equal(await frontier.add([link('a.org/1', 0.7, { kind: 'revisit', depth: 0 })]), 1);
    assert.equal((await records.find('http://a.org/1'))?.state, 'queued');
    const claim = await claimOne(frontier, 10);
    assert.deepEqual([claim.url, claim.kind, claim.priority], ['http://a.org/1', 'revisit', 0.7]);
  });

  behaviour('one batch may hold a URL twice', {}, async ({ frontier }) => {
    assert.equal(await frontier.add([link('a.org/1', 0.5), link('a.org/1', 0.75)]), 1);
    assert.equal((await claimOne(frontier)).priority, 0.75);
  });

  behaviour('hosts on other ports are other hosts', {}, async ({ frontier }) => {
    await frontier.add([link('a.org/1'), link('a.org:8080/1')]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/1', 'a.org:8080/1']);
  });
}
