import type { RunResult } from '../../../src/lab/results.js';

/** A run that found nothing on a web of ten pages, but for what is given. */
export function runResult(given: Partial<RunResult>): RunResult {
  return {
    strategy: 'a',
    topic: 'birds',
    seeds: 'near',
    draw: 0,
    budget: 2,
    fetched: 2,
    relevantFound: 0,
    relevantReachable: 4,
    reachable: 10,
    recall: 0,
    harvest: 0,
    auc: 0,
    curve: [0, 0],
    hosts: 1,
    hostsOfFinds: 0,
    cpuMsPerPage: null,
    similarity: null,
    pagesTo50: null,
    pagesTo90: null,
    pagesPerRelevant: null,
    thresholds: [],
    best: null,
    judgement: null,
    finalJudgement: null,
    cosineRanking: null,
    bm25Ranking: null,
    reason: 'max-pages',
    forecasts: null,
    virtualSeconds: null,
    timeAuc: null,
    timeCurve: [],
    ...given,
  };
}
