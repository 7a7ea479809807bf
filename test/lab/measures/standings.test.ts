import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { boundNames } from '../../../src/lab/bound-names.js';
import { standingsOf } from '../../../src/lab/measures/standings.js';
import { runResult } from './run-result.js';

const percentages = [1, 2, 5, 10, 20, 30, 50, 65, 80, 100];

describe('standings', () => {
  test('of every contender in order of appearance, on all tasks and on each kind of seeds', () => {
    const standings = standingsOf(
      [
        runResult({ strategy: 'z', seeds: 'far' }),
        runResult({ strategy: 'a', seeds: 'far' }),
        runResult({ strategy: 'z', seeds: 'near' }),
      ],
      1,
    );
    assert.deepEqual(
      standings.map(({ strategy, seeds, runs }) => [strategy, seeds, runs]),
      [
        ['z', 'all', 2],
        ['z', 'near', 1],
        ['z', 'far', 1],
        ['a', 'all', 1],
        ['a', 'far', 1],
      ],
    );
  });

  test('means weigh topics equally: of measures, curves and shares of the oracle', () => {
    const oracle = { strategy: boundNames.label, auc: 0.8 };
    const [standing] = standingsOf(
      [
        runResult({ topic: 'birds', draw: 0, auc: 0.2, curve: [0, 0.4], hosts: 1 }),
        runResult({ topic: 'birds', draw: 1, auc: 0.4, curve: [0.2, 0.6], hosts: 2 }),
        runResult({ topic: 'music', draw: 0, auc: 0.7, curve: [0.7, 0.7], hosts: 3 }),
        runResult({ ...oracle, topic: 'birds', draw: 0 }),
        runResult({ ...oracle, topic: 'birds', draw: 1 }),
        runResult({ ...oracle, topic: 'music', draw: 0, auc: 1 }),
      ],
      1,
    );
    // ((.2 + .4) / 2 + .7) / 2, and after one page ((0 + .2) / 2 + .7) / 2.
    assert.equal(standing!.measures.auc!.mean, 0.5);
    assert.ok(standing!.measures.auc!.low >= 0.2 && standing!.measures.auc!.low < 0.5);
    assert.ok(standing!.measures.auc!.high <= 0.7 && standing!.measures.auc!.high > 0.5);
    assert.equal(standing!.measures.hosts!.mean, 2.25);
    assert.deepEqual(standing!.curve, [0.4, 0.6]);
    // ((1/4 + 1/2) / 2 + 7/10) / 2
    assert.ok(Math.abs(standing!.shareOfOracle! - 0.5375) < 1e-12);
  });

  test('what no run has is absent, and pages to half of the finds are of those who got there', () => {
    const [standing] = standingsOf(
      [
        runResult({
          draw: 0,
          pagesTo50: 10,
          pagesTo90: null,
          best: { threshold: 0.5, precision: 1, recall: 1, f1: 1 },
        }),
        runResult({ draw: 1, pagesTo50: 20 }),
        runResult({ draw: 2, pagesTo50: null }),
      ],
      1,
    );
    assert.equal(standing!.reached50, 2);
    assert.equal(standing!.reached90, 0);
    assert.equal(standing!.measures.pagesTo50!.mean, 15);
    assert.deepEqual(standing!.measures.f1, { mean: 1, low: 1, high: 1 });
    assert.deepEqual(Object.keys(standing!.measures), [
      'auc',
      'recall',
      'harvest',
      'pagesTo50',
      'f1',
      'hosts',
      'hostsOfFinds',
    ]);
  });

  test('there is no share of an oracle that was not asked or finds nothing', () => {
    assert.equal(standingsOf([runResult({})], 1)[0]!.shareOfOracle, null);
    assert.equal(standingsOf([runResult({}), runResult({ strategy: boundNames.label })], 1)[0]!.shareOfOracle, null);
  });

  test('does not depend on who else took part', () => {
    const runs = [0.1, 0.5, 0.4].map((auc, draw) => runResult({ auc, draw }));
    const others = runs.map((run) => ({ ...run, strategy: 'b', auc: 1 - run.auc }));
    assert.deepEqual(standingsOf([...others, ...runs], 5).slice(2), standingsOf(runs, 5));
  });

  describe('finds by share of the reachable pages visited', () => {
    const shares = (...runs: readonly Parameters<typeof runResult>[0][]) =>
      standingsOf(runs.map(runResult), 1)[0]!.byVisitedShare.map(({ recall }) => recall);

    test('are those after as many pages, rounded up, and unknown beyond the budget', () => {
      const [standing] = standingsOf([runResult({ budget: 3, fetched: 3, recall: 0.75, curve: [0.25, 0.5, 0.75] })], 1);
      // 1 to 10 % of ten pages are 1 page, 20 % are 2, 30 % 3.
      assert.deepEqual(
        standing!.byVisitedShare,
        [0.25, 0.25, 0.25, 0.25, 0.5, 0.75, null, null, null, null].map((recall, index) => ({
          visited: percentages[index]! / 100,
          recall,
        })),
      );
    });

    test('stay where they were once a crawl has ended by itself', () => {
      const ended = { budget: 3, curve: [0, 0.5, 0.5], recall: 0.5 };
      const flat = [0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
      assert.deepEqual(shares({ ...ended, fetched: 2, reason: 'hosts-closed' }), flat);
      assert.deepEqual(shares({ ...ended, fetched: 3, reason: 'frontier-empty' }), flat);
      assert.deepEqual(shares({ ...ended, fetched: 2, reason: null }), flat);
      assert.deepEqual(shares({ ...ended, fetched: 3, reason: null }).slice(6), [null, null, null, null]);
    });

    test('are a mean only where all runs have them', () => {
      const small = { topic: 'music', reachable: 2, curve: [0.5, 1], recall: 1 };
      // Of the two reachable pages of the small web half is one page; of the ten pages of the other 20 % are two.
      assert.deepEqual(shares(small, { curve: [0, 0.5], recall: 0.5 }), [
        ...[0.25, 0.25, 0.25, 0.25, 0.5],
        ...[null, null, null, null, null],
      ]);
      assert.equal(shares(small)[9], 1);
    });

    test('rounding up is of whole pages: 1 % of 700 are 7', () => {
      const curve = Array.from({ length: 700 }, (_, page) => (page + 1) / 1000);
      const recalls = shares({ reachable: 700, budget: 700, fetched: 700, curve });
      assert.deepEqual(
        recalls,
        percentages.map((percent) => (7 * percent) / 1000),
      );
    });
  });
});
