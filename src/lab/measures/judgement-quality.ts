import type { JudgementQuality, RunResult } from '../results.js';
import type { RunTrace } from '../runs/assignment.js';
import type { Goal } from '../topics/task.js';
import { calibrationSums } from './calibration.js';
import { type JudgedPage, judgedPages } from './judged-pages.js';
import type { QueryScores } from './query-scores.js';
import { rankingQuality } from './ranking-quality.js';

type JudgementFields = Pick<RunResult, 'judgement' | 'finalJudgement' | 'cosineRanking' | 'bm25Ranking'>;

/**
 * How well a strategy judges the pages that it visited, and what plain scores by the query would make of the same pages. `pages`
 * are those of the trace that count.
 */
export function judgementQuality(
  pages: Int32Array,
  { judged, final }: Pick<RunTrace, 'judged' | 'final'>,
  goal: Pick<Goal, 'wanted' | 'excluded'>,
  byQuery: QueryScores | undefined,
): JudgementFields {
  const byVisit = judgedPages(pages, judged, goal);
  const rankedBy = (scores: Float64Array | undefined) =>
    scores === undefined ? null : rankingQuality(byVisit.map((one) => ({ ...one, score: scores[one.page]! })));
  return {
    judgement: qualityOf(byVisit),
    finalJudgement: final === undefined ? null : qualityOf(judgedPages(pages, final, goal)),
    cosineRanking: rankedBy(byQuery?.cosine),
    bm25Ranking: rankedBy(byQuery?.bm25),
  };
}

function qualityOf(scored: readonly JudgedPage[]): JudgementQuality {
  return { calibration: calibrationSums(scored), ranking: rankingQuality(scored) };
}
