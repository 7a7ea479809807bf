import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { turnsOfOffer } from '../../src/frontier/host-offers.js';
import type { Claim, Spending } from '../../src/model/frontier.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { link, page, rules } from '../store/invented-crawl.js';

const delay = 1_000;

const spending: Spending = {
  stretch: 3,
  exploration: 0,
  visited: 100,
  pagesLeft: 2,
  msLeft: Number.POSITIVE_INFINITY,
  queues: [0],
};

/** A frontier whose host best.org was asked a moment ago and has more that is better than all else. */
async function waitingForBest(others: readonly [place: string, worth: number][] = [['poor.org/1', 1]]) {
  const { frontier } = new MemoryStore(rules({ delay, leaseMs: Number.POSITIVE_INFINITY }));
  await frontier.add([link('best.org/1', 9), link('best.org/2', 8), link('best.org/3', 7)]);
  const { claims } = await frontier.claim({ queue: 0, count: 1, now: 0 });
  await frontier.settle({ settlements: [{ claim: claims[0]!, visit: page() }] });
  await frontier.add(others.map(([place, worth]) => link(place, worth)));
  return frontier;
}

const heard = { claims: 0, explored: 0, documents: 0, before: 0 };

const places = (claims: readonly Claim[]) => claims.map(({ url }) => url.slice('http://'.length));

describe('the price of a page', () => {
  test('what is ready is left while the budget can be spent on what opens soon', async () => {
    const frontier = await waitingForBest();
    const early = await frontier.claim({ queue: 0, count: 1, now: 10, spending });
    assert.deepEqual(early, { claims: [], waiting: { hosts: 1, until: delay }, nextAt: delay });
    const { spending: told } = await frontier.stats(10);
    assert.deepEqual(told, { explored: 0, price: { level: 1, priority: 7 }, waiting: { hosts: 1, until: delay } });
    const { claims } = await frontier.claim({ queue: 0, count: 1, now: delay, spending });
    assert.deepEqual(places(claims), ['best.org/2']);
  });

  test('whoever prefers speed takes whatever is ready', async () => {
    const frontier = await waitingForBest();
    const { claims } = await frontier.claim({ queue: 0, count: 1, now: 10, spending: { ...spending, stretch: 1 } });
    assert.deepEqual(places(claims), ['poor.org/1']);
  });

  test('a budget that is larger than all that is better buys the rest too', async () => {
    const frontier = await waitingForBest();
    const { claims } = await frontier.claim({ queue: 0, count: 1, now: 10, spending: { ...spending, pagesLeft: 500 } });
    assert.deepEqual(places(claims), ['poor.org/1']);
  });

  test('time that is short is not waited away', async () => {
    const frontier = await waitingForBest();
    const { claims } = await frontier.claim({ queue: 0, count: 1, now: 10, spending: { ...spending, msLeft: 600 } });
    assert.deepEqual(places(claims), ['poor.org/1']);
  });

  test('time alone as the budget: pages cost nothing, so none is left', async () => {
    const frontier = await waitingForBest();
    const timeAlone = { ...spending, pagesLeft: Number.POSITIVE_INFINITY, msLeft: 3_600_000 };
    const { claims } = await frontier.claim({ queue: 0, count: 1, now: 10, spending: timeAlone });
    assert.deepEqual(places(claims), ['poor.org/1']);
  });

  test('an agent leaves the budget to another whose URLs are worth more', async () => {
    const frontier = await waitingForBest([]);
    await frontier.add([link('poor.org/1', 1, { queue: 1 })]);
    const request = { queue: 1, count: 1, now: 10 };
    const both = await frontier.claim({ ...request, spending: { ...spending, queues: [0, 1] } });
    assert.deepEqual(both.claims, []);
    const alone = await frontier.claim({ ...request, spending: { ...spending, queues: [1] } });
    assert.deepEqual(places(alone.claims), ['poor.org/1'], 'the other has ended');
  });

  test('a process with poor hosts leaves the budget to another, also while few of its claims become pages', async () => {
    const { frontier } = new MemoryStore(rules({ delay, leaseMs: Number.POSITIVE_INFINITY }));
    await frontier.add(Array.from({ length: 50 }, (_, n) => link(`poor.org/${n}`, 1)));
    const hear = (second: number, documents: number) => {
      const urls = [[1, 9, 50]] as const;
      const offers = [{ opensIn: 0, delay, queued: 50, urls }];
      frontier.market.hear(
        [{ claims: second, explored: 0, credit: 0, offers }],
        { ...heard, claims: 1, documents },
        second * delay,
      );
    };
    const pages = { ...spending, pagesLeft: 20 };
    for (let second = 1; second <= 60; second++) {
      hear(second, 0);
      const { claims, waiting } = await frontier.claim({ queue: 0, count: 1, now: second * delay, spending: pages });
      assert.deepEqual([places(claims), waiting?.hosts], [[], 1], `after ${second} s`);
    }
  });

  test('a process that leaves the budget to another asks again when that has spent what is better', async () => {
    const { frontier } = new MemoryStore(rules({ delay, leaseMs: Number.POSITIVE_INFINITY }));
    await frontier.add(Array.from({ length: 50 }, (_, n) => link(`fair.org/${n}`, 5)));
    const { market } = frontier;
    const urls = [[1, 9, 8]] as const;
    const standing = { claims: 1, explored: 0, credit: 0, offers: [{ opensIn: 0, delay: 900, queued: 8, urls }] };
    market.hear([standing], { ...heard, claims: 1, documents: 1 }, 1);
    await frontier.claim({ queue: 0, count: 1, now: 1, spending: { ...spending, visited: 4, pagesLeft: 96 } });
    assert.equal(market.isOutbid(2), true);
    market.hear([{ ...standing, claims: 31 }], { ...heard, claims: 30, documents: 30 }, 3);
    assert.equal(market.isOutbid(4), false, 'the budget buys more of what is known by now');
  });

  test('a rich host of a process does not hide the others from those who share its budget', async () => {
    const { frontier } = new MemoryStore(rules({ delay, leaseMs: Number.POSITIVE_INFINITY }));
    await frontier.add(Array.from({ length: 1_000 }, (_, n) => link(`rich.org/${n}`, 9)));
    await frontier.add([link('other.org/1', 3), link('other.org/2', 2)]);
    await frontier.claim({ queue: 0, count: 1, now: 0, spending: { ...spending, pagesLeft: 100 } });
    const { claims, offers } = frontier.market.standing(500);
    const [rich, other] = offers;
    assert.deepEqual([claims, rich!.queued, rich!.opensIn], [1, 999, 500], 'asked a moment ago');
    const told = rich!.urls.reduce((sum, [, , count]) => sum + count, 0);
    assert.ok(told >= 100, `${told} of its URLs are told`);
    assert.ok(rich!.urls.length < told / 3, `in ${rich!.urls.length} pieces`);
    const of2 = [
      [1, 3, 1],
      [1, 2, 1],
    ];
    assert.deepEqual([other!.queued, other!.opensIn, other!.urls], [2, 0, of2]);
  });

  test('a host of another process is taken to wait as long as when it was told, however long ago that is', () => {
    const offer = { opensIn: 700, delay, queued: 50, urls: [] };
    assert.deepEqual(turnsOfOffer(offer, 5_000), { opensAt: 5_700, delay, queued: 50 });
  });

  test('processes share what may go to new hosts: each in its turn, the next one later where nothing was found', async () => {
    const visited = 40;
    const explored = async (before: number, told: number) => {
      const frontier = await waitingForBest([['new.org/1', 1]]);
      const standing = () => {
        const offers = [{ opensIn: 0, delay, queued: 500, urls: [[1, 9, 500]] as const }];
        return { claims: 1, explored: told, credit: 0, offers };
      };
      frontier.market.hear([standing(), standing(), standing()], { ...heard, explored: told, before }, 5);
      const exploring = { ...spending, visited, pagesLeft: 60, exploration: 0.05 };
      const { claims } = await frontier.claim({ queue: 0, count: 1, now: 10, spending: exploring });
      return places(claims);
    };
    // Two of 40 pages: one was told of, so the turn is that of the last of four, and soon that of the one before.
    assert.deepEqual(await explored(3, 1), ['new.org/1']);
    assert.deepEqual(await explored(2, 1), ['new.org/1'], 'three quarters of the next one are due');
    assert.deepEqual(await explored(0, 2), [], 'both are spent');
  });

  test('a share of the pages goes to hosts that were never visited, best first, and then no more', async () => {
    const frontier = await waitingForBest([
      ['new.org/1', 1],
      ['newer.org/1', 2],
    ]);
    const exploring = { ...spending, exploration: 0.01 };
    const { claims, nextAt } = await frontier.claim({ queue: 0, count: 2, now: 10, spending: exploring });
    assert.deepEqual(places(claims), ['newer.org/1']);
    assert.equal(nextAt, delay);
    assert.equal((await frontier.stats(10)).spending?.explored, 1);
  });

  test('a host at which most is missing is not waited for', async () => {
    const frontier = await waitingForBest([]);
    for (const now of [1_000, 2_000]) {
      const { claims } = await frontier.claim({ queue: 0, count: 1, now });
      const visit = page({ outcome: 'failed', reason: 'not-found', status: 404 });
      await frontier.settle({ settlements: [{ claim: claims[0]!, visit }] });
    }
    await frontier.add([link('best.org/4', 9), link('best.org/5', 9), link('best.org/6', 9), link('poor.org/1', 1)]);
    const third = await frontier.claim({ queue: 0, count: 1, now: 3_000 });
    const visit = page({ outcome: 'failed', reason: 'not-found', status: 404 });
    await frontier.settle({ settlements: [{ claim: third.claims[0]!, visit }] });
    const { claims } = await frontier.claim({ queue: 0, count: 1, now: 3_001, spending });
    assert.deepEqual(places(claims), ['poor.org/1']);
  });
});

interface MadeHost {
  readonly delay: number;
  readonly answerTime: number;
  readonly worths: readonly number[];
  readonly fails: boolean;
}

interface Flight {
  readonly claim: Claim;
  readonly host: number;
  readonly endsAt: number;
}

const anyHost: fc.Arbitrary<MadeHost> = fc.record({
  delay: fc.constantFrom(0, 100, 1_000, 60_000),
  answerTime: fc.integer({ min: 1, max: 5_000 }),
  // Those of the papers are any numbers.
  worths: fc.array(fc.oneof(fc.constantFrom(-1e300, 0, 1e300), fc.double({ noNaN: true })), {
    minLength: 1,
    maxLength: 12,
  }),
  fails: fc.boolean(),
});

const anyPlan = fc.record({
  hosts: fc.array(anyHost, { minLength: 1, maxLength: 8 }),
  stretch: fc.constantFrom(1, 1.5, 3, Number.POSITIVE_INFINITY),
  exploration: fc.constantFrom(0, 0.1, 1),
  budget: fc.integer({ min: 1, max: 60 }),
  requests: fc.integer({ min: 1, max: 8 }),
});

test('whatever the hosts, delays and worths: all that the budget allows is visited, and every delay is held', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlan, async ({ hosts, stretch, exploration, budget, requests }) => {
      const { frontier } = new MemoryStore(rules({ delay, leaseMs: Number.POSITIVE_INFINITY }));
      await frontier.add(
        hosts.flatMap(({ worths }, host) => worths.map((worth, url) => link(`h${host}.org/${url}`, worth))),
      );
      const all = hosts.reduce((sum, { worths }) => sum + worths.length, 0);
      const asked = new Map<number, number>();
      let [now, visited, done, lastClaim] = [0, 0, 0, 0];
      let inFlight: Flight[] = [];
      for (let step = 0; done < all && visited < budget; step++) {
        assert.ok(step < 10_000, 'it goes on for ever');
        const pagesLeft = budget - visited - inFlight.length;
        const terms = { stretch, exploration, visited, pagesLeft, msLeft: Number.POSITIVE_INFINITY, queues: [0] };
        const count = Math.min(requests - inFlight.length, pagesLeft);
        const { claims, nextAt } =
          count > 0
            ? await frontier.claim({ queue: 0, count, now, spending: terms })
            : { claims: [], nextAt: undefined };
        for (const claim of claims) {
          const host = Number(/^h(\d+)/.exec(claim.host)![1]);
          assert.ok(now >= (asked.get(host) ?? 0), 'a host is asked before its time');
          const endsAt = now + hosts[host]!.answerTime;
          asked.set(host, endsAt + hosts[host]!.delay);
          inFlight.push({ claim, host, endsAt });
          lastClaim = now;
        }
        assert.ok(visited + inFlight.length <= budget, 'the budget is overspent');
        const next = Math.min(nextAt ?? Number.POSITIVE_INFINITY, ...inFlight.map(({ endsAt }) => endsAt));
        if (claims.length > 0 && next <= now) continue;
        assert.ok(Number.isFinite(next) && next > now, 'nothing is done, and nothing waited for');
        now = next;
        const slowest = Math.max(...hosts.map(({ delay: own, answerTime }) => own + answerTime));
        assert.ok(now - lastClaim <= 30_000 + slowest, 'it waits for longer than any wait is worth');
        for (const { claim, host } of inFlight.filter(({ endsAt }) => endsAt <= now)) {
          const { fails, delay: own } = hosts[host]!;
          const visit = fails ? page({ outcome: 'failed', reason: 'not-found', status: 404 }) : page();
          const pace = { delay: own, failures: 0, notBefore: now + own };
          await frontier.settle({ settlements: [{ claim, visit, pace }] });
          done++;
          if (!fails) visited++;
        }
        inFlight = inFlight.filter(({ endsAt }) => endsAt > now);
      }
      assert.ok(visited === budget || done === all);
    }),
    { numRuns: 150 },
  );
});
