import { meanOfMeans } from '../../measures/bootstrap.js';
import { valuesByTopic } from '../../measures/contender-runs.js';
import type { RunResult, ThresholdScore } from '../../results.js';

/** Means over the runs at each threshold, in order, topics weighed equally. All runs have the same thresholds, bounds none. */
export function meanThresholds(runs: readonly RunResult[]): ThresholdScore[] {
  const thresholds = runs.find((run) => run.thresholds.length > 0)?.thresholds ?? [];
  return thresholds.map(({ threshold }, index) => {
    const mean = (part: 'precision' | 'recall' | 'f1') =>
      meanOfMeans(valuesByTopic(runs, (run) => run.thresholds[index]?.[part]));
    return { threshold, precision: mean('precision'), recall: mean('recall'), f1: mean('f1') };
  });
}
