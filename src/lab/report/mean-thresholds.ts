import type { RunResult, ThresholdScore } from '../results.js';
import { mean } from './report-view.js';

/** Means over the runs at each threshold, in order. */
export function meanThresholds(runs: readonly RunResult[]): ThresholdScore[] {
  const scores = new Map<number, ThresholdScore[]>();
  for (const { thresholds } of runs)
    for (const score of thresholds) {
      const same = scores.get(score.threshold);
      if (same === undefined) scores.set(score.threshold, [score]);
      else same.push(score);
    }
  return [...scores]
    .sort(([a], [b]) => a - b)
    .map(([threshold, same]) => ({
      threshold,
      precision: mean(same.map(({ precision }) => precision)),
      recall: mean(same.map(({ recall }) => recall)),
      f1: mean(same.map(({ f1 }) => f1)),
    }));
}

/** The one with the highest F1: of equals the lowest. */
export function bestOf(scores: readonly ThresholdScore[]): ThresholdScore | undefined {
  return scores.reduce<ThresholdScore | undefined>(
    (best, score) => (best === undefined || score.f1 > best.f1 ? score : best),
    undefined,
  );
}
