import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type HostTurns, soonestEnd, turnsUntil } from '../../src/frontier/host-turns.js';

test('a host has a turn when it opens and one after every delay', () => {
  const host = { opensAt: 500, delay: 1_000 };
  assert.deepEqual(
    [499, 500, 1_499, 1_500, 3_500].map((until) => turnsUntil(host, until)),
    [0, 1, 1, 2, 4],
  );
  assert.equal(turnsUntil({ opensAt: 0, delay: 0 }, 0), Number.POSITIVE_INFINITY);
});

test('whoever takes whatever is ready is done when all hosts together had turns enough', () => {
  const hosts = [
    { opensAt: 0, delay: 1_000, queued: 50 },
    { opensAt: 200, delay: 1_000, queued: 2 },
  ];
  // At 0, 200, 1000, 1200 and then from the first alone: 2000, 3000.
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((pages) => soonestEnd(hosts, pages, 0)),
    [0, 200, 1_000, 1_200, 2_000, 3_000],
  );
  assert.equal(soonestEnd(hosts.slice(1), 99, 0), 1_200, 'no more than what is queued');
  assert.equal(soonestEnd([], 5, 70), 70);
});

test('the end is the first moment with turns enough, whatever the hosts', () => {
  const host = fc.record({
    opensAt: fc.integer({ min: 0, max: 90_000 }),
    delay: fc.integer({ min: 0, max: 60_000 }),
    queued: fc.integer({ min: 0, max: 300 }),
  });
  fc.assert(
    fc.property(fc.array(host, { maxLength: 12 }), fc.integer({ min: 1, max: 500 }), (hosts, pages) => {
      const taken = (until: number) =>
        hosts.reduce((sum: number, one: HostTurns) => sum + Math.min(one.queued, turnsUntil(one, until)), 0);
      const end = soonestEnd(hosts, pages, 0);
      const wanted = Math.min(
        pages,
        hosts.reduce((sum, { queued }) => sum + queued, 0),
      );
      assert.ok(taken(end) >= wanted);
      if (end > 0) assert.ok(taken(end - 1) < wanted);
    }),
  );
});
