import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { barOf } from '../../../tools/results/bars.js';
import { shortfalls } from '../../../tools/results/bars-markdown.js';
import { lossesIn } from '../../../tools/results/losses.js';
import { pooledBar } from '../../../tools/results/pooled-bar.js';
import { reportOf, runsOf } from './report-of.js';

/** Seven draws with these, so that a test is possible. */
const seven = (auc: number) => Array.from({ length: 7 }, (_, draw) => auc + draw / 1000);

describe('the bar on a web', () => {
  const report = reportOf(
    'birds-web',
    [
      ...runsOf('osprey', seven(0.5)),
      ...runsOf('osprey+without=words', seven(0.9)),
      ...runsOf('best-first', seven(0.4)),
      ...runsOf('genre', seven(0.7)),
      ...runsOf('svm', seven(0.8)),
      ...runsOf('fish-search', [0.9]),
      ...runsOf('breadth-first', seven(0.2)),
      ...runsOf('content-oracle', seven(0.6)),
      ...runsOf('admissible-bound', seven(0.95)),
    ],
    { genre: 'examples', svm: 'labels' },
  );

  test('is the best of those that are told words alone and ran every task', () => {
    const bar = barOf(report, 'all')!;
    assert.equal(bar.best.name, 'best-first');
    // (0.5 + 0.003) / (0.4 + 0.003)
    assert.ok(Math.abs(bar.ratio - 0.503 / 0.403) < 1e-9);
    assert.deepEqual([bar.wins, bar.pairs], [7, 7]);
    // Seven differences that all point the same way: 2 / 2^7.
    assert.equal(bar.p, 2 / 128);
    assert.deepEqual(shortfalls('birds-web', bar), []);
  });

  test('is breadth-first where nothing is better', () => {
    const poor = reportOf('poor', [...runsOf('osprey', seven(0.1)), ...runsOf('breadth-first', seven(0.2))]);
    const bar = barOf(poor, 'near')!;
    assert.equal(bar.best.name, 'breadth-first');
    assert.deepEqual(
      shortfalls('poor', bar).map((missed) => missed.bar),
      ['ratio', 'breadth-first'],
    );
    assert.deepEqual(
      lossesIn(poor, 'near').map(({ topic, to }) => [topic, to.name]),
      [['birds', 'breadth-first']],
    );
  });

  test('is none without others', () => {
    assert.equal(barOf(reportOf('alone', runsOf('osprey', [1])), 'all'), undefined);
  });
});

describe('what is said of a bar that is not met', () => {
  const bar = {
    seeds: 'far' as const,
    ours: 0.6,
    best: { name: 'best-first', auc: 0.59 },
    ratio: 0.6 / 0.59,
    wins: 5,
    pairs: 9,
    p: 0.3,
    breadthFirst: 0.1,
    contentOracle: 0.7,
    labelOracle: 0.9,
    bound: 0.9,
  };

  test('names ratio and strategy', () => {
    assert.deepEqual(shortfalls('web', { ...bar, p: 0.01 }), [
      { bar: 'ratio', sentence: 'web, far seeds: 1.017 × best-first, not 1.05 ×.' },
    ]);
  });

  test('tells where no crawl could meet it', () => {
    // 1.05 · .59 = .6195 is beyond the bound of .61, which is 3.4 % above .59.
    assert.match(
      shortfalls('web', { ...bar, bound: 0.61 })[0]!.sentence,
      /No crawl could: best-first is within 3\.4 % of the bound/,
    );
  });

  test('tells when a difference may be chance', () => {
    assert.match(shortfalls('web', { ...bar, ratio: 1.2 })[0]!.sentence, /may be chance \(p 0\.300\)/);
  });

  test('asks for a share of the content oracle on the topical web alone', () => {
    const good = { ...bar, ratio: 1.2, p: 0.01, contentOracle: 0.8 };
    assert.deepEqual(shortfalls('web', good), []);
    assert.match(shortfalls('schools-wikipedia', good)[0]!.sentence, /75\.0 % of the content oracle, not 80 %/);
  });
});

describe('the bar on all webs together', () => {
  const one = reportOf('one', [
    ...runsOf('osprey', [0.6, 0.6, 0.6]),
    ...runsOf('best-first', [0.1, 0.1, 0.1]),
    ...runsOf('query-log', [0.5, 0.5, 0.5]),
    ...runsOf('breadth-first', [0.2, 0.2, 0.2]),
  ]);
  const two = reportOf('two', [
    ...runsOf('osprey', [0.9]),
    ...runsOf('best-first', [0.9]),
    ...runsOf('query-log', [0.3]),
    ...runsOf('breadth-first', [0.1]),
    ...runsOf('synset', [1]),
  ]);

  test('weighs webs or tasks equally, and counts only who is in all', () => {
    const { overWebs, overTasks } = pooledBar([one, two], 'all')!;
    // Best-first (.1 + .9) / 2, query-log (.5 + .3) / 2; by tasks (.3 + .9) / 4 and (1.5 + .3) / 4.
    assert.deepEqual(overWebs.best, { name: 'best-first', auc: 0.5 });
    assert.ok(Math.abs(overWebs.ratio - 0.75 / 0.5) < 1e-9);
    assert.equal(overTasks.best.name, 'query-log');
    assert.ok(Math.abs(overTasks.ratio - 0.675 / 0.45) < 1e-9);
    // Tasks of the two webs have the same names, and are kept apart.
    assert.deepEqual([overWebs.wins, overWebs.pairs], [3, 4]);
  });

  test('is none where nobody is on all webs', () => {
    assert.equal(pooledBar([one, reportOf('three', runsOf('synset', [1]))], 'all'), undefined);
  });
});
