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
      pOverTopics: null,
      adjustedOverTopics: null,
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

  describe('over topics', () => {
    /** AUCs that rise from draw to draw, with what each task of each topic differs by. */
    const onTopics = (strategy: string, differences: readonly (readonly number[])[]) =>
      differences.flatMap((ofTopic, topic) =>
        ofTopic.map((difference, draw) =>
          runResult({ strategy, topic: `topic ${topic}`, draw, auc: 0.1 + 0.1 * draw + difference }),
        ),
      );
    const compared = (...differences: readonly (readonly (readonly number[])[])[]) =>
      comparisonsWith(
        'base',
        [
          ...onTopics(
            'base',
            differences[0]!.map((ofTopic) => ofTopic.map(() => 0)),
          ),
          ...differences.flatMap((each, index) => onTopics(`new ${index}`, each)),
        ],
        1,
      ).filter(({ seeds }) => seeds === 'all');

    test('draws of few topics are no topics', () => {
      // 3 topics × 4 tasks, all better: 2 / 2^12 over tasks, while 3 topics are fewer than 6.
      const ofTopic = [0.01, 0.02, 0.03, 0.04];
      const [comparison] = compared([ofTopic, ofTopic.map((one) => 2 * one), ofTopic.map((one) => 3 * one)]);
      const { pairs, p, adjusted, pOverTopics, adjustedOverTopics } = comparison!;
      assert.deepEqual(
        { pairs, p, adjusted, pOverTopics, adjustedOverTopics },
        { pairs: 12, p: 2 / 4096, adjusted: 2 / 4096, pOverTopics: null, adjustedOverTopics: null },
      );
    });

    test('a topic counts by its mean difference, and is corrected among the topics’ tests', () => {
      // Six means of .005 (.02 − .01 over two), .01, .015, …: all positive, 2 / 2^6, though half of the tasks are worse.
      const better = [1, 2, 3, 4, 5, 6].map((size) => [0.02 * size, -0.01 * size]);
      // The smallest mean is negative, rank 1: sums 0 and 1 of 2^6, two-sided 4 / 64.
      const mixed = better.map(([up, down], topic) => (topic === 0 ? [-up!, -down!] : [up!, down!]));
      const [first, second] = compared(better, mixed);
      assert.equal(first!.wins, 6);
      assert.equal(first!.losses, 6);
      assert.deepEqual(
        [first, second].map((one) => [one!.pOverTopics, one!.adjustedOverTopics]),
        [
          [2 / 64, 4 / 64],
          [4 / 64, 4 / 64],
        ],
      );
      assert.notEqual(first!.p, first!.pOverTopics);
    });
  });

  test('oracles and bounds are not compared, nor contenders without a common task', () => {
    const results = [
      ...runs('base', [0.1]),
      ...runs(boundNames.content, [0.9]),
      ...runs(boundNames.label, [0.9]),
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
