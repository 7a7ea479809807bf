import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type HostQueue, HostScheduler } from '../../src/frontier/host-scheduler.js';
import type { Hold } from '../../src/frontier/hosts.js';
import { rules } from '../store/invented-crawl.js';

const request = { queue: 0 };

test('a hostQueue that was set aside while empty is on offer again when a URL enters', () => {
  const scheduler = new HostScheduler(rules({ delay: 100 }));
  const hostState = scheduler.hosts.add(1, 'a.org');
  const hostQueue = scheduler.hostQueue(0, 1, hostState);
  scheduler.put(hostQueue, 1, 0.5);
  const hold = scheduler.hosts.enter(hostState, 0);
  scheduler.leave(hostState, hold, {});
  assert.equal(scheduler.best(request, 10), undefined);
  scheduler.remove(hostQueue, 1);
  assert.equal(scheduler.nextAt(request, 10), undefined, 'nobody waits there any more');
  scheduler.put(hostQueue, 2, 0.5);
  assert.equal(scheduler.best(request, 10), undefined);
  assert.equal(scheduler.nextAt(request, 10), 100);
  assert.equal(scheduler.best(request, 100), hostQueue);
});

test('a host with an own delay falls back to the common one when told so', () => {
  const scheduler = new HostScheduler(rules({ delay: 100 }));
  const hostState = scheduler.hosts.add(1, 'a.org', { delay: 700, failures: 3 });
  assert.deepEqual(scheduler.hosts.paceOf(hostState), { delay: 700, failures: 3 });
  const hold = scheduler.hosts.enter(hostState, 0);
  assert.deepEqual(hold, { from: 0, until: 700 });
  scheduler.leave(hostState, hold, { pace: { delay: 100, failures: 0 } });
  assert.deepEqual(scheduler.hosts.paceOf(hostState), { delay: 100, failures: 0 });
  assert.equal(hostState.delay, undefined, 'so that a later run may change the common delay');
});

test('a hostQueue is on offer once, however often its best changes', () => {
  const scheduler = new HostScheduler(rules());
  const hostQueue = scheduler.hostQueue(0, 1, scheduler.hosts.add(1, 'a.org'));
  // Each URL is better than all before.
  for (let urlId = 1; urlId <= 10_000; urlId++) scheduler.put(hostQueue, urlId, urlId);
  assert.equal(hostQueue.partition.strange.size, 1);
  assert.equal(scheduler.best(request, 0), hostQueue);
  assert.equal(hostQueue.places.top?.urlId, 10_000);
});

test('the best of a level are found over all hosts, shut ones too', () => {
  const scheduler = new HostScheduler(rules({ blocked: (host) => host === 'b.org' }));
  const [a, b, c] = ['a.org', 'b.org', 'c.org'].map((host, index) =>
    scheduler.hostQueue(0, 1, scheduler.hosts.add(index + 1, host)),
  ) as [HostQueue, HostQueue, HostQueue];
  const places: [HostQueue, number, number][] = [
    [a, 1, 5],
    [b, 2, 4],
    [a, 3, 3],
    [b, 4, 9],
    [c, 5, 3],
    [c, 6, 1],
  ];
  for (const place of places) scheduler.put(...place);
  assert.equal(scheduler.best(request, 0), a, 'b.org is set aside from here on');
  const best = (count: number) => scheduler.bestOf(0, 1, count).map(({ urlId }) => urlId);
  assert.deepEqual(best(9), [4, 1, 2, 3, 5, 6]);
  assert.deepEqual(best(3), [4, 1, 2]);
  scheduler.put(b, 4, 0);
  scheduler.remove(a, 1);
  scheduler.put(c, 6, 7);
  assert.deepEqual(best(9), [6, 2, 3, 5, 4]);
  for (const [hostQueue, urlId] of [
    [b, 2],
    [b, 4],
    [a, 3],
  ] as const)
    scheduler.remove(hostQueue, urlId);
  assert.deepEqual(best(9), [6, 5]);
  assert.deepEqual(scheduler.levelsOf([0]), [1]);
});

test('hosts at one address are spared together', () => {
  const scheduler = new HostScheduler(rules({ requestsPerAddress: 2, delayPerAddress: 10 }));
  const hosts = ['a.org', 'b.org', 'c.org'];
  const hostQueues = hosts.map((host, index) => {
    const hostState = scheduler.hosts.add(index + 1, host);
    const hostQueue = scheduler.hostQueue(0, 1, hostState);
    scheduler.put(hostQueue, index + 1, 1);
    // Each is found to live there by a first turn in which nothing is sent.
    scheduler.leave(hostState, scheduler.hosts.enter(hostState, 0), { unused: true, address: '192.0.2.1' });
    return hostQueue;
  }) as [HostQueue, HostQueue, HostQueue];
  const take = (hostQueue: HostQueue, now: number) => {
    scheduler.remove(hostQueue, hostQueue.places.top!.urlId);
    return scheduler.hosts.enter(hostQueue.hostState, now);
  };
  assert.equal(scheduler.best(request, 0), hostQueues[0]);
  const first = take(hostQueues[0], 0);
  assert.equal(scheduler.best(request, 0), undefined, 'the address has its delay');
  assert.equal(scheduler.nextAt(request, 0), 10);
  assert.equal(scheduler.best(request, 10), hostQueues[1]);
  take(hostQueues[1], 10);
  assert.equal(scheduler.best(request, 100), undefined, 'two are under way');
  assert.equal(scheduler.nextAt(request, 100), undefined, 'and no time will change that');
  scheduler.leave(hostQueues[0].hostState, first, {});
  assert.equal(scheduler.best(request, 100), hostQueues[2]);
});

test('a host is left alone in its quiet hours', () => {
  const scheduler = new HostScheduler(
    rules({ quietUntil: (host, now) => (host === 'a.org' && now < 500 ? 500 : undefined) }),
  );
  const [a, b] = ['a.org', 'b.org'].map((host, index) => {
    const hostQueue = scheduler.hostQueue(0, 1, scheduler.hosts.add(index + 1, host));
    scheduler.put(hostQueue, index + 1, 2 - index);
    return hostQueue;
  }) as [HostQueue, HostQueue];
  assert.equal(scheduler.best(request, 0), b);
  scheduler.remove(b, 2);
  assert.equal(scheduler.best(request, 0), undefined);
  assert.equal(scheduler.nextAt(request, 0), 500);
  assert.equal(scheduler.best(request, 500), a);
});

test('any number of hosts at few addresses: limits hold and nobody waits for ever', () => {
  const hostCount = fc.integer({ min: 1, max: 8 });
  fc.assert(
    fc.property(
      fc.record({
        requestsPerAddress: fc.integer({ min: 1, max: 3 }),
        delayPerAddress: fc.integer({ min: 0, max: 20 }),
      }),
      fc.record({ delay: fc.integer({ min: 0, max: 30 }), requestsPerHost: fc.integer({ min: 1, max: 3 }) }),
      hostCount,
      fc.infiniteStream(fc.nat(40)),
      (address, host, hosts, numbers) => {
        const limits = rules({ ...address, ...host });
        const scheduler = new HostScheduler(limits);
        const drawn = () => numbers.next().value as number;
        const addressOf = (id: number) => `192.0.2.${id % 2}`;
        for (let id = 1; id <= hosts; id++) {
          const hostState = scheduler.hosts.add(id, `h${id}.org`);
          for (let page = 0; page < 5; page++)
            scheduler.put(scheduler.hostQueue(0, 1, hostState), 100 * id + page, drawn());
          scheduler.leave(hostState, scheduler.hosts.enter(hostState, 0), { unused: true, address: addressOf(id) });
        }
        const flights: { hostQueue: HostQueue; hold: Hold; until: number }[] = [];
        const sent: { address: string; at: number }[] = [];
        let now = 0;
        for (let left = 5 * hosts; left > 0; ) {
          const hostQueue = scheduler.best(request, now);
          if (hostQueue !== undefined) {
            scheduler.remove(hostQueue, hostQueue.places.top!.urlId);
            flights.push({ hostQueue, hold: scheduler.hosts.enter(hostQueue.hostState, now), until: now + drawn() });
            const name = hostQueue.hostState.address!.name;
            const last = sent.findLast((one) => one.address === name);
            assert.ok(last === undefined || now - last.at >= limits.delayPerAddress);
            const there = flights.filter((one) => one.hostQueue.hostState.address!.name === name);
            assert.ok(there.length <= limits.requestsPerAddress);
            sent.push({ address: name, at: now });
            left--;
            continue;
          }
          // Either time or the end of a request has to bring the next.
          const next = Math.min(scheduler.nextAt(request, now) ?? Infinity, ...flights.map(({ until }) => until));
          assert.ok(Number.isFinite(next) && next >= now, 'somebody waits for ever');
          now = next;
          for (const flight of flights.filter(({ until }) => until <= now)) {
            flights.splice(flights.indexOf(flight), 1);
            scheduler.leave(flight.hostQueue.hostState, flight.hold, {});
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});
