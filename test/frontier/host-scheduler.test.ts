import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GateBoard, type Lane } from '../../src/frontier/host-scheduler.js';
import type { Hold } from '../../src/frontier/hosts.js';
import { rules } from '../store/invented-crawl.js';

const wish = { agent: 0 };

test('a lane that was set aside while empty is on offer again when a URL enters', () => {
  const board = new GateBoard(rules({ delay: 100 }));
  const gate = board.hosts.add(1, 'a.org');
  const lane = board.lane(0, 1, gate);
  board.put(lane, 1, 0.5);
  const hold = board.hosts.enter(gate, 0);
  board.leave(gate, hold, {});
  assert.equal(board.best(wish, 10), undefined);
  board.remove(lane, 1);
  assert.equal(board.nextAt(wish, 10), undefined, 'nobody waits there any more');
  board.put(lane, 2, 0.5);
  assert.equal(board.best(wish, 10), undefined);
  assert.equal(board.nextAt(wish, 10), 100);
  assert.equal(board.best(wish, 100), lane);
});

test('a host with an own delay falls back to the common one when told so', () => {
  const board = new GateBoard(rules({ delay: 100 }));
  const gate = board.hosts.add(1, 'a.org', { delay: 700, failures: 3 });
  assert.deepEqual(board.hosts.paceOf(gate), { delay: 700, failures: 3 });
  const hold = board.hosts.enter(gate, 0);
  assert.deepEqual(hold, { from: 0, until: 700 });
  board.leave(gate, hold, { pace: { delay: 100, failures: 0 } });
  assert.deepEqual(board.hosts.paceOf(gate), { delay: 100, failures: 0 });
  assert.equal(gate.delay, undefined, 'so that a later run may change the common delay');
});

test('a lane is on offer once, however often its best changes', () => {
  const board = new GateBoard(rules());
  const lane = board.lane(0, 1, board.hosts.add(1, 'a.org'));
  // Each URL is better than all before.
  for (let urlId = 1; urlId <= 10_000; urlId++) board.put(lane, urlId, urlId);
  assert.equal(lane.share.open.size, 1);
  assert.equal(board.best(wish, 0), lane);
  assert.equal(lane.places.top?.urlId, 10_000);
});

test('the best of a level are found over all hosts, shut ones too', () => {
  const board = new GateBoard(rules({ blocked: (host) => host === 'b.org' }));
  const [a, b, c] = ['a.org', 'b.org', 'c.org'].map((host, index) =>
    board.lane(0, 1, board.hosts.add(index + 1, host)),
  ) as [Lane, Lane, Lane];
  const places: [Lane, number, number][] = [
    [a, 1, 5],
    [b, 2, 4],
    [a, 3, 3],
    [b, 4, 9],
    [c, 5, 3],
    [c, 6, 1],
  ];
  for (const place of places) board.put(...place);
  assert.equal(board.best(wish, 0), a, 'b.org is set aside from here on');
  const best = (count: number) => board.bestOf(0, 1, count).map(({ urlId }) => urlId);
  assert.deepEqual(best(9), [4, 1, 2, 3, 5, 6]);
  assert.deepEqual(best(3), [4, 1, 2]);
  board.put(b, 4, 0);
  board.remove(a, 1);
  board.put(c, 6, 7);
  assert.deepEqual(best(9), [6, 2, 3, 5, 4]);
  for (const [lane, urlId] of [
    [b, 2],
    [b, 4],
    [a, 3],
  ] as const)
    board.remove(lane, urlId);
  assert.deepEqual(best(9), [6, 5]);
  assert.deepEqual(board.levelsOf(0), [1]);
});

test('hosts at one address are spared together', () => {
  const board = new GateBoard(rules({ requestsPerAddress: 2, delayPerAddress: 10 }));
  const hosts = ['a.org', 'b.org', 'c.org'];
  const lanes = hosts.map((host, index) => {
    const gate = board.hosts.add(index + 1, host);
    const lane = board.lane(0, 1, gate);
    board.put(lane, index + 1, 1);
    // Each is found to live there by a first turn in which nothing is sent.
    board.leave(gate, board.hosts.enter(gate, 0), { unused: true, address: '192.0.2.1' });
    return lane;
  }) as [Lane, Lane, Lane];
  const take = (lane: Lane, now: number) => {
    board.remove(lane, lane.places.top!.urlId);
    return board.hosts.enter(lane.gate, now);
  };
  assert.equal(board.best(wish, 0), lanes[0]);
  const first = take(lanes[0], 0);
  assert.equal(board.best(wish, 0), undefined, 'the address has its delay');
  assert.equal(board.nextAt(wish, 0), 10);
  assert.equal(board.best(wish, 10), lanes[1]);
  take(lanes[1], 10);
  assert.equal(board.best(wish, 100), undefined, 'two are under way');
  assert.equal(board.nextAt(wish, 100), undefined, 'and no time will change that');
  board.leave(lanes[0].gate, first, {});
  assert.equal(board.best(wish, 100), lanes[2]);
});

test('a host is left alone in its quiet hours', () => {
  const board = new GateBoard(rules({ quietUntil: (host, now) => (host === 'a.org' && now < 500 ? 500 : undefined) }));
  const [a, b] = ['a.org', 'b.org'].map((host, index) => {
    const lane = board.lane(0, 1, board.hosts.add(index + 1, host));
    board.put(lane, index + 1, 2 - index);
    return lane;
  }) as [Lane, Lane];
  assert.equal(board.best(wish, 0), b);
  board.remove(b, 2);
  assert.equal(board.best(wish, 0), undefined);
  assert.equal(board.nextAt(wish, 0), 500);
  assert.equal(board.best(wish, 500), a);
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
        const board = new GateBoard(limits);
        const drawn = () => numbers.next().value as number;
        const addressOf = (id: number) => `192.0.2.${id % 2}`;
        for (let id = 1; id <= hosts; id++) {
          const gate = board.hosts.add(id, `h${id}.org`);
          for (let page = 0; page < 5; page++) board.put(board.lane(0, 1, gate), 100 * id + page, drawn());
          board.leave(gate, board.hosts.enter(gate, 0), { unused: true, address: addressOf(id) });
        }
        const flights: { lane: Lane; hold: Hold; until: number }[] = [];
        const sent: { address: string; at: number }[] = [];
        let now = 0;
        for (let left = 5 * hosts; left > 0; ) {
          const lane = board.best(wish, now);
          if (lane !== undefined) {
            board.remove(lane, lane.places.top!.urlId);
            flights.push({ lane, hold: board.hosts.enter(lane.gate, now), until: now + drawn() });
            const name = lane.gate.address!.name;
            const last = sent.findLast((one) => one.address === name);
            assert.ok(last === undefined || now - last.at >= limits.delayPerAddress);
            const there = flights.filter((one) => one.lane.gate.address!.name === name);
            assert.ok(there.length <= limits.requestsPerAddress);
            sent.push({ address: name, at: now });
            left--;
            continue;
          }
          // Either time or the end of a request has to bring the next.
          const next = Math.min(board.nextAt(wish, now) ?? Infinity, ...flights.map(({ until }) => until));
          assert.ok(Number.isFinite(next) && next >= now, 'somebody waits for ever');
          now = next;
          for (const flight of flights.filter(({ until }) => until <= now)) {
            flights.splice(flights.indexOf(flight), 1);
            board.leave(flight.lane.gate, flight.hold, {});
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});
