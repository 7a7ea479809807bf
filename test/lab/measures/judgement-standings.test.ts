import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calibrationOf, calibrationSums } from '../../../src/lab/measures/calibration.js';
import { judgementStandings } from '../../../src/lab/measures/judgement-standings.js';
import { rankingQuality } from '../../../src/lab/measures/ranking-quality.js';
import type { JudgementQuality } from '../../../src/lab/results.js';
import type { Scored } from '../../../src/learning/quality.js';
import { runResult } from './run-result.js';

function qualityOf(scored: readonly Scored[]): JudgementQuality {
  return { calibration: calibrationSums(scored), ranking: rankingQuality(scored) };
}

const good = [
  { score: 0.75, wanted: true },
  { score: 0.25, wanted: false },
];
const bad = [
  { score: 0.25, wanted: true },
  { score: 0.75, wanted: false },
];
const nothing = [{ score: 0.5, wanted: false }];

describe('how contenders judge', () => {
  test('pages are pooled, and rankings are means of topics, whatever the number of their crawls', () => {
    const runs = [
      runResult({ topic: 'birds', judgement: qualityOf(good) }),
      runResult({ topic: 'birds', draw: 1, judgement: qualityOf(good) }),
      runResult({ topic: 'tea', judgement: qualityOf(bad) }),
      // Nothing to be put in order, but judged.
      runResult({ topic: 'law', judgement: qualityOf(nothing) }),
    ];
    const [all] = judgementStandings(runs, 1);
    assert.deepEqual([all!.strategy, all!.seeds, all!.when], ['a', 'all', 'visit']);
    assert.deepEqual(all!.calibration, calibrationOf(calibrationSums([...good, ...good, ...bad, ...nothing])));
    // Birds 1, tea 1 / log2 3.
    assert.ok(Math.abs(all!.ranking!.ndcg.mean - (1 + 1 / Math.log2(3)) / 2) < 1e-12);
    assert.equal(all!.cosine, null);
  });

  test('kinds of seeds are told apart, and bounds do not judge', () => {
    const runs = [
      runResult({ judgement: qualityOf(good), cosineRanking: rankingQuality(bad), bm25Ranking: rankingQuality(good) }),
      runResult({ seeds: 'far', judgement: qualityOf(nothing) }),
      runResult({ strategy: 'bound' }),
    ];
    const standings = judgementStandings(runs, 1);
    assert.deepEqual(
      standings.map(({ strategy, seeds, calibration }) => [strategy, seeds, calibration.pages]),
      [
        ['a', 'all', 3],
        ['a', 'near', 2],
        ['a', 'far', 1],
      ],
    );
    assert.equal(standings[2]!.ranking, null);
    assert.equal(standings[1]!.bm25!.averagePrecision.mean, 1);
    assert.equal(standings[1]!.cosine!.averagePrecision.mean, 1 / 2);
  });

  test('what thinks otherwise at the end of some crawls is judged at the end, with the others as they were', () => {
    const runs = [
      runResult({ topic: 'birds', judgement: qualityOf(bad), finalJudgement: qualityOf(good) }),
      runResult({ topic: 'tea', judgement: qualityOf(bad) }),
    ];
    const standings = judgementStandings(runs, 1).filter(({ seeds }) => seeds === 'all');
    assert.deepEqual(
      standings.map(({ when, calibration }) => [when, calibration]),
      [
        ['visit', calibrationOf(calibrationSums([...bad, ...bad]))],
        ['end', calibrationOf(calibrationSums([...good, ...bad]))],
      ],
    );
  });
});
