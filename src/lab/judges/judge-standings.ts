import { seededRandom } from '../../random.js';
import { intervalOfMean } from '../measures/bootstrap.js';
import { calibrationOf, pooledSums } from '../measures/calibration.js';
import {
  type JudgeMeasure,
  type JudgeResult,
  type JudgeStanding,
  type JudgesReport,
  judgeMeasures,
  topicHalves,
} from './judges-report.js';

/** Every judge over all topics and over each half that has some; topics weigh the same. */
export function judgeStandings(
  results: readonly JudgeResult[],
  topics: JudgesReport['topics'],
  baseline: string,
  randomSeed: number,
): JudgeStanding[] {
  const names = [...new Set(results.map(({ judge }) => judge))];
  return (['all', ...topicHalves] as const).flatMap((half) => {
    const ids = new Set(topics.filter((topic) => half === 'all' || topic.half === half).map(({ id }) => id));
    const inHalf = results.filter(({ topic }) => ids.has(topic));
    const base = inHalf.filter(({ judge }) => judge === baseline);
    return names.flatMap((judge) => {
      const own = inHalf.filter((result) => result.judge === judge);
      return own.length === 0 ? [] : [{ half, ...standingOf(judge, own, base, randomSeed) }];
    });
  });
}

function standingOf(
  judge: string,
  own: readonly JudgeResult[],
  base: readonly JudgeResult[],
  randomSeed: number,
): Omit<JudgeStanding, 'half'> {
  const intervalOf = (measure: JudgeMeasure) =>
    intervalOfMean(
      own.map((result) => [measured(result, measure)]),
      seededRandom(randomSeed),
    );
  const measures = Object.fromEntries(judgeMeasures.map((measure) => [measure, intervalOf(measure)]));
  const topics = new Set(own.map(({ topic }) => topic));
  const same = base.filter(({ topic }) => topics.has(topic));
  const baseMean = same.reduce((sum, { ranking }) => sum + ranking.averagePrecision, 0) / same.length;
  return {
    judge,
    topics: own.length,
    measures: measures as JudgeStanding['measures'],
    ratio: same.length === own.length && baseMean > 0 ? intervalOf('averagePrecision').mean / baseMean : null,
    calibration: calibrationOf(pooledSums(own.flatMap(({ calibration }) => calibration ?? []))),
    calibrationOfFirst: calibrationOf(pooledSums(own.flatMap((result) => result.calibrationOfFirst ?? []))),
  };
}

function measured({ ranking, auc }: JudgeResult, measure: JudgeMeasure): number {
  return measure === 'auc' ? auc : ranking[measure];
}
