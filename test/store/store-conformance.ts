import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { CrawlStore, JudgementChange, VisitQuery } from '../../src/model/crawl-store.js';
import {
  type Candidate,
  type FrontierRules,
  type MergeRule,
  mostFalls,
  type Revalue,
  revisitLevel,
} from '../../src/model/frontier.js';
import {
  claimOne,
  claimPlaces,
  collect,
  judgedPage,
  link,
  page,
  rescored,
  rules,
  visitNext,
} from './invented-crawl.js';

/** Makes an empty store that lives as long as the test. */
export type StoreMaker = (rules: FrontierRules, context: TestContext) => CrawlStore;

/** What every store promises, whatever it is made of. */
export function storeConformance(name: string, make: StoreMaker): void {
  const behaviour = (
    title: string,
    changes: Partial<FrontierRules>,
    check: (store: CrawlStore) => Promise<void>,
  ): void => {
    test(title, async (context) => check(make(rules(changes), context)));
  };
  describe(name, () => {
    describe('order', () => order(behaviour));
    describe('politeness', () => politeness(behaviour));
    describe('known URLs', () => knownUrls(behaviour));
    describe('settling', () => settling(behaviour));
    describe('re-scoring', () => rescoring(behaviour));
    describe('valuing anew', () => revaluing(behaviour));
    describe('records', () => records(behaviour));
    describe('pages that are visited again', () => revisits(behaviour));
    describe('notes, knowledge and judges', () => facts(behaviour));
  });
}

type Behaviour = (title: string, changes: Partial<FrontierRules>, check: (store: CrawlStore) => Promise<void>) => void;

function order(behaviour: Behaviour): void {
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

function politeness(behaviour: Behaviour): void {
  behaviour('the claim itself makes the host wait', { delay: 100, requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1'), link('a.org/2')]);
    const first = await frontier.claim({ queue: 0, count: 2, now: 1_000 });
    assert.equal(first.claims.length, 1);
    assert.equal(first.nextAt, 1_100);
    assert.deepEqual(await claimPlaces(frontier, 2, { now: 1_099 }), []);
    assert.deepEqual(await claimPlaces(frontier, 2, { now: 1_100 }), ['a.org/2']);
  });

  behaviour('nextAt is the earliest of the hosts that wait', { delay: 100 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 9), link('a.org/2'), link('b.org/1', 8), link('b.org/2')]);
    await visitNext(frontier, { now: 0, pace: { delay: 500, failures: 0, notBefore: 700 } });
    await visitNext(frontier, { now: 0 });
    assert.equal((await frontier.claim({ queue: 0, count: 1, now: 50 })).nextAt, 100);
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 100 }), ['b.org/2']);
    assert.equal((await frontier.claim({ queue: 0, count: 1, now: 100 })).nextAt, 700);
  });

  behaviour('nextAt follows a host that is told to wait longer', { delay: 100 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 9), link('a.org/2')]);
    const claim = await claimOne(frontier, 0);
    await frontier.claim({ queue: 0, count: 1, now: 10 });
    await frontier.settle({
      settlements: [{ claim, visit: page(), pace: { delay: 100, failures: 1, notBefore: 900 } }],
    });
    assert.equal((await frontier.claim({ queue: 0, count: 1, now: 20 })).nextAt, 900);
  });

  behaviour('nextAt speaks of the hosts of the request alone', { delay: 100 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 9), link('a.org/2'), link('a.org/3', 1, { level: 2 })]);
    await visitNext(frontier, { now: 0 });
    assert.equal((await frontier.claim({ queue: 0, count: 1, now: 10 })).nextAt, 100);
    assert.equal((await frontier.claim({ queue: 5, count: 1, now: 10 })).nextAt, undefined);
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 100, levels: [1] }), ['a.org/2']);
    assert.equal((await frontier.claim({ queue: 0, count: 1, now: 120, levels: [3] })).nextAt, undefined);
  });

  behaviour('a turn that is none of a queued URL makes the host wait, too', { delay: 100 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1')]);
    assert.equal(await frontier.acquireHostSlot('a.org', 50), undefined);
    assert.equal(await frontier.acquireHostSlot('a.org', 60), 150);
    assert.equal((await frontier.claim({ queue: 0, count: 1, now: 149 })).nextAt, 150);
    await claimOne(frontier, 150);
    assert.equal(await frontier.acquireHostSlot('a.org', 160), 260, 'its request is under way');
    assert.equal(await frontier.acquireHostSlot('unknown.org', 200), undefined);
  });

  behaviour(
    'such a turn is not to be had of a blocked host, nor in quiet hours',
    {
      delay: 100,
      blocked: (host) => host === 'blocked.org',
      quietUntil: (host, now) => (host === 'quiet.org' && now < 900 ? 900 : undefined),
    },
    async ({ frontier }) => {
      assert.equal(await frontier.acquireHostSlot('blocked.org', 0), Number.POSITIVE_INFINITY);
      assert.equal(await frontier.acquireHostSlot('quiet.org', 0), 900);
    },
  );

  behaviour('a host has so many requests in flight and no more', { requestsPerHost: 2 }, async ({ frontier }) => {
    await frontier.add([1, 2, 3, 4].map((number) => link(`a.org/${number}`)));
    const { claims, nextAt } = await frontier.claim({ queue: 0, count: 4, now: 0 });
    assert.equal(claims.length, 2);
    assert.equal(nextAt, undefined, 'no time would open the host');
    await frontier.settle({ settlements: [{ claim: claims[1]!, visit: page() }] });
    assert.deepEqual(await claimPlaces(frontier, 4), ['a.org/3']);
  });

  behaviour(
    'the page limit of a host is never passed, requests in flight included',
    { requestsPerHost: 9, maxPerHost: 3 },
    async ({ frontier }) => {
      await frontier.add([1, 2, 3, 4, 5].map((number) => link(`a.org/${number}`)));
      const { claims } = await frontier.claim({ queue: 0, count: 9, now: 0 });
      assert.equal(claims.length, 3);
      // A redirect is no document: its turn may be used by another URL.
      await frontier.settle({ settlements: [{ claim: claims[0]!, visit: page({ outcome: 'redirect' }) }] });
      const { claims: more } = await frontier.claim({ queue: 0, count: 9, now: 0 });
      assert.equal(more.length, 1);
      await frontier.settle({ settlements: [...claims.slice(1), ...more].map((claim) => ({ claim, visit: page() })) });
      assert.deepEqual(await frontier.claim({ queue: 0, count: 9, now: 0 }), { claims: [], held: true });
      const { queued, hostsClosed, queuedClosed } = await frontier.stats(0);
      assert.deepEqual({ queued, hostsClosed, queuedClosed }, { queued: 1, hostsClosed: 1, queuedClosed: 1 });
    },
  );

  behaviour('a blocked host is left alone', { blocked: (host) => host === 'bad.org' }, async ({ frontier }) => {
    await frontier.add([link('bad.org/1', 9), link('good.org/1')]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['good.org/1']);
    assert.equal((await frontier.stats(0)).queuedClosed, 1);
  });

  behaviour('a host with a pace of its own keeps it', { delay: 100 }, async ({ frontier }) => {
    await frontier.add([1, 2, 3].map((number) => link(`a.org/${number}`)));
    assert.deepEqual((await claimOne(frontier, 0)).pace, { delay: 100, failures: 0 });
    const { claims } = await frontier.claim({ queue: 0, count: 1, now: 2_000 });
    const claim = claims[0]!;
    await frontier.settle({ settlements: [{ claim, visit: page(), pace: { delay: 300, failures: 2 } }] });
    const slower = await claimOne(frontier, 2_100);
    assert.deepEqual(slower.pace, { delay: 300, failures: 2 });
    assert.equal(
      (await frontier.claim({ queue: 0, count: 1, now: 2_200 })).nextAt,
      undefined,
      'a request is in flight',
    );
    await frontier.settle({ settlements: [{ claim: slower, visit: page() }] });
    assert.equal((await frontier.claim({ queue: 0, count: 1, now: 2_200 })).nextAt, 2_400);
  });

  behaviour('notBefore never moves a host forward', { delay: 100 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1'), link('a.org/2')]);
    await visitNext(frontier, { now: 0, pace: { delay: 100, failures: 0, notBefore: 50 } });
    assert.equal((await frontier.claim({ queue: 0, count: 1, now: 60 })).nextAt, 100);
  });

  behaviour("an unused claim gives the host's time back", { delay: 100 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 9), link('a.org/2')]);
    await visitNext(frontier, { now: 0, visit: page({ outcome: 'refused', reason: 'robots' }), unused: true });
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 1 }), ['a.org/2']);
  });

  behaviour(
    'an unused claim gives nothing back that a later claim has taken',
    { delay: 100, requestsPerHost: 2 },
    async ({ frontier }) => {
      await frontier.add([1, 2, 3].map((number) => link(`a.org/${number}`)));
      const early = await claimOne(frontier, 0);
      await claimOne(frontier, 100);
      await frontier.settle({ settlements: [{ claim: early, visit: page({ outcome: 'refused' }), unused: true }] });
      assert.equal((await frontier.claim({ queue: 0, count: 1, now: 150 })).nextAt, 200);
    },
  );

  behaviour('stats tell ready hosts from those that wait', { delay: 100, requestsPerHost: 2 }, async ({ frontier }) => {
    await frontier.add([
      link('a.org/1', 9),
      link('a.org/2'),
      link('b.org/1'),
      link('c.org/1', 1, { rejected: 'domain' }),
    ]);
    const claim = await claimOne(frontier, 0);
    const waiting = { queued: 2, claimed: 1, known: 4, hosts: 3, hostsReady: 1, hostsWaiting: 1 };
    assert.deepEqual(await frontier.stats(99), { ...waiting, hostsClosed: 0, queuedClosed: 0, queuedAgain: 0 });
    await frontier.settle({ settlements: [{ claim, visit: page() }] });
    const ready = { queued: 2, claimed: 0, known: 4, hosts: 3, hostsReady: 2, hostsWaiting: 0 };
    assert.deepEqual(await frontier.stats(100), { ...ready, hostsClosed: 0, queuedClosed: 0, queuedAgain: 0 });
  });
}

function knownUrls(behaviour: Behaviour): void {
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

function settling(behaviour: Behaviour): void {
  behaviour('a requeued URL keeps its place and counts its attempts', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1), link('a.org/2')]);
    const claim = await claimOne(frontier);
    const { seqs } = await frontier.settle({ settlements: [{ claim, requeue: { attempts: 2 } }] });
    assert.deepEqual(seqs, [0]);
    assert.equal((await records.find('http://a.org/1'))?.attempts, 2);
    const again = await claimOne(frontier);
    assert.deepEqual({ ...again, token: 0 }, { ...claim, token: 0, attempts: 2 });
    assert.notEqual(again.token, claim.token);
  });

  behaviour('a lease that ran out gives the URL back, and its token is refused', { delay: 10 }, async (store) => {
    const { frontier, records } = store;
    await frontier.add([link('a.org/1')]);
    const stale = await claimOne(frontier, 0);
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 999 }), []);
    const fresh = await claimOne(frontier, 1_000);
    assert.equal(fresh.url, stale.url);
    const terms = { ids: Uint32Array.of(1), counts: Uint32Array.of(1) };
    const refused = await frontier.settle({
      settlements: [
        {
          claim: stale,
          visit: judgedPage(1, { lesson: { terms, links: [] } }),
          links: [link('b.org/1')],
          pace: { delay: 999, failures: 9 },
        },
      ],
    });
    assert.deepEqual(refused, { seqs: [-1], added: 0, moved: 0 });
    assert.deepEqual(await collect(records.visits()), []);
    assert.equal(await records.find('http://b.org/1'), undefined);
    assert.deepEqual(await collect((await store.knowledge(0)).since), []);
    assert.equal((await frontier.stats(1_000)).claimed, 1, 'the fresh claim stands');
    const { seqs } = await frontier.settle({ settlements: [{ claim: fresh, visit: page() }] });
    assert.deepEqual(seqs, [1]);
    await frontier.add([link('a.org/2')]);
    assert.deepEqual((await claimOne(frontier, 1_010)).pace, { delay: 10, failures: 0 });
  });

  behaviour('a claim is settled once', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1')]);
    const settlement = { claim: await claimOne(frontier), visit: page() };
    assert.deepEqual((await frontier.settle({ settlements: [settlement, settlement] })).seqs, [1, -1]);
    assert.deepEqual((await frontier.settle({ settlements: [settlement] })).seqs, [-1]);
    assert.equal((await collect(records.visits())).length, 1);
  });

  behaviour('all of a batch is committed together', { requestsPerHost: 3 }, async (store) => {
    const { frontier, records } = store;
    await frontier.add(['a.org/1', 'a.org/2', 'a.org/3'].map((place) => link(place, 1, { depth: 0 })));
    const { claims } = await frontier.claim({ queue: 0, count: 3, now: 0 });
    const result = await frontier.settle({
      settlements: [
        { claim: claims[0]!, visit: page(), links: [link('b.org/1', 0.1), link('a.org/2', 9), link('b.org/2', 0.2)] },
        { claim: claims[1]!, requeue: { attempts: 1 } },
        { claim: claims[2]!, visit: page({ outcome: 'failed', reason: 'timeout' }), links: [link('b.org/1', 0.3)] },
      ],
      rescores: [{ url: 'http://b.org/2', score: 0.4 }],
      knowledge: [{ agent: 0, data: Uint8Array.of(1, 2) }],
    });
    assert.deepEqual(result, { seqs: [1, 0, 2], added: 2, moved: 1 });
    assert.equal((await records.find('http://b.org/1'))?.priority, 0.3);
    assert.equal((await records.find('http://b.org/2'))?.priority, 0.4);
    assert.equal((await records.find('http://a.org/2'))?.priority, 1, 'claimed while the link was found');
    assert.deepEqual(Buffer.from((await store.knowledge(0)).data!), Buffer.of(1, 2));
  });

  behaviour(
    'what a visit changes in the queue comes after its links and before those of the next',
    {},
    async (store) => {
      const { frontier, records } = store;
      await frontier.add([link('a.org/1', 9), link('b.org/1', 8)]);
      const [first, second] = [await claimOne(frontier), await claimOne(frontier)];
      const rescores = [{ url: 'http://c.org/1', score: 0.25 }];
      const result = await frontier.settle({
        settlements: [
          { claim: first, visit: page(), links: [link('c.org/1', 0.5)], rescores },
          { claim: second, visit: page(), links: [link('c.org/1', 0.9)] },
        ],
      });
      assert.deepEqual(result, { seqs: [1, 2], added: 1, moved: 1 });
      assert.equal((await records.find('http://c.org/1'))?.priority, 0.9, 'the later link is not overwritten');
    },
  );

  behaviour('the claim carries all that is known of the URL', { leaseMs: 77 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    const found: Candidate = link('b.org/x', 0.5, {
      level: 2,
      depth: 3,
      hops: 1,
      queue: 4,
      kind: 'sitemap',
    });
    await visitNext(frontier, { links: [found] });
    const { token, ...claim } = await claimOne(frontier, 10, 4);
    assert.ok(token > 0);
    assert.deepEqual(claim, {
      urlId: 2,
      url: 'http://b.org/x',
      host: 'b.org',
      queue: 4,
      agent: 4,
      level: 2,
      depth: 3,
      priority: 0.5,
      hops: 1,
      attempts: 0,
      kind: 'sitemap',
      parent: 1,
      priorityParent: 1,
      leaseUntil: 87,
      pace: { delay: 0, failures: 0 },
    });
  });

  behaviour('a queued URL that its site names as a sitemap is visited as one', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/map', 0.5), link('a.org/other', 0.4)]);
    assert.equal(await frontier.add([link('a.org/map', 0.6, { kind: 'sitemap' })]), 0);
    assert.equal((await records.find('http://a.org/map'))!.kind, 'sitemap');
    const visit = { outcome: 'sitemap', reason: '', fetchedAt: 0, status: 200 } as const;
    const links = [link('a.org/listed', 0.3, { modifiedAt: 5 }), link('a.org/other', 0.4, { modifiedAt: 6 })];
    await visitNext(frontier, { visit, links });
    const { url, kind, priority } = (await records.visit(1))!;
    assert.deepEqual([url, kind, priority], ['http://a.org/map', 'sitemap', 0.6]);
    const other = (await records.find('http://a.org/other'))!;
    assert.deepEqual([other.state, other.kind, other.modifiedAt], ['queued', undefined, 6]);
    assert.deepEqual(
      (await records.inLinks(other.id)).map(({ visit: seq, isSitemap }) => [seq, isSitemap]),
      [[1, true]],
    );
    const listed = (await records.find('http://a.org/listed'))!;
    assert.equal(listed.modifiedAt, 5);
    // A page that links to one of them with a better score.
    await visitNext(frontier, { links: [link('a.org/listed', 0.9, { level: 2 })] });
    const best = await records.bestInLinks([listed.id, other.id, 99]);
    assert.deepEqual(
      [...best].map(([id, { score, level }]) => [id, score, level]).sort(),
      [
        [listed.id, 0.9, 2],
        [other.id, 0.4, 1],
      ].sort(),
    );
  });

  behaviour('a visit is of the agent that did it, its links go where it says', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1')]);
    const { claims } = await frontier.claim({ queue: 0, agent: 7, count: 1, now: 0 });
    assert.deepEqual([claims[0]!.queue, claims[0]!.agent], [0, 7]);
    await frontier.settle({ settlements: [{ claim: claims[0]!, visit: page(), links: [link('a.org/2')] }] });
    assert.equal((await records.visit(1))!.agent, 7);
    assert.equal((await claimOne(frontier)).url, 'http://a.org/2');
  });
}

function rescoring(behaviour: Behaviour): void {
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

/** What `http://<place>` is worth by now, for the places that are named. */
function worth(byPlace: Readonly<Record<string, number>>): Revalue {
  return (url) => byPlace[url.slice('http://'.length)];
}

function revaluing(behaviour: Behaviour): void {
  const three = [link('a.org/1', 0.9), link('b.org/1', 0.8), link('c.org/1', 0.7)];

  behaviour('a claim passes over what has fallen, which takes its new place', {}, async ({ frontier, records }) => {
    await frontier.add([...three, link('d.org/1', 0.6)]);
    const revalue = worth({ 'a.org/1': 0.65, 'b.org/1': 0.1 });
    assert.deepEqual(await claimPlaces(frontier, 1, { revalue }), ['c.org/1']);
    const priorities = await Promise.all(three.map(async ({ url }) => (await records.find(url))?.priority));
    assert.deepEqual(priorities, [0.65, 0.1, 0.7]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/1', 'd.org/1', 'b.org/1']);
  });

  behaviour('what fell and is still the best is taken, and valued once', {}, async ({ frontier }) => {
    await frontier.add(three);
    const asked: string[] = [];
    const byPlace = worth({ 'a.org/1': 0.8, 'b.org/1': 0.71 });
    const revalue = (url: string) => {
      asked.push(url.slice('http://'.length));
      return byPlace(url);
    };
    const { claims } = await frontier.claim({ queue: 0, count: 3, now: 0, revalue });
    assert.deepEqual(
      claims.map(({ url, priority }) => [url, priority]),
      [
        ['http://a.org/1', 0.8],
        ['http://b.org/1', 0.71],
        ['http://c.org/1', 0.7],
      ],
    );
    assert.deepEqual(asked, ['a.org/1', 'b.org/1', 'c.org/1']);
  });

  behaviour('what is worth more, hardly less or nobody knows what is taken', {}, async ({ frontier, records }) => {
    await frontier.add(three);
    const revalue = worth({ 'a.org/1': 5, 'b.org/1': 0.79 });
    const { claims } = await frontier.claim({ queue: 0, count: 3, now: 0, revalue });
    assert.deepEqual(
      claims.map(({ priority }) => priority),
      [0.9, 0.8, 0.7],
      'each from the place that it had',
    );
    await frontier.settle({ settlements: [{ claim: claims[0]!, requeue: { attempts: 0 } }] });
    assert.equal((await records.find('http://a.org/1'))?.priority, 0.9);
    assert.equal((await claimOne(frontier)).priority, 0.9);
  });

  behaviour('equals that fall together keep their order', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([link('b.org/2'), link('a.org/1'), link('b.org/1'), link('a.org/0')]);
    assert.deepEqual(await claimPlaces(frontier, 9, { revalue: () => 0.5 }), [
      'b.org/2',
      'a.org/1',
      'b.org/1',
      'a.org/0',
    ]);
  });

  behaviour('a claim has enough after so many falls', { requestsPerHost: 9 }, async ({ frontier, records }) => {
    const count = mostFalls + 10;
    await frontier.add(Array.from({ length: count }, (_, index) => link(`a.org/${index}`, count - index)));
    const revalue = (url: string) => -Number(url.split('/').at(-1));
    assert.deepEqual(await claimPlaces(frontier, 1, { revalue }), [`a.org/${mostFalls}`], 'although it fell too');
    assert.equal((await records.find(`http://a.org/${mostFalls}`))?.priority, 10);
    assert.equal((await records.find(`http://a.org/${mostFalls - 1}`))?.priority, 1 - mostFalls);
    // The nine that are left fall too; then the first to have fallen is the best, and is taken as it is.
    assert.deepEqual(await claimPlaces(frontier, 1, { revalue }), ['a.org/0']);
  });

  behaviour('levels and agents are kept apart', { requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([
      link('a.org/1', 0.5),
      link('a.org/2', 9, { level: 2 }),
      link('a.org/3', 9, { level: 3 }),
      link('b.org/1', 0.5, { queue: 1 }),
    ]);
    const revalue = worth({ 'a.org/1': 0.1, 'a.org/2': 0.2, 'b.org/1': 0.1 });
    assert.deepEqual(await claimPlaces(frontier, 9, { revalue, levels: [3, 1] }), ['a.org/3', 'a.org/1']);
    assert.deepEqual(await claimPlaces(frontier, 9, { revalue }), ['a.org/2']);
    assert.equal((await claimOne(frontier, 0, 1)).priority, 0.5, 'of another agent');
  });

  behaviour('what has expired is forgotten without being valued', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 0.9, { expiresAt: 10 }), link('b.org/1', 0.5)]);
    const revalue = (url: string) => (url === 'http://a.org/1' ? assert.fail('it was valued') : 0.5);
    assert.deepEqual(await claimPlaces(frontier, 1, { now: 10, revalue }), ['b.org/1']);
    assert.equal((await records.find('http://a.org/1'))?.state, 'expired');
  });

  behaviour('falling does not open a host before its time', { delay: 100 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 9), link('a.org/2', 8), link('a.org/3', 7), link('b.org/1', 1)]);
    await visitNext(frontier, { now: 0 });
    const asked: string[] = [];
    const revalue = (url: string) => {
      asked.push(url);
      return 0.5;
    };
    const early = await frontier.claim({ queue: 0, count: 9, now: 50, revalue });
    assert.deepEqual(
      early.claims.map(({ url }) => url),
      ['http://b.org/1'],
    );
    assert.equal(early.nextAt, 100);
    assert.deepEqual(asked, ['http://b.org/1'], 'hosts that wait are not valued');
    const late = await frontier.claim({ queue: 0, count: 9, now: 100, revalue });
    assert.deepEqual(
      late.claims.map(({ url }) => url),
      ['http://a.org/2'],
      'one request at a time',
    );
  });

  behaviour('what has risen is found in between', {}, async ({ frontier, records }) => {
    await frontier.add(three);
    const value = worth({ 'a.org/1': 0.1, 'b.org/1': 0.81, 'c.org/1': 2, 'x.org/1': 9 });
    assert.equal(await frontier.revalue({ queue: 0, count: 3, value }), 2, 'one hardly changed');
    assert.equal((await records.find('http://b.org/1'))?.priority, 0.8);
    assert.deepEqual(await claimPlaces(frontier, 9), ['c.org/1', 'b.org/1', 'a.org/1']);
  });

  behaviour(
    'the best of each level are valued, fewer of a deeper one, of one agent',
    { requestsPerHost: 9 },
    async ({ frontier }) => {
      const places = [1, 2, 3].map((number) => link(`a.org/${number}`, 1 / number));
      const deeper = [1, 2, 3].map((number) => link(`b.org/${number}`, 1 / number, { level: 2 }));
      await frontier.add([...places, ...deeper, link('c.org/1', 1, { queue: 1 })]);
      const claimed = await claimOne(frontier);
      const asked: string[] = [];
      const value = (url: string) => void asked.push(url.slice('http://'.length));
      assert.equal(await frontier.revalue({ queue: 0, count: 2, value }), 0);
      assert.deepEqual(asked, ['a.org/2', 'a.org/3', 'b.org/1'], 'a.org/1 is in flight');
      await frontier.settle({ settlements: [{ claim: claimed, visit: page() }] });
      assert.equal(await frontier.revalue({ queue: 7, count: 2, value: () => 5 }), 0);
    },
  );

  behaviour('a link met again merges with what the URL is worth by now', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 0.5)]);
    await frontier.revalue({ queue: 0, count: 1, value: () => 0.25 });
    await frontier.add([link('a.org/1', 0.125, { merge: 'sum' })]);
    assert.equal((await records.find('http://a.org/1'))?.priority, 0.375);
  });

  behaviour('a value that is not a number is refused before anything moves', {}, async ({ frontier, records }) => {
    await frontier.add(three);
    const value = worth({ 'a.org/1': 0.1, 'b.org/1': Number.NaN });
    await assert.rejects(frontier.revalue({ queue: 0, count: 3, value }), { code: 'bad-score' });
    assert.equal((await records.find('http://a.org/1'))?.priority, 0.9);
    assert.equal((await claimOne(frontier)).url, 'http://a.org/1');
  });
}

function records(behaviour: Behaviour): void {
  behaviour('a visit is read back as it was committed', {}, async ({ frontier, records }) => {
    const full = judgedPage(0.75, {
      detail: 'in words',
      fetchedAt: 123,
      contentType: 'text/html',
      bytes: 10,
      title: 'Ein Titel – “quoted”',
      language: 'de',
      published: '2024-02-29',
      author: 'A. Author',
      noindex: false,
      fingerprint: 'ffffffffffffffff',
      simhash: 'fedcba9876543210',
      etag: 'W/"1"',
      lastModified: 'Mon, 02 Nov 2026 10:00:00 GMT',
      archive: { file: 'pages-00001.warc.gz', offset: 7, length: 8 },
    });
    await frontier.add([link('a.org/1', 0.5, { depth: 0 })]);
    await visitNext(frontier, { visit: page(), links: [link('a.org/2', 0.25, { level: 2, depth: 1 })] });
    await visitNext(frontier, { visit: full });
    const place = { urlId: 2, url: 'http://a.org/2', agent: 0, level: 2, depth: 1, priority: 0.25, priorityParent: 1 };
    assert.deepEqual(await records.visit(2), { ...full, seq: 2, ...place, parent: 'http://a.org/1' });
    assert.deepEqual(await records.visitOf(2), await records.visit(2));
    const seed = {
      urlId: 1,
      url: 'http://a.org/1',
      agent: 0,
      level: 1,
      depth: 0,
      priority: 0.5,
      parent: '',
      priorityParent: 0,
    };
    assert.deepEqual(await records.visitOf(1), { ...page(), seq: 1, ...seed });
    assert.equal(await records.visit(3), undefined);
    assert.equal(await records.visitOf(3), undefined);
  });

  behaviour(
    'a page hands on its state through the link that gave a URL its place',
    {},
    async ({ frontier, records }) => {
      await frontier.add([link('a.org/1', 9, { depth: 0 }), link('a.org/2', 8, { depth: 0 })]);
      const trailing = (left: number) => ({
        ...judgedPage(1),
        judgement: { relevance: 1, raw: 1, relevant: true, parts: {}, inheritedState: { left } },
      });
      await visitNext(frontier, { visit: trailing(1), links: [link('b.org/1', 0.25), link('b.org/2', 0.5)] });
      await visitNext(frontier, { visit: trailing(2), links: [link('b.org/1', 0.75), link('b.org/2', 0.4)] });
      assert.deepEqual(await records.inheritedState(1), { url: 'http://a.org/1', inheritedState: { left: 1 } });
      assert.deepEqual((await records.visit(2))?.judgement?.inheritedState, { left: 2 });
      const first = await claimOne(frontier);
      assert.deepEqual(
        [first.url, first.parent, first.priorityParent],
        ['http://b.org/1', 1, 2],
        'the better link is the second',
      );
      await frontier.settle({ settlements: [{ claim: first, visit: page() }] });
      assert.equal((await records.visit(3))?.priorityParent, 2);
      assert.equal(await records.inheritedState(3), undefined, 'it was not judged');
      assert.equal((await claimOne(frontier)).priorityParent, 1, 'the first link was the better one');
    },
  );

  behaviour('all links to a URL are known, the best first', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 9, { depth: 0 }), link('a.org/2', 8, { depth: 0 })]);
    await visitNext(frontier, {
      links: [link('b.org/1', 0.25, { anchor: 'one' }), link('b.org/1', 0.5, { anchor: 'two' })],
    });
    await visitNext(frontier, { links: [link('b.org/1', 0.5, { anchor: 'three', rejected: 'nofollow' })] });
    const { id } = (await records.find('http://b.org/1'))!;
    const edge = (visit: number, score: number, anchor: string, level = 1) => ({
      visit,
      from: `http://a.org/${visit}`,
      anchor,
      level,
      score,
      parts: { test: score },
    });
    const all = [edge(1, 0.5, 'two'), edge(2, 0.5, 'three', -1), edge(1, 0.25, 'one')];
    assert.deepEqual(await records.inLinks(id), all);
    assert.deepEqual(await records.inLinks(id, 2), all.slice(0, 2));
    assert.deepEqual(await records.inLinks(1), [], 'nothing links to the seed');
  });

  behaviour('visits are read in order, ranked and by choice', {}, async ({ frontier, records }) => {
    await frontier.add([1, 2, 3, 4, 5].map((number) => link(`a.org/${number}`)));
    await visitNext(frontier, { visit: judgedPage(0.25) });
    await visitNext(frontier, { visit: judgedPage(0.75, { noindex: true }) });
    await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'timeout' }) });
    await visitNext(frontier, { visit: judgedPage(0.75, { outcome: 'duplicate' }) });
    await visitNext(frontier, { visit: judgedPage(0.5) });
    const seqs = async (...query: Parameters<typeof records.visits>) =>
      (await collect(records.visits(...query))).map(({ seq }) => seq);
    assert.deepEqual(await seqs(), [1, 2, 3, 4, 5]);
    assert.deepEqual(await seqs({ after: 2, limit: 2 }), [3, 4]);
    assert.deepEqual(await seqs({ limit: 0 }), []);
    assert.deepEqual(await seqs({ order: 'relevance' }), [2, 4, 5, 1, 3]);
    assert.deepEqual(await seqs({ order: 'relevance', limit: 2 }), [2, 4]);
    assert.deepEqual(
      await seqs({ order: 'relevance', after: 2 }),
      [4, 5, 1, 3].filter((seq) => seq > 2),
    );
    assert.deepEqual(await seqs({ outcomes: ['page', 'failed'] }), [1, 2, 3, 5]);
    assert.deepEqual(await seqs({ relevant: true }), [2, 4, 5]);
    assert.deepEqual(await seqs({ relevant: false }), [1, 3]);
    assert.deepEqual(await seqs({ minRelevance: 0.5, noindex: false }), [4, 5]);
  });

  behaviour('more visits than fit one read come complete and in order', { requestsPerHost: 2_000 }, async (store) => {
    const { frontier, records } = store;
    const count = 1_201;
    await frontier.add(Array.from({ length: count }, (_, index) => link(`a.org/${index}`)));
    const { claims } = await frontier.claim({ queue: 0, count, now: 0 });
    await frontier.settle({ settlements: claims.map((claim) => ({ claim, visit: page() })) });
    const seqs = (await collect(records.visits())).map(({ seq }) => seq);
    assert.deepEqual(
      seqs,
      Array.from({ length: count }, (_, index) => index + 1),
    );
    assert.equal((await collect(records.visits({ limit: 1_000 }))).length, 1_000);
  });

  behaviour('a copy is traced to the first page with the fingerprint', {}, async ({ frontier, records }) => {
    await frontier.add([1, 2, 3].map((number) => link(`a.org/${number}`)));
    const fingerprint = '8000000000000001';
    await visitNext(frontier, { visit: page({ outcome: 'example', fingerprint }) });
    assert.equal(await records.copyOf(fingerprint), undefined, 'examples are not pages of the crawl');
    await visitNext(frontier, { visit: page({ fingerprint }) });
    await visitNext(frontier, { visit: page({ outcome: 'duplicate', fingerprint }) });
    assert.equal(await records.copyOf(fingerprint), 'http://a.org/2');
    assert.equal(await records.copyOf('0000000000000001'), undefined);
  });

  behaviour('simhashes are those of pages, in the order of visits', {}, async ({ frontier, records }) => {
    const count = 1_200; // more than are read at a time
    await frontier.add(Array.from({ length: count }, (_, index) => link(`a.org/${index + 1}`)));
    const simhash = (seq: number) => `8${seq.toString(16).padStart(15, '0')}`;
    const outcomes = ['page', 'ignored', 'duplicate', 'example', 'failed'] as const;
    const expected: { urlId: number; simhash: string }[] = [];
    for (let seq = 1; seq <= count; seq++) {
      const outcome = outcomes[seq % outcomes.length]!;
      const visit = page({ outcome, ...(outcome !== 'failed' && seq % 7 !== 0 && { simhash: simhash(seq) }) });
      await visitNext(frontier, { visit });
      if (visit.simhash !== undefined && (outcome === 'page' || outcome === 'ignored'))
        expected.push({ urlId: seq, simhash: visit.simhash });
    }
    assert.deepEqual(await collect(records.simhashes()), expected);
  });

  behaviour('totals count what was committed', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1'), link('a.org/2'), link('b.org/1'), link('c.org/1')]);
    await frontier.add([link('d.org/1', 1, { rejected: 'domain' }), link('d.org/2', 1, { rejected: 'domain' })]);
    await visitNext(frontier, { visit: judgedPage(0.75, { bytes: 100 }) });
    await visitNext(frontier, { visit: judgedPage(0.25, { outcome: 'ignored', reason: 'not-words', bytes: 11 }) });
    await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'timeout' }) });
    await visitNext(frontier, { visit: judgedPage(0.5, { bytes: 1 }) });
    assert.deepEqual(await records.totals(), {
      outcomes: { page: 2, ignored: 1, failed: 1 },
      reasons: { 'not-words': 1, timeout: 1 },
      rejections: { domain: 2 },
      relevant: 2,
      bytes: 112,
      relevanceSum: 1.5,
      visits: 4,
      hostsVisited: 2,
    });
  });
}

/** A candidate for another visit of `http://<place>`. */
function again(place: string, priority = 1, changes: Parameters<typeof link>[2] = {}): Candidate {
  return link(place, priority, { kind: 'revisit', level: revisitLevel, merge: 'set', ...changes });
}

function revisits(behaviour: Behaviour): void {
  const [one, two] = ['1111111111111111', '2222222222222222'];
  const first = judgedPage(0.75, { fetchedAt: 10, fingerprint: one, simhash: one, bytes: 5, etag: '"1"' });

  behaviour('come first, where they were found, and stay in their order', { requestsPerHost: 9 }, async (store) => {
    const { frontier, records } = store;
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    await visitNext(frontier, { links: [link('a.org/2', 0.5, { depth: 1, modifiedAt: 77 })] });
    await visitNext(frontier, { links: [link('a.org/3', 9)] });
    assert.equal(
      await frontier.add([again('a.org/1', 0.25, { depth: 0 }), again('a.org/2', 0.5, { priorityParent: 1 })]),
      2,
    );
    assert.equal(await frontier.add([link('a.org/1', 7, { merge: 'set' })]), 0);
    assert.equal(await rescored(frontier, [{ url: 'http://a.org/1', score: 8 }]), 0);
    assert.equal(
      await frontier.revalue({ queue: 0, count: 9, value: (url) => (url.endsWith('3') ? undefined : 8) }),
      0,
    );
    const { claims } = await frontier.claim({ queue: 0, count: 9, now: 0, revalue: () => -1 });
    assert.deepEqual(
      claims.map(({ url, level, kind, parent, priorityParent }) => [url, level, kind, parent, priorityParent]),
      [
        ['http://a.org/2', revisitLevel, 'revisit', 1, 1],
        ['http://a.org/1', revisitLevel, 'revisit', 0, 0],
        ['http://a.org/3', 1, 'page', 2, 2],
      ],
    );
    await frontier.settle({ settlements: [{ claim: claims[0]!, visit: page() }] });
    const known = await collect(records.knownPages());
    assert.deepEqual(
      known.map(({ url, modifiedAt, isQueued }) => [url, modifiedAt, isQueued]),
      [
        ['http://a.org/1', undefined, true],
        ['http://a.org/2', 77, undefined],
      ],
    );
  });

  behaviour('do not count against the page limit of their host', { maxPerHost: 1 }, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 9), link('a.org/2')]);
    await visitNext(frontier);
    await frontier.add([again('a.org/1')]);
    const { queued, hostsReady, queuedClosed, queuedAgain } = await frontier.stats(0);
    assert.deepEqual(
      { queued, hostsReady, queuedClosed, queuedAgain },
      { queued: 2, hostsReady: 1, queuedClosed: 1, queuedAgain: 1 },
    );
    await visitNext(frontier);
    assert.equal(await records.fetchedFrom('a.org'), 1);
    assert.deepEqual(await frontier.claim({ queue: 0, count: 1, now: 0 }), { claims: [], held: true });
  });

  behaviour('take the place of what was known where they changed', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    await visitNext(frontier, { visit: first });
    await frontier.add([again('a.org/1', 1, { depth: 0 })]);
    await visitNext(frontier, { visit: judgedPage(0.25, { fetchedAt: 30, fingerprint: two, simhash: two, bytes: 7 }) });
    const seqs = async (query: VisitQuery) => (await collect(records.visits(query))).map(({ seq }) => seq);
    assert.deepEqual(
      [await seqs({}), await seqs({ versions: 'all' }), await seqs({ versions: 'first' })],
      [[2], [1, 2], [1]],
    );
    assert.deepEqual(await seqs({ versions: 'all', urlId: 2 }), []);
    assert.equal((await records.visitOf(1))!.seq, 2);
    assert.equal((await records.visit(1))!.superseded, true);
    assert.equal((await records.visit(2))!.superseded, undefined);
    assert.deepEqual([await records.copyOf(one), await records.copyOf(two)], [undefined, 'http://a.org/1']);
    assert.deepEqual(await collect(records.simhashes()), [{ urlId: 1, simhash: two }]);
    const { outcomes, relevant, relevanceSum, bytes, visits } = await records.totals();
    assert.deepEqual(
      { outcomes, relevant, relevanceSum, bytes, visits },
      { outcomes: { page: 1 }, relevant: 0, relevanceSum: 0.25, bytes: 12, visits: 2 },
    );
    const [{ looks, changes, firstLook, lastLook, relevance } = assert.fail()] = await collect(records.knownPages());
    assert.deepEqual(
      { looks, changes, firstLook, lastLook, relevance },
      { looks: 2, changes: 1, firstLook: 10, lastLook: 30, relevance: 0.25 },
    );
  });

  behaviour('leave what is known where they did not', {}, async ({ frontier, records }) => {
    await frontier.add([link('a.org/1', 1, { depth: 0 })]);
    await visitNext(frontier, { visit: first });
    await frontier.add([again('a.org/1', 1, { depth: 0 })]);
    const visit = page({ outcome: 'unchanged', reason: 'not-modified', status: 304, fetchedAt: 20, etag: '"2"' });
    await visitNext(frontier, { visit });
    assert.equal((await records.visit(2))!.superseded, true);
    const { seq, etag, title } = (await records.visitOf(1))!;
    assert.deepEqual({ seq, etag, title }, { seq: 1, etag: '"1"', title: first.title });
    const { outcomes, reasons, relevant, visits } = await records.totals();
    assert.deepEqual(
      { outcomes, reasons, relevant, visits },
      { outcomes: { page: 1 }, reasons: {}, relevant: 1, visits: 2 },
    );
    const [{ looks, changes, lastLook } = assert.fail()] = await collect(records.knownPages());
    assert.deepEqual({ looks, changes, lastLook }, { looks: 2, changes: 0, lastLook: 20 });
  });

  behaviour('tell where the archive has a page that it had not', {}, async ({ frontier, records }) => {
    const archive = (offset: number) => ({ archive: { file: 'pages-00001.warc.gz', offset, length: 7 } });
    await frontier.add([link('a.org/1')]);
    await visitNext(frontier, { visit: first });
    const looks = [
      { outcome: 'unchanged', reason: 'not-modified', status: 304, ...archive(10) },
      { outcome: 'failed', reason: 'http-500', status: 500, ...archive(20) },
      { outcome: 'unchanged', reason: 'same-content', ...archive(30) },
      { outcome: 'unchanged', reason: 'same-content', ...archive(40) },
    ] as const;
    const known: (number | undefined)[] = [];
    for (const look of looks) {
      await frontier.add([again('a.org/1')]);
      await visitNext(frontier, { visit: page(look) });
      known.push((await records.visitOf(1))!.archive?.offset);
    }
    assert.deepEqual(known, [undefined, undefined, 30, 30]);
  });

  behaviour(
    'are gone where the server says so, and only there',
    { requestsPerHost: 9 },
    async ({ frontier, records }) => {
      await frontier.add([link('a.org/1', 9), link('a.org/2', 8)]);
      await visitNext(frontier, { visit: first });
      await visitNext(frontier, { visit: { ...first, fingerprint: two } });
      await frontier.add([again('a.org/1', 9), again('a.org/2', 8)]);
      await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'http-410', status: 410 }) });
      await visitNext(frontier, { visit: page({ outcome: 'failed', reason: 'connect-timeout', status: 0 }) });
      assert.deepEqual([(await records.visitOf(1))!.outcome, (await records.visitOf(2))!.outcome], ['failed', 'page']);
      const { outcomes, reasons, relevant } = await records.totals();
      assert.deepEqual(
        { outcomes, reasons, relevant },
        { outcomes: { page: 1, failed: 1 }, reasons: { 'http-410': 1 }, relevant: 1 },
      );
      assert.deepEqual(
        (await collect(records.knownPages())).map(({ url, looks }) => [url, looks]),
        [['http://a.org/2', 1]],
      );
    },
  );
}

function facts(behaviour: Behaviour): void {
  behaviour('notes are kept and overwritten', {}, async ({ notes }) => {
    assert.equal(await notes.get('stop'), undefined);
    await notes.set('stop', 'interrupted');
    await notes.set('stop', 'max-pages');
    assert.equal(await notes.get('stop'), 'max-pages');
  });

  behaviour('robots.txt is kept by origin', {}, async ({ notes }) => {
    const note = { origin: 'http://a.org', fetchedAt: 1, status: 200, body: 'User-agent: *' };
    await notes.setRobots({ ...note, status: 0, body: '' });
    await notes.setRobots(note);
    assert.deepEqual({ ...(await notes.robots('http://a.org')) }, note);
    assert.equal(await notes.robots('https://a.org'), undefined);
  });

  behaviour('what was learnt is the snapshot and the visits since', {}, async (store) => {
    const { frontier } = store;
    await frontier.add([1, 2, 3, 4].map((number) => link(`a.org/${number}`)));
    const terms = (id: number) => ({ ids: Uint32Array.of(id, id + 1), counts: Uint32Array.of(2, 1) });
    const links = (id: number) => [
      {
        url: 'http://é.org/1',
        anchorTerms: Uint32Array.of(id),
        urlTerms: Uint32Array.of(),
        contextTerms: Uint32Array.of(1, 2),
      },
      {
        url: 'http://a.org/2',
        anchorTerms: Uint32Array.of(),
        urlTerms: Uint32Array.of(3),
        contextTerms: Uint32Array.of(),
      },
    ];
    const lesson = (id: number) => ({ terms: terms(id), links: links(id) });
    const lessons = async (agent: number) => await collect((await store.knowledge(agent)).since);
    await visitNext(frontier, { visit: judgedPage(0.25, { lesson: lesson(10) }) });
    await visitNext(frontier, { visit: judgedPage(0.75, { lesson: lesson(20) }) });
    assert.equal((await store.knowledge(0)).data, undefined);
    assert.deepEqual(
      (await lessons(0)).map(({ url }) => url),
      ['http://a.org/1', 'http://a.org/2'],
    );

    const claim = await claimOne(frontier);
    await frontier.settle({
      settlements: [{ claim, visit: judgedPage(1, { lesson: lesson(30) }) }],
      knowledge: [{ agent: 0, data: Uint8Array.of(42) }],
    });
    await visitNext(frontier, { visit: judgedPage(0.5, { lesson: lesson(40) }) });
    assert.deepEqual(Buffer.from((await store.knowledge(0)).data!), Buffer.of(42));
    assert.deepEqual(await lessons(0), [
      {
        url: 'http://a.org/4',
        reached: { depth: 1, level: 1 },
        ...lesson(40),
        relevant: true,
        judgement: { relevance: 0.5, raw: 0.25, parts: { cosine: 0.5 } },
      },
    ]);
    assert.deepEqual(await lessons(1), [], 'another agent learnt nothing');
  });

  behaviour('a snapshot without a visit in its batch stands for all visits so far', {}, async (store) => {
    const { frontier } = store;
    await frontier.add([link('a.org/1'), link('a.org/2')]);
    const terms = { ids: Uint32Array.of(1), counts: Uint32Array.of(1) };
    await visitNext(frontier, { visit: judgedPage(1, { lesson: { terms, links: [] } }) });
    const claim = await claimOne(frontier);
    await frontier.settle({
      settlements: [{ claim, requeue: { attempts: 1 } }],
      knowledge: [{ agent: 0, data: Uint8Array.of(1) }],
    });
    assert.deepEqual(await collect((await store.knowledge(0)).since), []);
  });

  behaviour('another judge replaces what is current', {}, async (store) => {
    const { frontier, records } = store;
    await frontier.add([1, 2, 3, 4].map((number) => link(`a.org/${number}`)));
    const terms = { ids: Uint32Array.of(1), counts: Uint32Array.of(1) };
    await visitNext(frontier, { visit: judgedPage(1) });
    await visitNext(frontier, { visit: judgedPage(0) });
    await visitNext(frontier, { visit: judgedPage(1, { outcome: 'example', lesson: { terms, links: [] } }) });
    const changes = async function* (): AsyncGenerator<JudgementChange> {
      yield { seq: 1, relevance: 0.125, raw: 0.5, relevant: false, parts: { other: 1 } };
      yield { seq: 2, relevance: 0.875, raw: 0.5, relevant: true, parts: {} };
    };
    await store.rejudge('another query', changes(), [0], () => ({ knowledge: Uint8Array.of(7), learner: 'another' }));
    const judged = { relevance: 0.125, raw: 0.5, relevant: false, parts: { other: 1 } };
    assert.deepEqual((await records.visit(1))?.judgement, judged);
    assert.deepEqual((await records.visitOf(1))?.judgement, judged);
    assert.equal((await records.visit(3))?.judgement?.relevance, 1, 'it said nothing of this one');
    const { data, since } = await store.knowledge(0);
    assert.deepEqual(Buffer.from(data!), Buffer.of(7), 'what it learnt replaces what was learnt');
    assert.deepEqual(await collect(since), []);
    assert.equal(await store.notes.get('learner'), 'another');
    const { relevant, relevanceSum } = await records.totals();
    assert.deepEqual({ relevant, relevanceSum }, { relevant: 2, relevanceSum: 2 });
    await visitNext(frontier, { visit: judgedPage(0.5) });
    const ranked = await collect(records.visits({ order: 'relevance', outcomes: ['page'] }));
    assert.deepEqual(
      ranked.map(({ seq }) => seq),
      [2, 4, 1],
      'later visits are judged beside them',
    );
  });

  behaviour('what another judge learnt is what all agents go on with', {}, async (store) => {
    const { frontier } = store;
    const lesson = { terms: { ids: Uint32Array.of(1), counts: Uint32Array.of(1) }, links: [] };
    await frontier.add([0, 1, 2].map((agent) => link(`a.org/${agent}`, 1, { queue: agent })));
    for (const agent of [0, 1, 2]) {
      const claim = await claimOne(frontier, 0, agent);
      await frontier.settle({
        settlements: [{ claim, visit: judgedPage(1, { lesson }) }],
        ...(agent === 1 && { knowledge: [{ agent, data: Uint8Array.of(1) }] }),
      });
    }
    const changes = async function* (): AsyncGenerator<JudgementChange> {};
    const knowledge = Uint8Array.of(7);
    await store.rejudge('another', changes(), [0, 1], () => ({ knowledge, learner: '' }));
    for (const agent of [0, 1]) {
      const { data, since } = await store.knowledge(agent);
      assert.deepEqual([[...data!], await collect(since)], [[7], []], `agent ${agent}`);
    }
    const { data, since } = await store.knowledge(2);
    assert.deepEqual([data, (await collect(since)).length], [undefined, 1], 'of the others nothing is said');
  });

  behaviour('a judge that fails half way changes nothing', {}, async (store) => {
    const { frontier, records } = store;
    await frontier.add([link('a.org/1')]);
    await visitNext(frontier, { visit: judgedPage(1) });
    const changes = async function* (): AsyncGenerator<JudgementChange> {
      yield { seq: 1, relevance: 0, raw: 0, relevant: false, parts: {} };
      throw new Error('unreadable page');
    };
    await assert.rejects(
      store.rejudge('', changes(), [0], () => ({ knowledge: undefined, learner: '' })),
      /unreadable page/,
    );
    assert.equal((await records.visit(1))?.judgement?.relevance, 1);
  });
}
