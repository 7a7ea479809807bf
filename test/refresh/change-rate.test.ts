import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { KnownPage } from '../../src/model/crawl-store.js';
import { ChangeRates, changedBy, dayMs, likelyChanges, priorRate, rateAfter } from '../../src/refresh/change-rate.js';
import { duePages } from '../../src/refresh/due-pages.js';
import { freshness, scheduleOf } from '../../src/refresh/schedule.js';

const now = 1_000 * dayMs;

/** A page that was last looked at `age` days ago, and `looks` times, evenly, in the `span` days before. */
function known(
  place: string,
  { age = 0, span = 0, ...more }: Partial<KnownPage & { age: number; span: number }> = {},
): KnownPage {
  const lastLook = now - age * dayMs;
  const page = {
    seq: 1,
    urlId: 1,
    url: `http://${place}`,
    agent: 0,
    depth: 1,
    priorityParent: 0,
    relevance: 1,
    relevant: true,
  };
  return { ...page, looks: 1, changes: 0, firstLook: lastLook - span * dayMs, lastLook, ...more };
}

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-4, `${actual}, not ${expected}`);

describe('how often pages change', () => {
  test('is more than looks can see', () => {
    // 4 ln(4.5 / 3.5) = 4 × 0.251314
    near(likelyChanges(4, 1), 1.005258);
    // 3 ln(3.5 / 0.5) = 3 × 1.945910: more than one change a look.
    near(likelyChanges(3, 3), 5.83773);
    assert.equal(likelyChanges(2, 0), 0);
  });

  test('leans on what is like it, the more the shorter the time was', () => {
    const after = (changes: number, days: number) => rateAfter({ pages: 1, changes, days }, priorRate);
    // What is like it counts as a quarter of a change in 30 days: (1.005258 + 0.25) / (40 + 30).
    near(after(likelyChanges(4, 1), 40), 0.017932);
    // Never changed in as many days: half of what was thought before. In ten times as many: 0.25 / (300 + 30).
    near(after(0, 30), 1 / 240);
    near(after(0, 300), 1 / 1_320);
    assert.equal(after(0, 0), priorRate);
    assert.equal(rateAfter({ pages: 0, changes: 0, days: 0 }, 0.1), 0.1);
  });

  test('is not learnt from looks that follow each other at once, however many', () => {
    const seen = (looks: number) => known('a.test/', { looks, span: 0.01 });
    const rates = [2, 5, 50].map((looks) => new ChangeRates([seen(looks)]).of(seen(looks)));
    // 0.25 / (0.01 + 30)
    for (const rate of rates) near(rate, 0.0083306);
  });

  test('goes by the other pages of the host where a page has no history, then by other hosts, and counts each look once', () => {
    const often = known('often.test/1', { looks: 4, changes: 3, span: 3 });
    const never = known('often.test/2', { looks: 2, span: 3 });
    const rates = new ChangeRates([often, never]);
    // A new page: (5.83773 / 2 + 0.25) / (3 + 30), on this host or on another.
    near(rates.of(known('often.test/3')), 0.096026);
    near(rates.of(known('other.test/1')), 0.096026);
    // Others: 0.25 / (3 + 30) = 1/132. Own: (5.83773 + 0.25) / (3 + 0.25 × 132).
    near(rates.of(often), 0.169104);
    // Others: 6.08773 / 33 = 0.184477. Own: 0.25 / (3 + 0.25 / 0.184477).
    near(rates.of(never), 0.057403);
    near(new ChangeRates([often]).of(often), 0.184477);
    assert.equal(new ChangeRates([]).of(known('a.test/')), priorRate);
  });

  test('is a finite number above zero, whatever was seen', () => {
    const seen = fc
      .record({
        looks: fc.integer({ min: 1, max: 50 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        span: fc.double({ min: 0, max: 4_000, noNaN: true }),
        host: fc.constantFrom('a.test', 'b.test', 'c.test'),
      })
      .map(({ looks, share, span, host }) =>
        known(`${host}/`, { age: 3, looks, changes: Math.round(share * (looks - 1)), span: looks === 1 ? 0 : span }),
      );
    fc.assert(
      fc.property(fc.array(seen, { minLength: 1, maxLength: 20 }), (pages) => {
        const rates = new ChangeRates(pages);
        for (const page of pages) {
          const rate = rates.of(page);
          assert.ok(rate > 0 && Number.isFinite(rate), `${rate}`);
          const probability = changedBy(now, page, rate);
          assert.ok(probability > 0 && probability <= 1);
        }
      }),
    );
  });
});

describe('which pages are due', () => {
  const pages = [
    known('a.test/relevant', { seq: 1, age: 10 }),
    known('a.test/older', { seq: 2, age: 40, relevance: 0.5 }),
    known('a.test/dated', { seq: 3, age: 10, relevance: 0.9, modifiedAt: now - 5 * dayMs }),
    known('a.test/irrelevant', { seq: 4, age: 120, relevance: 0, modifiedAt: now - 300 * dayMs }),
    known('a.test/fresh', { seq: 5, age: 0.5 }),
  ];
  const records = {
    async *knownPages() {
      yield* pages;
    },
  };
  const request = { maxPages: 9, olderThan: dayMs, minRelevance: 0, isInScope: () => true };
  const placesOf = async (changes: Partial<typeof request>) =>
    (await duePages(records, { ...request, ...changes }, now)).map(({ url }) => url.split('/').at(-1));

  test('goes by relevance × how likely a change is', async () => {
    const due = await duePages(records, request, now);
    // None was looked at twice: 1/120 changes a day. dated: the sitemap says so. older: 0.5 (1 - exp(-40/120)). relevant: 1 - exp(-10/120).
    // irrelevant: 0.01 (1 - exp(-1)).
    const expected = [
      ['dated', 0.9],
      ['older', 0.14173],
      ['relevant', 0.07996],
      ['irrelevant', 0.00632],
    ] as const;
    assert.deepEqual(
      due.map(({ url }) => url.split('/').at(-1)),
      expected.map(([place]) => place),
    );
    for (const [index, [, worth]] of expected.entries()) near(due[index]!.worth, worth);
  });

  test('is bounded by number, age, relevance and scope', async () => {
    assert.deepEqual(await placesOf({ maxPages: 1 }), ['dated']);
    assert.deepEqual(await placesOf({ olderThan: 30 * dayMs }), ['older', 'irrelevant']);
    assert.deepEqual(await placesOf({ minRelevance: 0.9 }), ['dated', 'relevant']);
    assert.deepEqual(await placesOf({ olderThan: 0, isInScope: (url: string) => url.endsWith('fresh') } as never), [
      'fresh',
    ]);
  });
});

describe('the schedule', () => {
  test('tells how many pages a day keep a share of them fresh', () => {
    // One change in 120 days. (1 - e^-x) / x is 0.8, 0.9, 0.95 at x = 0.4642, 0.2146, 0.1035.
    const pages = Array.from({ length: 10 }, (_, index) => known(`a.test/${index}`));
    const { plans, freshNow, nextAt } = scheduleOf(pages, now)!;
    const days = [55.7, 25.75, 12.42];
    for (const [index, { everyDays, pagesPerDay }] of plans.entries()) {
      assert.ok(Math.abs(everyDays - days[index]!) < 0.05, `${everyDays}`);
      near(pagesPerDay, 10 / everyDays);
    }
    assert.equal(freshNow, 1);
    // exp(-t / 120) = 0.9 after 12.643 days.
    near((nextAt! - now) / dayMs, 12.6433);
  });

  test('hardly heeds what changed within minutes', () => {
    const days = (changed: number) => {
      const pages = Array.from({ length: 61 }, (_, index) =>
        known(`a.test/${index}`, { looks: 2, changes: index < changed ? 1 : 0, span: 0.003 }),
      );
      return (scheduleOf(pages, now)!.nextAt! - now) / dayMs;
    };
    // Nothing changed: as if nobody had looked, 12.643 days.
    assert.ok(Math.abs(days(0) - 12.643) < 0.01, `${days(0)}`);
    // Three did, ln(1.5 / 0.5) = 1.0986 changes each. Those: others (2 × 1.0986 / 60 + 0.25) / 30 = 0.00955, own 1.3486 / (0.25 / 0.00955) = 0.0515.
    // The rest: (3 × 1.0986 / 60 + 0.25) / 30 = 0.01016. 3/61 exp(-0.0515 t) + 58/61 exp(-0.01016 t) = 0.9 at t = 8.87.
    assert.ok(Math.abs(days(3) - 8.87) < 0.05, `${days(3)}`);
  });

  test('is for relevant pages alone, and at once where they are stale', () => {
    assert.equal(scheduleOf([known('a.test/', { relevant: false })], now), undefined);
    const stale = known('a.test/', { age: 10, modifiedAt: now - dayMs });
    const { freshNow, nextAt } = scheduleOf([stale], now)!;
    assert.deepEqual([freshNow, nextAt], [0, now]);
  });

  test('freshness falls as the looks become rarer', () => {
    assert.equal(freshness(0, 10), 1);
    near(freshness(1, 1), 1 - Math.exp(-1));
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 10, noNaN: true }),
        fc.double({ min: 0.01, max: 1_000, noNaN: true }),
        (rate, days) => {
          assert.ok(freshness(rate, 2 * days) <= freshness(rate, days));
          assert.ok(freshness(rate, days) > 0 && freshness(rate, days) <= 1);
        },
      ),
    );
  });
});
