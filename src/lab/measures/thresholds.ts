import { qualityAt, type Scored } from '../../learning/quality.js';
import type { RunResult, ThresholdScore } from '../results.js';
import type { Goal } from '../topics/task.js';
import { judgedPages } from './judged-pages.js';

const steps = 20;

/**
 * How well a strategy's own judgement of the pages it visited tells relevant ones from others, when those judged 0, .05, … 1 or
 * more count as relevant (de Assis et al. 2009). Recall is a share of the relevant pages among the visited, as the judgement of others
 * is not known.
 *
 * `best` is the lowest of the thresholds with the highest F1; null where no page that counts is relevant.
 */
export function judgementScores(
  pages: ArrayLike<number>,
  judged: ArrayLike<number>,
  goal: Pick<Goal, 'wanted' | 'excluded'>,
): Pick<RunResult, 'thresholds' | 'best'> {
  const counted = judgedPages(pages, judged, goal);
  const thresholds = Array.from({ length: steps + 1 }, (_, step) => scoreAt(counted, step / steps));
  return { thresholds, best: bestOf(thresholds) };
}

function scoreAt(scored: readonly Scored[], at: number): ThresholdScore {
  const { threshold, precision, recall, f1 } = qualityAt(scored, at);
  return { threshold, precision, recall, f1 };
}

/** The lowest of the thresholds with the highest F1; null where there is no F1 at all. */
export function bestOf(thresholds: readonly ThresholdScore[]): ThresholdScore | null {
  let best: ThresholdScore | null = null;
  for (const score of thresholds) if (score.f1 > (best?.f1 ?? 0)) best = score;
  return best;
}
