import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { forecast, forecastOf, isYieldBelow, lookAhead } from '../../../src/crawl/progress/forecast.js';
import { Tally } from '../../../src/crawl/progress/tally.js';
import { judgedPage } from '../../store/invented-crawl.js';

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 0.005, `${actual} is not about ${expected}`);

/** A crawl that found something on every `every`th page, or never. */
function crawled(pages: number, every = Number.POSITIVE_INFINITY): Tally {
  const tally = new Tally();
  for (let page = 1; page <= pages; page++) tally.add(judgedPage(page % every === 0 ? 1 : 0));
  return tally;
}

describe('a forecast', () => {
  test('of four pages, worked out by hand', () => {
    // Half is forgotten in a quarter of four pages: the weights are 1/8, 1/4, 1/2, 1, of squares 1/64 + 1/16 + 1/4 + 1 = 1.328.
    // Odds (1 + 0.5) / (0.875 + 0.5) = 1.0909, for as many pages again halved: 0.5455, a share of 0.3529.
    // They are worth 1.875² / 1.328 = 2.647 pages: variance 0.2284 (4/4 + 4/2.647 + 0.05 · 64/60) = 0.5857, its root 0.7653.
    const { expected, low, high } = forecast(Uint8Array.of(0, 0, 0, 1), 4, 4);
    near(expected, 4 * 0.3529);
    // 1.2816 · 4 · 0.7653 = 3.92 either way is more than there can be.
    assert.deepEqual([low, high], [0, 4]);
  });

  test('of a steady crawl, worked out by hand', () => {
    // 1,000 pages, every tenth relevant. Half is forgotten in 32, so a page weighs 0.5^(1/32) = 0.97857 of the next:
    // 1 / (1 - 0.97857) = 46.67 pages, 1 / (1 - 0.95760) = 23.59 squares: worth 92.33 pages.
    // Relevant: 1 / (1 - 0.97857^10) = 5.135. Odds 5.635 / 42.03 / 1.5 = 0.08937, a share of 0.08204.
    // Margin: 1.2816 · 500 · √(0.07531 (0.008 + 0.04332 + 0.05 (1 + 500/60))) = 126.6, more than there is below.
    const { pages, expected, low, high } = forecast(crawled(1_000, 10).history.outcomes(), 1_000, 500);
    assert.equal(pages, 500);
    for (const [actual, wanted] of [
      [expected, 41.0],
      [low, 0],
      [high, 167.6],
    ])
      assert.ok(Math.abs(actual! - wanted!) < 0.1, `${actual} is not about ${wanted}`);
  });

  test('lies within what is possible, whatever was seen', () => {
    const outcomes = fc.array(fc.nat(1), { maxLength: 300 }).map((list) => Uint8Array.from(list));
    fc.assert(
      fc.property(outcomes, fc.nat(5_000), fc.integer({ min: 1, max: 5_000 }), (seen, before, pages) => {
        const { low, expected, high } = forecast(seen, before + seen.length, pages);
        assert.ok(0 <= low && low <= expected && expected <= high && high <= pages);
        assert.ok(low < high, 'nothing is certain');
      }),
    );
  });

  test('rises with every page that turns out to be relevant, and most with the last ones', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1), { minLength: 2, maxLength: 200 }), fc.nat(), (list, at) => {
        const index = at % list.length;
        const withPage = (page: number, outcome: number) => Uint8Array.from(list.with(page, outcome));
        assert.ok(forecast(withPage(index, 1), 200, 100).expected > forecast(withPage(index, 0), 200, 100).expected);
      }),
    );
    assert.ok(forecast(Uint8Array.of(0, 0, 1), 3, 9).expected > forecast(Uint8Array.of(1, 0, 0), 3, 9).expected);
  });

  test('is of no more pages than are queued, and of none before there is evidence', () => {
    assert.equal(forecastOf(crawled(49, 2), 5_000), undefined);
    assert.equal(forecastOf(crawled(50, 2), 0), undefined);
    assert.equal(forecastOf(crawled(50, 2), 74)!.pages, 74);
    assert.equal(forecastOf(crawled(50, 2), 5_000)!.pages, lookAhead);
  });
});

test('a longer crawl keeps its yield for longer', () => {
  const outcomes = crawled(1_000, 10).history.outcomes();
  assert.ok(forecast(outcomes, 50_000, 1_000).expected > forecast(outcomes, 1_000, 1_000).expected);
});

describe('stopping for a low yield', () => {
  test('waits until a thousand pages were seen', () => {
    assert.equal(isYieldBelow(crawled(999), 0.01), false);
    assert.equal(isYieldBelow(crawled(1_000), 0.01), true);
  });

  test('happens when the yield has stayed low for long, not when it falls', () => {
    const tally = crawled(1_000, 3);
    const nothing = (pages: number) => {
      for (let page = 0; page < pages; page++) tally.add(judgedPage(0));
    };
    nothing(300);
    assert.ok(forecast(tally.history.outcomes(), tally.documents, lookAhead).expected < 0.01 * lookAhead);
    assert.equal(isYieldBelow(tally, 0.01), false, 'it was higher a moment ago');
    nothing(400);
    assert.equal(isYieldBelow(tally, 0.01), true);
    tally.add(judgedPage(1));
    assert.equal(isYieldBelow(tally, 0.01), false);
  });

  test('never happens where nothing is asked for', () => {
    assert.equal(isYieldBelow(crawled(4_000), 0), false);
  });
});
