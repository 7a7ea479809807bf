import { boundNames } from '../../src/lab/bound-names.js';
import { comparisonsWith } from '../../src/lab/measures/comparisons.js';
import {
  aucOf,
  breadthFirst,
  type Competitor,
  isComplete,
  ranked,
  type SeedView,
} from '../../src/lab/report/report-view.js';
import type { LabReport } from '../../src/lab/results.js';

/** The strategy that is held against the others. */
export const ours = 'osprey';

/** How ours did beside the best of the others on a web, from seeds of one kind or all. */
export interface Bar {
  readonly seeds: SeedView;
  readonly ours: number;
  /** The best of the others, chosen when all is known. */
  readonly best: { readonly name: string; readonly auc: number };
  readonly ratio: number;
  readonly wins: number;
  readonly pairs: number;
  /** Chance of such a difference over tasks, if there is none; null with too few. */
  readonly p: number | null;
  readonly breadthFirst: number;
  readonly contentOracle: number;
  readonly labelOracle: number;
  /** What no crawl can exceed. */
  readonly bound: number;
}

/** Those that are told no more than ours: the words of the topic. Variants of ours are none of the others. */
export function rivalsIn(report: LabReport, seeds: SeedView): Competitor[] {
  return ranked(report, seeds).filter(
    (one) => one.supervision === 'none' && isComplete(report, one, seeds) && !isOurs(one.name),
  );
}

export function isOurs(name: string): boolean {
  return name === ours || name.startsWith(`${ours}+`);
}

/** Undefined where ours or all others are missing. */
export function barOf(report: LabReport, seeds: SeedView): Bar | undefined {
  const best = rivalsIn(report, seeds)[0]?.name;
  const own = aucOf(report, ours, seeds);
  if (best === undefined || own === undefined) return undefined;
  const auc = (name: string) => aucOf(report, name, seeds) ?? 0;
  const two = report.runs.filter(({ strategy }) => strategy === ours || strategy === best);
  const comparison = comparisonsWith(best, two, report.randomSeed).find((made) => made.seeds === seeds)!;
  return {
    seeds,
    ours: own,
    best: { name: best, auc: auc(best) },
    ratio: own / auc(best),
    wins: comparison.wins,
    pairs: comparison.pairs,
    p: comparison.p,
    breadthFirst: auc(breadthFirst),
    contentOracle: auc(boundNames.content),
    labelOracle: auc(boundNames.label),
    bound: auc(boundNames.admissible),
  };
}
