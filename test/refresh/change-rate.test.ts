import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { blendedRate, ChangeRates, changedBy, changeRate, dayMs, priorRate } from '../../src/refresh/change-rate.js';
import { duePages } from '../../src/refresh/due-pages.js';
import { freshness, scheduleOf } from '../../src/refresh/schedule.js';
import type { KnownPage } from '../../src/store/crawl-store.js';

const now = 1_000 * dayMs;

/** A page that was last looked at `age` days ago, and `looks` times, evenly, in the `span` days before. */
function known(
  place: string,
  { age = 0, span = 0, ...more }: Partial<KnownPage & { age: number; span: number }> = {},
): KnownPage {
  const lastLook = now - age * dayMs;
  const page = { seq: 1, urlId: 1, url: `http://${place}`, agent: 0, depth: 1, via: 0, relevance: 1, relevant: true };
  return { ...page, looks: 1, changes: 0, firstLook: lastLook - span * dayMs, lastLook, ...more };
}

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-4, `${actual}, not ${expected}`);

describe('how often pages change', () => {
  test('is estimated from how many looks found a change', () => {
    // -ln(3.5 / 4.5) = 0.25131, every 10 days.
    near(changeRate({ checks: 4, changes: 1, days: 40 }), 0.025131);
    // -ln(0.5 / 3.5) = ln 7 = 1.94591, every day: more than one change a look.
    near(changeRate({ checks: 3, changes: 3, days: 3 }), 1.94591);
    assert.equal(changeRate({ checks: 2, changes: 0, days: 9 }), 0);
    assert.equal(changeRate({ checks: 0, changes: 0, days: 0 }), 0);
  });

  test('leans on what is like it, the more the fewer looks there were', () => {
    // (4 × 0.025131 + 1/120) / 5
    near(blendedRate({ checks: 4, changes: 1, days: 40 }, priorRate), 0.021772);
    // Found unchanged once: half of what was thought before.
    near(blendedRate({ checks: 1, changes: 0, days: 5 }, 0.1), 0.05);
    assert.equal(blendedRate({ checks: 0, changes: 0, days: 0 }, 0.1), 0.1);
  });

  test('is that of the host where a page has no history, then that of the crawl', () => {
    const often = known('often.test/1', { looks: 4, changes: 3, span: 3 });
    const rates = new ChangeRates([often]);
    // Crawl: (3 × 1.94591 + 1/120) / 4 = 1.46152. Host: (3 × 1.94591 + 1.46152) / 4 = 1.82481. Page: (3 × 1.94591 + 1.82481) / 4 = 1.91564.
    near(rates.of(known('other.test/1')), 1.46152);
    near(rates.of(known('often.test/2')), 1.82481);
    near(rates.of(often), 1.91564);
    assert.equal(new ChangeRates([]).of(known('a.test/')), priorRate);
  });

  test('is a finite number above zero, whatever was seen', () => {
    const checks = fc
      .record({
        checks: fc.nat(50),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        days: fc.double({ min: 0, max: 4_000, noNaN: true }),
      })
      .map(({ checks: n, share, days }) => ({ checks: n, changes: Math.round(share * n), days }));
    fc.assert(
      fc.property(checks, (seen) => {
        const rate = blendedRate(seen, priorRate);
        assert.ok(rate > 0 && Number.isFinite(rate));
        const probability = changedBy(now, known('a.test/', { age: 3 }), rate);
        assert.ok(probability > 0 && probability <= 1);
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
  const wish = { maxPages: 9, olderThan: dayMs, minRelevance: 0, isInScope: () => true };
  const placesOf = async (changes: Partial<typeof wish>) =>
    (await duePages(records, { ...wish, ...changes }, now)).map(({ url }) => url.split('/').at(-1));

  test('goes by relevance × how likely a change is', async () => {
    const due = await duePages(records, wish, now);
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
