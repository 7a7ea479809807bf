import { breadthFirst, type SeedView, topicScores } from '../../src/lab/report/report-view.js';
import type { LabReport } from '../../src/lab/results.js';
import { barOf, ours } from './bars.js';

/** A topic on which ours found less than another strategy. */
export interface Loss {
  readonly seeds: SeedView;
  readonly topic: string;
  readonly ours: number;
  readonly to: { readonly name: string; readonly auc: number };
}

/** Where ours loses to the best of the others, and to breadth-first, by mean AUC of a topic; the greatest losses first. */
export function lossesIn(report: LabReport, seeds: SeedView): Loss[] {
  const best = barOf(report, seeds)?.best.name;
  const scores = topicScores(report, seeds);
  const names = [...new Set([best, breadthFirst])].filter((name) => name !== undefined);
  return [...(scores.get(ours) ?? [])]
    .flatMap(([topic, own]) =>
      names.flatMap((name): Loss[] => {
        const auc = scores.get(name)?.get(topic) ?? 0;
        return own < auc ? [{ seeds, topic, ours: own, to: { name, auc } }] : [];
      }),
    )
    .sort((a, b) => b.to.auc - b.ours - (a.to.auc - a.ours));
}
