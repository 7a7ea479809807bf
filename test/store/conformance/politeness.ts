import assert from 'node:assert/strict';
import { claimOne, claimPlaces, link, page, visitNext } from '../invented-crawl.js';
import type { Behaviour } from './behaviour.js';

/** When a host may be asked, and how often. */
export function politeness(behaviour: Behaviour): void {
  behaviour('the claim itself makes the host wait', { delay: 100, requestsPerHost: 9 }, async ({ frontier }) => {
    await frontier.add([link('a.org/1'), link('a.org/2')]);
    const first = await frontier.claim({ queue: 0, count: 2, now: 1_000 });
    assert.equal(first.claims.length, 1);
    assert.equal(first.nextAt, 1_100);
    assert.deepEqual(await claimPlaces(frontier, 2, { now: 1_099 }), []);
    assert.deepEqual(await claimPlaces(frontier, 2, { now: 1_100 }), ['a.org/2']);
  });

  const slowA = { delay: 100, delayOf: (host: string) => (host === 'a.org' ? 900 : 0) };
  behaviour('a host that somebody slowed waits for longer than the others', slowA, async ({ frontier }) => {
    await frontier.add([link('a.org/1', 9), link('a.org/2', 8), link('b.org/1'), link('b.org/2')]);
    assert.deepEqual(await claimPlaces(frontier, 9), ['a.org/1', 'b.org/1']);
    assert.deepEqual(await claimPlaces(frontier, 9, { now: 100 }), []);
    const places = await claimPlaces(frontier, 9, { now: 899 });
    assert.ok(!places.includes('a.org/2'));
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
    const spared = { host: 'b.org', spareSince: 150 };
    assert.equal(await frontier.acquireHostSlot('a.org', 170, spared), undefined, 'its own turn goes to another');
    assert.equal(await frontier.acquireHostSlot('a.org', 180), 280, 'and counts from then on');
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
