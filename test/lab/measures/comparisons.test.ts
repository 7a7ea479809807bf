import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { boundNames } from '../../../src/lab/bound-names.js';
import { comparisonsWith } from '../../../src/lab/measures/comparisons.js';
import type { SeedKind } from '../../../src/lab/topics/lab-topic.js';
import { runResult } from './run-result.js';

/** Runs on tasks of the same topics, a draw an AUC. */
const runs = (strategy: string, aucs: readonly number[], seeds: SeedKind = 'near') =>
  aucs.map((auc, draw) => runResult({ strategy, auc, draw, seeds, topic: draw % 2 === 0 ? 'birds' : 'music' }));

describe('comparison with a baseline', () => {
  test('pairs runs on the same task, whatever their order', () => {
    const [all, near] = comparisonsWith(
      'base',
      [
        ...runs('new', [0.5, 0.25, 0.75]),
        ...runs('base', [0.25, 0.5, 0.75]).reverse(),
        runResult({ strategy: 'new', topic: 'birds', seeds: 'far', draw: 0, auc: 1 }),
        runResult({ strategy: 'base', topic: 'rivers', seeds: 'near', draw: 0, auc: 1 }),
      ],
      1,
    );
    const { difference, ...rest } = all!;
    assert.deepEqual(rest, {
      strategy: 'new',
      baseline: 'base',
      seeds: 'all',
      pairs: 3,
      wins: 1,
      ties: 1,
      losses: 1,
      // Birds: draws 0 and 2, means .625 and .5; music: draw 1, .25 and .5. So .4375 / .5.
      ratio: 0.875,
      p: null,
      adjusted: null,
    });
    // Birds (.25 + 0) / 2, music −.25.
    assert.equal(difference.mean, -0.0625);
    assert.ok(difference.low >= -0.25 && difference.high <= 0.25);
    assert.deepEqual(near, { ...all, seeds: 'near' });
  });

  test('corrects for the contenders on the same kind of seeds', () => {
    const base = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1];
    const better = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
    const mixed = [0.2, 0.3, 0.4, 0.5, 0.6, 0.05];
    const comparisons = comparisonsWith(
      'base',
      [
        ...runs('base', base),
        ...runs('base', base, 'far'),
        ...runs('better', better),
        ...runs('better', better, 'far'),
        ...runs('mixed', mixed),
      ],
      1,
    );
    assert.deepEqual(
      comparisons.map(({ strategy, seeds, p, adjusted }) => [strategy, seeds, p, adjusted]),
      [
        // 12 better: 2 / 2^12. Six: 2 / 2^6. Mixed: the smallest is negative, rank 1, so sums 0 and 1: 2 · 2 / 2^6.
        ['better', 'all', 2 / 4096, 4 / 4096],
        ['better', 'near', 2 / 64, 4 / 64],
        ['better', 'far', 2 / 64, 2 / 64],
        ['mixed', 'all', 4 / 64, 4 / 64],
        ['mixed', 'near', 4 / 64, 4 / 64],
      ],
    );
  });

  test('oracles and bounds are not compared, nor contenders without a common task', () => {
    const results = [
      ...runs('base', [0.1]),
      ...runs(boundNames.content, [0.9]),
      ...runs(boundNames.lookAhead, [0.9]),
      ...runs(boundNames.admissible, [1]),
      ...runs('elsewhere', [0.5], 'far'),
    ];
    assert.deepEqual(comparisonsWith('base', results, 1), []);
    assert.deepEqual(comparisonsWith('absent', results, 1), []);
  });

  test('there is no ratio to a baseline that found nothing', () => {
    const [comparison] = comparisonsWith('base', [...runs('base', [0]), ...runs('new', [0.5])], 1);
    assert.equal(comparison!.ratio, null);
    assert.deepEqual(comparison!.difference, { mean: 0.5, low: 0.5, high: 0.5 });
  });
});
