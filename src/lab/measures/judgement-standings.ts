import { seededRandom } from '../../random.js';
import {
  type JudgementQuality,
  type JudgementStanding,
  type RankingIntervals,
  type RankingQuality,
  type RunResult,
  rankingMeasures,
} from '../results.js';
import { intervalOfMean } from './bootstrap.js';
import { calibrationOf, pooledSums } from './calibration.js';
import { type ContenderRuns, contenderRuns, valuesByTopic } from './contender-runs.js';

/**
 * How well every contender judges the pages that it visits, on all tasks and on those of each kind of seeds. Pages of all crawls
 * are pooled for calibration, as a bin of one crawl holds too few; measures of ranking are means that weigh topics equally.
 */
export function judgementStandings(results: readonly RunResult[], randomSeed: number): JudgementStanding[] {
  return contenderRuns(results).flatMap((contender) => [
    ...standingOf(contender, 'visit', ({ judgement }) => judgement, randomSeed),
    ...(contender.runs.some(({ finalJudgement }) => finalJudgement !== null)
      ? standingOf(contender, 'end', ({ judgement, finalJudgement }) => finalJudgement ?? judgement, randomSeed)
      : []),
  ]);
}

/** None of what does not judge, such as a bound. */
function standingOf(
  { strategy, seeds, runs }: ContenderRuns,
  when: JudgementStanding['when'],
  qualityOf: (run: RunResult) => JudgementQuality | null,
  randomSeed: number,
): JudgementStanding[] {
  const calibration = calibrationOf(pooledSums(runs.flatMap((run) => qualityOf(run)?.calibration ?? [])));
  if (calibration === null) return [];
  const meansOf = (rankingOf: (run: RunResult) => RankingQuality | null) => intervalsOf(runs, rankingOf, randomSeed);
  return [
    {
      strategy,
      seeds,
      when,
      calibration,
      ranking: meansOf((run) => qualityOf(run)?.ranking ?? null),
      cosine: meansOf(({ cosineRanking }) => cosineRanking),
      bm25: meansOf(({ bm25Ranking }) => bm25Ranking),
    },
  ];
}

function intervalsOf(
  runs: readonly RunResult[],
  rankingOf: (run: RunResult) => RankingQuality | null,
  randomSeed: number,
): RankingIntervals | null {
  if (runs.every((run) => rankingOf(run) === null)) return null;
  const intervals = rankingMeasures.map((name) => [
    name,
    intervalOfMean(
      valuesByTopic(runs, (run) => rankingOf(run)?.[name]),
      seededRandom(randomSeed),
    ),
  ]);
  return Object.fromEntries(intervals);
}
