import { seededRandom } from '../../random.js';
import { boundNames } from '../bound-names.js';
import type { Comparison, RunResult } from '../results.js';
import { intervalOfMean, meanOfMeans } from './bootstrap.js';
import { type ContenderRuns, contenderRuns, taskKey, valuesByTopic } from './contender-runs.js';
import { holm } from './holm.js';
import { wilcoxonSignedRank } from './wilcoxon.js';

type Uncorrected = Omit<Comparison, 'adjusted' | 'adjustedOverTopics'>;

/**
 * Every contender against the baseline by AUC, on the tasks that both ran. Oracles and bounds are left out: that they are better is no
 * finding, and as tests they would cost the strategies power. Holm's correction is for the contenders compared on the same
 * kind of seeds. Ratio and difference weigh topics equally.
 */
export function comparisonsWith(baseline: string, results: readonly RunResult[], randomSeed: number): Comparison[] {
  const theirs = new Map(results.filter((run) => run.strategy === baseline).map((run) => [taskKey(run), run.auc]));
  const outside = new Set<string>([baseline, ...Object.values(boundNames)]);
  const compared = contenderRuns(results.filter((run) => !outside.has(run.strategy))).flatMap((contender) =>
    comparison(contender, baseline, theirs, randomSeed),
  );
  return corrected(compared);
}

/** None without a common task. */
function comparison(
  { strategy, seeds, runs }: ContenderRuns,
  baseline: string,
  theirs: ReadonlyMap<string, number>,
  randomSeed: number,
): Uncorrected[] {
  const paired = runs.filter((run) => theirs.has(taskKey(run)));
  if (paired.length === 0) return [];
  const baselineOf = (run: RunResult) => theirs.get(taskKey(run))!;
  const differences = paired.map((run) => run.auc - baselineOf(run));
  const byTopic = valuesByTopic(paired, (run) => run.auc - baselineOf(run));
  const meanOfBaseline = meanOfMeans(valuesByTopic(paired, baselineOf));
  return [
    {
      strategy,
      baseline,
      seeds,
      pairs: paired.length,
      wins: differences.filter((difference) => difference > 0).length,
      ties: differences.filter((difference) => difference === 0).length,
      losses: differences.filter((difference) => difference < 0).length,
      ratio: meanOfBaseline === 0 ? null : meanOfMeans(valuesByTopic(paired, (run) => run.auc)) / meanOfBaseline,
      difference: intervalOfMean(byTopic, seededRandom(randomSeed)),
      p: wilcoxonSignedRank(differences),
      // Tasks of one topic are not independent of each other: pooled, draws alone would make a difference significant.
      pOverTopics: wilcoxonSignedRank(byTopic.map((values) => meanOfMeans([values]))),
    },
  ];
}

function corrected(comparisons: readonly Uncorrected[]): Comparison[] {
  const corrections = new Map<Uncorrected, Pick<Comparison, 'adjusted' | 'adjustedOverTopics'>>();
  for (const seeds of new Set(comparisons.map((made) => made.seeds))) {
    const family = comparisons.filter((made) => made.seeds === seeds);
    const adjusted = holm(family.map(({ p }) => p));
    const overTopics = holm(family.map(({ pOverTopics }) => pOverTopics));
    for (const [index, made] of family.entries())
      corrections.set(made, { adjusted: adjusted[index]!, adjustedOverTopics: overTopics[index]! });
  }
  return comparisons.map((made) => ({ ...made, ...corrections.get(made)! }));
}
