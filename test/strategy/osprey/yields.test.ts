import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  allowance,
  bestOfLate,
  hostAllowance,
  leastAllowance,
  shrunkMean,
  Yields,
} from '../../../src/strategy/osprey/yields.js';
import { near } from '../near.js';

const aYield = fc
  .record({ pages: fc.nat(100_000), mean: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ pages, mean }) => ({ pages, reward: pages * mean }));
const best = fc.double({ min: 0, max: 1, noNaN: true });

describe('what hosts and templates have brought', () => {
  test('is counted by each', () => {
    const yields = new Yields();
    assert.deepEqual(yields.of(7), { pages: 0, reward: 0 });
    yields.add(7, 0.5);
    yields.add(9, 1);
    yields.add(7, 0.25);
    assert.deepEqual(yields.of(7), { pages: 2, reward: 0.75 });
    assert.deepEqual(yields.of(9), { pages: 1, reward: 1 });
    assert.deepEqual(yields.of(8), { pages: 0, reward: 0 });
  });

  test('a mean begins at the usual reward and leaves it as pages come in', () => {
    // Three pages' worth of the usual 0.2 are 0.6: (0 + 0.6) / (0 + 3), (1.4 + 0.6) / (1 + 3), (97 + 0.6) / (97 + 3).
    assert.equal(shrunkMean({ pages: 0, reward: 0 }, 0.2, 3), 0.6000000000000001 / 3);
    near([shrunkMean({ pages: 1, reward: 1.4 }, 0.2, 3)], [0.5]);
    near([shrunkMean({ pages: 97, reward: 97 }, 0.2, 3)], [0.976]);
  });

  test('a host keeps its whole allowance while it pays, and a tenth when it does not', () => {
    // With a best of 0.5 a fifth of it, 0.1, is wanted a page; ten pages are on trial as if they had brought that.
    near(
      [
        [0, 0],
        // (0 + 1) / (10 · 0.1 + 10 · 0.1): half after ten pages for nothing, a quarter after thirty.
        [10, 0],
        [30, 0],
        // (0 + 1) / (110 · 0.1) = 0.09…: no less than a tenth.
        [100, 0],
        // Just what is wanted, and more.
        [30, 3],
        [30, 15],
        // (1 + 1) / (40 · 0.1)
        [30, 1],
      ].map(([pages = 0, reward = 0]) => allowance({ pages, reward }, 0.5)),
      [1, 0.5, 0.25, 0.1, 1, 1, 0.5],
    );
  });

  test('a host begins with what the other hosts of its domain keep, and earns its own', () => {
    const nothing = { pages: 0, reward: 0 };
    const poor = { pages: 200, reward: 0 };
    near(
      [
        // Nothing is known of either; a domain that brought nothing; one host alone, which is no neighbour of itself.
        hostAllowance(nothing, nothing, 0.5),
        hostAllowance(nothing, poor, 0.5),
        hostAllowance({ pages: 10, reward: 0 }, { pages: 10, reward: 0 }, 0.5),
        // In a poor domain, ten pages that bring ten times what is wanted: (5 + 0.1 · 0.5) / (20 · 0.05).
        hostAllowance({ pages: 10, reward: 5 }, { pages: 210, reward: 5 }, 0.5),
        // One that is just as poor as its neighbours: no less than a tenth.
        hostAllowance({ pages: 10, reward: 0 }, { pages: 210, reward: 0 }, 0.5),
      ],
      [1, 0.1, 0.5, 1, 0.1],
    );
  });

  test('the best reward of late fades by a 200th with every visit, to no less than 0.05', () => {
    near([bestOfLate(0.8, 0.9), bestOfLate(0.8, 0.1)], [0.9, 0.796]);
    let best = 0.8;
    for (let visit = 0; visit < 2_000; visit++) best = bestOfLate(best, 0);
    assert.equal(best, 0.05);
  });

  test('an allowance is between the least and one, and never falls for bringing more', () => {
    fc.assert(
      fc.property(aYield, best, fc.double({ min: 0, max: 1, noNaN: true }), (some, top, more) => {
        const value = allowance(some, top);
        assert.ok(value >= leastAllowance && value <= 1);
        assert.ok(allowance({ ...some, reward: some.reward + more }, top) >= value);
        assert.ok(allowance({ ...some, pages: some.pages + 1 }, top) <= value);
      }),
    );
  });

  test('a mean lies between the usual reward and what was brought', () => {
    fc.assert(
      fc.property(aYield, best, (some, usual) => {
        const own = some.pages === 0 ? usual : some.reward / some.pages;
        const mean = shrunkMean(some, usual, 3);
        assert.ok(mean >= Math.min(own, usual) - 1e-12 && mean <= Math.max(own, usual) + 1e-12);
      }),
    );
  });
});
