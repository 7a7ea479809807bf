import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { combinedJudge } from '../../../src/lab/judges/combined-judge.js';
import { judgeStandings } from '../../../src/lab/judges/judge-standings.js';
import type { JudgeResult, JudgesReport } from '../../../src/lab/judges/judges-report.js';
import type { PageJudge } from '../../../src/lab/judges/page-judge.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import { near } from '../../strategy/near.js';

function fixed(name: string, scores: readonly number[] | undefined): PageJudge {
  return {
    name,
    summary: '',
    isScaled: false,
    scores: async (topics) => topics.map(() => scores && Float64Array.from(scores)),
  };
}

const topics = [{ topic: bareTopic('birds'), examples: [] }];

describe('judges combined', () => {
  test('add up reciprocal ranks; pages of equal score share their mean place', async () => {
    const judge = combinedJudge([fixed('a', [3, 2, 1]), fixed('b', [1, 5, 5])]);
    const [scores] = await judge.scores(topics);
    // a: places 1, 2, 3. b: places 3, 1.5, 1.5.
    near([...scores!], [1 / 61 + 1 / 63, 1 / 62 + 1 / 61.5, 1 / 63 + 1 / 61.5]);
    assert.equal(judge.name, 'a&b');
  });

  test('judge nothing that one of them cannot judge', async () => {
    const [scores] = await combinedJudge([fixed('a', [1]), fixed('b', undefined)]).scores(topics);
    assert.equal(scores, undefined);
  });
});

describe('standings of judges', () => {
  const topic = (id: string, half: 'tuning' | 'held out') => ({ id, query: id, relevant: 1, half });
  const all: JudgesReport['topics'] = [topic('a', 'tuning'), topic('b', 'held out'), topic('c', 'held out')];
  const result = (judge: string, id: string, averagePrecision: number): JudgeResult => ({
    judge,
    topic: id,
    ranking: { ndcg10: 1, ndcg50: 1, ndcg: 1, averagePrecision },
    auc: 0.5,
    calibration: null,
    calibrationOfFirst: null,
  });
  const results = [
    ...[0.2, 0.4, 0.6].map((value, index) => result('bm25', all[index]!.id, value)),
    ...[0.3, 0.6, 0.8].map((value, index) => result('osprey', all[index]!.id, value)),
  ];

  test('are told for all topics and for each half, with the ratio to the baseline on the same topics', () => {
    const standings = judgeStandings(results, all, 'bm25', 1);
    const of = (half: string) => standings.find((one) => one.judge === 'osprey' && one.half === half)!;
    assert.deepEqual([of('tuning').topics, of('held out').topics, of('all').topics], [1, 2, 3]);
    near([of('held out').measures.averagePrecision.mean, of('held out').ratio!], [0.7, 1.4]);
    near([of('all').ratio!], [1.7 / 1.2]);
    const { low, high } = of('held out').measures.averagePrecision;
    assert.ok(low <= 0.7 && high >= 0.7);
  });

  test('have no ratio where the baseline did not judge the same topics', () => {
    const [first] = judgeStandings(results.slice(3), all, 'bm25', 1);
    assert.equal(first!.ratio, null);
  });
});
