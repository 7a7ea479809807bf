import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type HostQueue, HostScheduler } from '../../src/frontier/host-scheduler.js';
import type { Hold } from '../../src/frontier/hosts.js';
import { before } from '../../src/frontier/indexed-heap.js';
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
  assert.deepEqual([hold.from, hold.until], [0, 700]);
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

test('hosts at few addresses: always the best that is open, and the soonest that opens', () => {
  const someRules = fc.record({
    requestsPerAddress: fc.integer({ min: 1, max: 3 }),
    delayPerAddress: fc.constantFrom(0, 7, 20),
    delay: fc.constantFrom(0, 5, 30),
    requestsPerHost: fc.integer({ min: 1, max: 2 }),
    requestsToStrangers: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
    maxPerHost: fc.constantFrom(3, Number.POSITIVE_INFINITY),
    maxPerAddress: fc.constantFrom(8, Number.POSITIVE_INFINITY),
    quiet: fc.boolean(),
  });
  fc.assert(
    fc.property(
      someRules,
      fc.integer({ min: 1, max: 12 }),
      fc.infiniteStream(fc.nat(1_000)),
      (some, hosts, numbers) => {
        const { quiet, ...limits } = some;
        const quietUntil = (host: string, at: number) =>
          quiet && host === 'h1.org' && at % 100 < 40 ? at - (at % 100) + 40 : undefined;
        const scheduler = new HostScheduler(rules({ ...limits, quietUntil }));
        const drawn = (most: number) => (numbers.next().value as number) % most;
        const hostQueues: HostQueue[] = [];
        for (let id = 1; id <= hosts; id++)
          for (const level of [1, 2]) {
            const hostState = scheduler.hosts.get(`h${id}.org`) ?? scheduler.hosts.add(id, `h${id}.org`);
            hostQueues.push(scheduler.hostQueue(0, level, hostState));
          }
        const flights: { hostQueue: HostQueue; hold: Hold }[] = [];
        let [now, urls] = [0, 0];
        const steps: (() => void)[] = [
          () => {
            now += drawn(15);
          },
          () => scheduler.put(hostQueues[drawn(hostQueues.length)]!, ++urls, drawn(20)),
          () => {
            const hostQueue = hostQueues[drawn(hostQueues.length)]!;
            const { top } = hostQueue.places;
            if (top === undefined) return;
            if (drawn(2) === 0) scheduler.remove(hostQueue, top.urlId);
            else scheduler.put(hostQueue, top.urlId, drawn(20));
          },
          () => {
            const [flight] = flights.splice(drawn(flights.length + 1), 1);
            if (flight === undefined) return;
            const { hostState } = flight.hostQueue;
            const unused = drawn(3) === 0;
            const isFetched = !unused && drawn(2) === 0;
            if (isFetched) scheduler.hosts.fetched(hostState, false);
            const pace = { ...scheduler.hosts.paceOf(hostState), failures: drawn(4) === 0 ? 1 : 0 };
            const address = `192.0.2.${drawn(12) === 0 ? drawn(2) : hostState.id % 2}`;
            scheduler.leave(hostState, flight.hold, { address, ...(unused ? { unused } : { pace }) });
          },
          () => {
            const hostState = scheduler.hosts.all[drawn(hosts)]!;
            if (scheduler.hosts.openingOf(hostState, now) <= now)
              scheduler.leave(hostState, scheduler.hosts.enter(hostState, now), {});
          },
        ];
        for (let step = 0; step < 150; step++) {
          steps[drawn(steps.length)]!();
          const expected = bestByHand(scheduler, hostQueues, now);
          const best = scheduler.best(request, now);
          assert.deepEqual(best?.places.top, expected.best?.places.top);
          if (best !== undefined) {
            const { level } = best.partition;
            const unseen = scheduler.bestUnseen({ ...request, levels: [level] }, now);
            assert.deepEqual(unseen?.places.top, expected.unseenOn(level)?.places.top);
          }
          if (best === undefined) {
            if (expected.isAllOffered) assert.equal(scheduler.nextAt(request, now), expected.nextAt);
          } else if (drawn(3) > 0) {
            scheduler.remove(best, best.places.top!.urlId);
            flights.push({ hostQueue: best, hold: scheduler.hosts.enter(best.hostState, now, 0) });
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a request to one of a thousand hosts at an address costs no more looks than to one of ten', () => {
  const looksARequest = (hosts: number) => {
    let looks = 0;
    const blocked = () => {
      looks++;
      return false;
    };
    const scheduler = new HostScheduler(rules({ blocked, delay: 50, requestsPerAddress: 2, delayPerAddress: 10 }));
    for (let id = 1; id <= hosts; id++) {
      const hostState = scheduler.hosts.add(id, `h${id}.org`, { fetched: 1 });
      for (let page = 0; page < 4; page++)
        scheduler.put(scheduler.hostQueue(0, 1, hostState), 4 * id + page, (id * 31 + page * 17) % 101);
      scheduler.leave(hostState, scheduler.hosts.enter(hostState, 0), { unused: true, address: '192.0.2.1' });
    }
    const flights: { hostQueue: HostQueue; hold: Hold }[] = [];
    let [now, requests] = [0, 0];
    looks = 0;
    while (requests < 4 * hosts) {
      const hostQueue = scheduler.best(request, now);
      if (hostQueue !== undefined) {
        scheduler.remove(hostQueue, hostQueue.places.top!.urlId);
        flights.push({ hostQueue, hold: scheduler.hosts.enter(hostQueue.hostState, now) });
        requests++;
        continue;
      }
      const flight = flights.shift();
      if (flight === undefined) now = scheduler.nextAt(request, now)!;
      else scheduler.leave(flight.hostQueue.hostState, flight.hold, {});
    }
    return looks / requests;
  };
  const [ten, thousand] = [looksARequest(10), looksARequest(1_000)];
  assert.ok(thousand <= 1.1 * ten, `${thousand} for a thousand, ${ten} for ten`);
});

/** Looks at every host queue. */
function bestByHand(scheduler: HostScheduler, hostQueues: readonly HostQueue[], now: number) {
  const { requestsPerHost, requestsPerAddress, maxPerHost, maxPerAddress } = scheduler.rules;
  const isOffered = ({ hostState }: HostQueue) => hostState.isProven || scheduler.hosts.strangersOf(0).hasRoom;
  const withRoom = hostQueues.filter(({ places, hostState }) => {
    const { fetched, inFlight, address } = hostState;
    if (places.size === 0 || inFlight >= requestsPerHost || fetched + inFlight >= maxPerHost) return false;
    if (address === undefined) return true;
    return address.inFlight < requestsPerAddress && address.fetched + address.inFlight < maxPerAddress;
  });
  const opensAt = ({ hostState }: HostQueue) => scheduler.hosts.opensAt(hostState, now);
  const open = withRoom
    .filter((hostQueue) => isOffered(hostQueue) && opensAt(hostQueue) <= now)
    .sort((a, b) => a.partition.level - b.partition.level || before(a.places.top!, b.places.top!));
  const unseenOn = (level: number) =>
    open.find(({ partition, hostState: { fetched, inFlight, failures } }) => {
      return partition.level === level && fetched + inFlight + failures === 0;
    });
  const times = withRoom.map(opensAt);
  // Hosts that wait because too many strangers are asked already wait for no time.
  const isAllOffered = withRoom.every(isOffered);
  return { best: open[0], unseenOn, isAllOffered, nextAt: times.length === 0 ? undefined : Math.min(...times) };
}
