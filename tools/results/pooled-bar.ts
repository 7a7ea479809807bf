import { taskKey } from '../../src/lab/measures/contender-runs.js';
import { wilcoxonSignedRank } from '../../src/lab/measures/wilcoxon.js';
import { aucOf, mean, type SeedView } from '../../src/lab/report/report-view.js';
import type { LabReport } from '../../src/lab/results.js';
import { type Bar, ours, rivalsIn } from './bars.js';

/** How ours did beside the one strategy that is best on all webs together. */
export interface PooledBar {
  readonly seeds: SeedView;
  /** Every web weighs the same. */
  readonly overWebs: PooledMeans;
  /** Every task weighs the same. */
  readonly overTasks: PooledMeans;
}

export type PooledMeans = Pick<Bar, 'ours' | 'best' | 'ratio' | 'wins' | 'pairs' | 'p'>;

/** Undefined where no other strategy ran every task of every web. */
export function pooledBar(reports: readonly LabReport[], seeds: SeedView): PooledBar | undefined {
  const rivals = reports.map((report) => rivalsIn(report, seeds).map(({ name }) => name));
  const everywhere = (rivals[0] ?? []).filter((name) => rivals.every((names) => names.includes(name)));
  if (everywhere.length === 0) return undefined;
  const tasks = (name: string) => reports.flatMap((report) => tasksOf(report, name, seeds));
  const overWebs = (name: string) => mean(reports.map((report) => aucOf(report, name, seeds) ?? 0));
  const overTasks = (name: string) => mean(tasks(name).map(({ auc }) => auc));
  const against = (meanOf: (name: string) => number): PooledMeans => {
    const [best] = everywhere.toSorted((a, b) => meanOf(b) - meanOf(a)) as [string];
    const theirs = new Map(tasks(best).map(({ task, auc }) => [task, auc]));
    const differences = tasks(ours).map(({ task, auc }) => auc - (theirs.get(task) ?? 0));
    return {
      ours: meanOf(ours),
      best: { name: best, auc: meanOf(best) },
      ratio: meanOf(ours) / meanOf(best),
      wins: differences.filter((difference) => difference > 0).length,
      pairs: differences.length,
      p: wilcoxonSignedRank(differences),
    };
  };
  return { seeds, overWebs: against(overWebs), overTasks: against(overTasks) };
}

/** AUC of every task, by names that differ from web to web. */
function tasksOf({ runs, web }: LabReport, name: string, seeds: SeedView): { task: string; auc: number }[] {
  return runs
    .filter((run) => run.strategy === name && (seeds === 'all' || run.seeds === seeds))
    .map((run) => ({ task: `${web.name} ${taskKey(run)}`, auc: run.auc }));
}
