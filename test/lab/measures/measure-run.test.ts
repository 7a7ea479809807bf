import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { measureOrder, measureRun } from '../../../src/lab/measures/measure-run.js';
import type { RunTrace } from '../../../src/lab/runs/assignment.js';
import type { Goal } from '../../../src/lab/topics/task.js';

/** Six pages on three hosts; 1, 2 and 4 are wanted, 5 is an example, and nothing leads to 4. */
const hosts = Int32Array.of(0, 0, 1, 1, 2, 2);
const goal: Goal = {
  relevance: Float64Array.of(0, 1, 1, 0, 1, 1),
  wanted: Uint8Array.of(0, 1, 1, 0, 1, 0),
  excluded: Uint8Array.of(0, 0, 0, 0, 0, 1),
  similarity: Float64Array.of(0.1, 0.9, 0.8, 0.2, 0.7, 1),
  hops: Int32Array.of(0, 1, 2, 1, -1, 1),
  reachable: 5,
  wantedReachable: 2,
};
const about = { strategy: 'best-first', topic: 'birds', seeds: 'near', draw: 0, budget: 4, timed: false } as const;

function traceOf(pages: readonly number[], judged: readonly number[] = pages.map(() => 0)): RunTrace {
  return {
    pages: Int32Array.from(pages),
    judged: Float64Array.from(judged),
    at: Float64Array.from(pages, (_, visit) => 500 * (visit + 1)),
    reason: 'max-pages',
    cpuMs: 12,
  };
}

describe('a run is measured', () => {
  test('by all that the report says of it, worked out by hand', () => {
    const trace = traceOf([0, 1, 3, 2], [0.1, 0.6, 0.4, 0.5]);
    const { thresholds, judgement, ...result } = measureRun(trace, goal, hosts, about);
    // At .4 three count as relevant, and two of them are.
    assert.equal(thresholds.length, 21);
    assert.deepEqual(thresholds[8], { threshold: 0.4, precision: 2 / 3, recall: 1, f1: 4 / 5 });
    // In the order of the judgement: both that are wanted, then the others.
    assert.deepEqual(judgement!.ranking, { ndcg10: 1, ndcg50: 1, ndcg: 1, averagePrecision: 1 });
    assert.deepEqual(judgement!.calibration.pages, [0, 1, 0, 0, 1, 1, 1, 0, 0, 0]);
    assert.deepEqual(judgement!.calibration.relevant, [0, 0, 0, 0, 0, 1, 1, 0, 0, 0]);
    assert.deepEqual(result, {
      strategy: 'best-first',
      topic: 'birds',
      seeds: 'near',
      draw: 0,
      budget: 4,
      fetched: 4,
      relevantFound: 2,
      relevantReachable: 2,
      reachable: 5,
      recall: 1,
      harvest: 1 / 2,
      // (0 + 1/2 + 1/2 + 1) / 4
      auc: 1 / 2,
      curve: [0, 0.5, 0.5, 1],
      hosts: 2,
      // 1 is on the first host, 2 on the second.
      hostsOfFinds: 2,
      cpuMsPerPage: 3,
      // (.1 + .9 + .2 + .8) / 4
      similarity: 1 / 2,
      pagesTo50: 2,
      pagesTo90: 4,
      pagesPerRelevant: 2,
      // .6 and .5 are the wanted ones, .4 is not: from .45 to .5 all is told apart.
      best: { threshold: 0.45, precision: 1, recall: 1, f1: 1 },
      finalJudgement: null,
      cosineRanking: null,
      bm25Ranking: null,
      // Too few pages for any.
      forecasts: { cases: 0, held: 0 },
      reason: 'max-pages',
      virtualSeconds: null,
      timeAuc: null,
      timeCurve: [],
    });
  });

  test('by its judgement at the visits and at the end, and by the order that the query alone would give the same pages', () => {
    // Page 5 is an example, the second visit of 1 comes too late, and 4 is beyond the budget.
    const trace = {
      ...traceOf([5, 0, 1, 1, 4], [0.9, 0.8, 0.2, 0.9, 0.9]),
      final: Float64Array.of(0, 0.1, 0.7, 0.7, 1),
    };
    const byQuery = { cosine: Float64Array.of(0.3, 0.3, 0, 0, 1, 1), bm25: Float64Array.of(1, 2, 0, 0, 9, 9) };
    const measured = measureRun(trace, goal, hosts, about, byQuery);
    const { judgement, finalJudgement, cosineRanking, bm25Ranking } = measured;
    // 0 is not wanted, 1 is: second of two by the first judgement, first by the last one and by BM25, either by the cosine.
    assert.equal(judgement!.ranking!.averagePrecision, 1 / 2);
    assert.equal(finalJudgement!.ranking!.averagePrecision, 1);
    assert.equal(bm25Ranking!.averagePrecision, 1);
    assert.equal(cosineRanking!.averagePrecision, 3 / 4);
    assert.deepEqual(judgement!.calibration.judged, [0, 0, 0.2, 0, 0, 0, 0, 0, 0.8, 0]);
    assert.deepEqual(finalJudgement!.calibration.judged, [0, 0.1, 0, 0, 0, 0, 0, 0.7, 0, 0]);
  });

  test('a page that is fetched again is fetched, and no find', () => {
    const { fetched, relevantFound, curve, pagesPerRelevant } = measureRun(traceOf([1, 1, 1]), goal, hosts, about);
    assert.deepEqual(
      { fetched, relevantFound, pagesPerRelevant },
      { fetched: 3, relevantFound: 1, pagesPerRelevant: 3 },
    );
    assert.deepEqual(curve, [0.5, 0.5, 0.5, 0.5]);
  });

  test('pages beyond the budget do not count, but share the CPU time', () => {
    const trace = traceOf([0, 3, 1, 2], [0.1, 0.1, 0.1, 0.9]);
    const result = measureRun(trace, goal, hosts, { ...about, budget: 2, timed: true });
    assert.equal(result.fetched, 2);
    assert.equal(result.relevantFound, 0);
    assert.equal(result.pagesPerRelevant, null);
    assert.deepEqual(result.curve, [0, 0]);
    assert.equal(result.best, null);
    assert.equal(result.cpuMsPerPage, 3);
    assert.equal(result.virtualSeconds, 1, 'the second page was committed after 1000 ms');
  });

  test('examples, and pages that nothing leads to, are no finds', () => {
    const { relevantFound, hostsOfFinds } = measureRun(traceOf([5, 4, 3]), goal, hosts, about);
    assert.deepEqual({ relevantFound, hostsOfFinds }, { relevantFound: 0, hostsOfFinds: 0 });
  });

  test('a crawl without a page has no mean of anything', () => {
    const result = measureRun({ ...traceOf([]), reason: 'seeds-failed' }, goal, hosts, { ...about, timed: true });
    const { fetched, harvest, recall, auc, curve, similarity, cpuMsPerPage, virtualSeconds, reason } = result;
    assert.deepEqual(
      { fetched, harvest, recall, auc, curve },
      { fetched: 0, harvest: 0, recall: 0, auc: 0, curve: [0, 0, 0, 0] },
    );
    assert.deepEqual(
      { similarity, cpuMsPerPage, virtualSeconds },
      { similarity: null, cpuMsPerPage: null, virtualSeconds: null },
    );
    assert.equal(reason, 'seeds-failed');
  });

  test('an order of an oracle is measured like a crawl, without judgement, CPU time or end', () => {
    const crawl = measureRun(traceOf([1, 2]), goal, hosts, about);
    const { strategy, topic, seeds, draw, budget } = about;
    const order = measureOrder([1, 2], goal, hosts, { strategy, topic, seeds, draw, budget });
    const unjudged = { thresholds: [], best: null, judgement: null, forecasts: null };
    assert.deepEqual(order, { ...crawl, ...unjudged, cpuMsPerPage: null, reason: null });
    assert.deepEqual(measureOrder(Int32Array.of(1, 2), goal, hosts, about), order);
  });

  test('recall never falls nor exceeds 1, and AUC is the mean of the curve', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 12 }), fc.integer({ min: 1, max: 15 }), (pages, budget) => {
        const { curve, auc, recall, fetched } = measureRun(traceOf(pages), goal, hosts, { ...about, budget });
        assert.equal(curve.length, budget);
        assert.equal(fetched, Math.min(pages.length, budget));
        assert.ok(curve.every((value, page) => value >= (curve[page - 1] ?? 0) && value <= 1));
        assert.equal(curve.at(-1), recall);
        assert.ok(auc >= 0 && auc <= 1);
        assert.ok(Math.abs(auc - curve.reduce((sum, value) => sum + value, 0) / budget) < 1e-6);
      }),
    );
  });
});
