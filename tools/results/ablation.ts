import { taskKey } from '../../src/lab/measures/contender-runs.js';
import { holm } from '../../src/lab/measures/holm.js';
import { wilcoxonSignedRank } from '../../src/lab/measures/wilcoxon.js';
import { aucOf, mean, type SeedView } from '../../src/lab/report/report-view.js';
import type { LabReport } from '../../src/lab/results.js';
import { ours } from './bars.js';

/** What it does to a strategy to leave out one of its ingredients. */
export interface Ablation {
  readonly ingredient: string;
  /** In the order of the reports. */
  readonly webs: readonly Readonly<Record<SeedView, Without>>[];
  /** Mean over the webs, from all seeds. */
  readonly difference: number;
  /** Chance of such differences over the tasks of all webs, corrected by Holm for the number of ingredients. */
  readonly p: number | null;
}

export interface Without {
  readonly auc: number;
  /** To the whole: below 0 where the ingredient helps. */
  readonly difference: number;
}

/** As the lab names ours without an ingredient. */
export function without(ingredient: string): string {
  return `${ours}+without=${ingredient}`;
}

/** Each ingredient that was left out, the one that is missed most first. */
export function ablationOf(reports: readonly LabReport[], ingredients: readonly string[]): Ablation[] {
  const adjusted = holm(
    ingredients.map((ingredient) => wilcoxonSignedRank(reports.flatMap((report) => differencesIn(report, ingredient)))),
  );
  return ingredients
    .map((ingredient, index): Ablation => {
      const webs = reports.map((report) => ({
        all: withoutIn(report, ingredient, 'all'),
        near: withoutIn(report, ingredient, 'near'),
        far: withoutIn(report, ingredient, 'far'),
      }));
      return { ingredient, webs, difference: mean(webs.map(({ all }) => all.difference)), p: adjusted[index]! };
    })
    .sort((a, b) => a.difference - b.difference);
}

function withoutIn(report: LabReport, ingredient: string, seeds: SeedView): Without {
  const auc = aucOf(report, without(ingredient), seeds) ?? 0;
  return { auc, difference: auc - (aucOf(report, ours, seeds) ?? 0) };
}

/** Without the ingredient − with it, task by task. */
function differencesIn({ runs }: LabReport, ingredient: string): number[] {
  const whole = new Map(runs.filter(({ strategy }) => strategy === ours).map((run) => [taskKey(run), run.auc]));
  return runs
    .filter(({ strategy }) => strategy === without(ingredient))
    .flatMap((run) => {
      const auc = whole.get(taskKey(run));
      return auc === undefined ? [] : [run.auc - auc];
    });
}
