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
    // Odds (1 + 0.5) / (0.875 + 0.5) = 1.0909, for as many pages again times 2^-0.3 = 0.8123: 0.8861, a share of 0.4698.
    // They are worth 1.875² / 1.328 = 2.647 pages: variance 0.2491 (3/4 + 3/2.647 + 0.02) = 0.4741, its root 0.6886.
    const { expected, low, high } = forecast(Uint8Array.of(0, 0, 0, 1), 4, 4);
    near(expected, 4 * 0.4698);
    // 1.2816 · 4 · 0.6886 = 3.53 either way is more than there can be.
    assert.deepEqual([low, high], [0, 4]);
  });

  test('of a steady crawl, worked out by hand', () => {
    // 1,000 pages, every tenth relevant. Half is forgotten in 250, so a page weighs 0.5^(1/250) = 0.99723 of the next:
    // (1 - 1/16) / (1 - 0.99723) = 338.6 pages, (1 - 1/256) / (1 - 0.99447) = 180.1 squares: worth 636.6 pages.
    // Relevant: (1 - 1/16) / (1 - 0.99723^10) = 34.28. Odds 34.78 / 304.8 · 0.8123 = 0.09268, a share of 0.08482.
    // Margin: 1.2816 · 1,000 · √(0.07762 (0.003 + 0.004713 + 0.02)) = 59.4.
    const { pages, expected, low, high } = forecast(crawled(1_000, 10).history.outcomes(), 1_000, 1_000);
    assert.equal(pages, 1_000);
    for (const [actual, wanted] of [
      [expected, 84.8],
      [low, 25.4],
      [high, 144.3],
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
  test('waits until as many pages were seen as are looked ahead', () => {
    assert.equal(isYieldBelow(crawled(lookAhead - 1), 0.02), false);
    assert.equal(isYieldBelow(crawled(lookAhead), 0.02), true);
  });

  test('goes by the high end, not by what is expected', () => {
    const tally = crawled(2_000, 60);
    const { expected, high } = forecast(tally.history.outcomes(), 2_000, lookAhead);
    assert.ok(expected < 20 && high > 20);
    assert.equal(isYieldBelow(tally, 0.02), false);
    assert.equal(isYieldBelow(tally, (high + 1) / lookAhead), true);
  });

  test('never happens where nothing is asked for', () => {
    assert.equal(isYieldBelow(crawled(4_000), 0), false);
  });
});
