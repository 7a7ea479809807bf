import { seededRandom } from '../../random.js';
import { boundNames } from '../bound-names.js';
import { type MeasureName, measureNames, type RunResult, type Standing } from '../results.js';
import { intervalOfMean, meanOfMeans } from './bootstrap.js';
import { type ContenderRuns, contenderRuns, taskKey, valuesByTopic } from './contender-runs.js';
import { sixDecimals } from './recall-curve.js';

/** Per cent of the reachable pages, as in de Assis et al. 2009. */
const visitedShares = [1, 2, 5, 10, 20, 30, 50, 65, 80, 100];

/**
 * How every contender did, on all tasks and on those of each kind of seeds. All means weigh topics equally. Every interval starts
 * from the same seed, so what is said of a contender does not depend on who else took part.
 */
export function standingsOf(results: readonly RunResult[], randomSeed: number): Standing[] {
  const oracle = new Map(
    results.filter((run) => run.strategy === boundNames.label).map((run) => [taskKey(run), run.auc]),
  );
  return contenderRuns(results).map((contender) => standingOf(contender, oracle, randomSeed));
}

function standingOf(
  { strategy, seeds, runs }: ContenderRuns,
  oracle: ReadonlyMap<string, number>,
  randomSeed: number,
): Standing {
  const shares = valuesByTopic(runs, (run) => {
    const best = oracle.get(taskKey(run)) ?? 0;
    return best === 0 ? null : run.auc / best;
  });
  return {
    strategy,
    seeds,
    runs: runs.length,
    measures: measuresOf(runs, randomSeed),
    reached50: runs.filter((run) => run.pagesTo50 !== null).length,
    reached90: runs.filter((run) => run.pagesTo90 !== null).length,
    shareOfOracle: shares.length === 0 ? null : meanOfMeans(shares),
    curve: meanCurve(runs),
    byVisitedShare: visitedShares.map((percent) => ({
      visited: percent / 100,
      recall: meanOfAll(runs, (run) => recallWhenVisited(run, percent)),
    })),
  };
}

function measuresOf(runs: readonly RunResult[], randomSeed: number): Standing['measures'] {
  const measures: { -readonly [Name in keyof Standing['measures']]: Standing['measures'][Name] } = {};
  for (const name of measureNames) {
    const values = valuesByTopic(runs, (run) => measured(run, name));
    if (values.length > 0) measures[name] = intervalOfMean(values, seededRandom(randomSeed));
  }
  return measures;
}

function measured(run: RunResult, name: MeasureName): number | null {
  return name === 'f1' ? (run.best?.f1 ?? null) : run[name];
}

/** As far as all runs go. */
function meanCurve(runs: readonly RunResult[]): number[] {
  const length = Math.min(...runs.map((run) => run.curve.length));
  return Array.from({ length }, (_, page) => sixDecimals(meanOfMeans(valuesByTopic(runs, (run) => run.curve[page]))));
}

/** Null unless all runs have a value: a mean of those that got there would favour small webs. */
function meanOfAll(runs: readonly RunResult[], value: (run: RunResult) => number | null): number | null {
  return runs.some((run) => value(run) === null) ? null : meanOfMeans(valuesByTopic(runs, value));
}

/** A crawl that ended by itself would find no more; what one that used up its budget would have found is not known. */
function recallWhenVisited(run: RunResult, percent: number): number | null {
  // Of integers, as .07 * 100 is more than 7.
  const pages = Math.ceil((percent * run.reachable) / 100);
  if (pages <= run.budget) return run.curve[pages - 1] ?? 0;
  return run.fetched < run.budget || run.reason === 'frontier-empty' ? run.recall : null;
}
