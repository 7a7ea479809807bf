import { counted } from '../../counted.js';
import { seededRandom } from '../../random.js';
import type { JudgedRun } from '../compare.js';
import { grouped } from '../grouped.js';
import { intervalOfMean } from '../measures/bootstrap.js';
import { listed } from '../report/words/number-words.js';
import type { Interval } from '../results.js';
import { type Check, type CheckedClaim, checked, type TaskValue, verdictOf } from './check.js';
import type { CurvePoint, Experiment, SetUp } from './experiment.js';
import type { ExperimentReport, ExperimentRow } from './report/papers-report.js';
import type { Scene } from './scene.js';

/** The crawls of an experiment by the names of its contenders, and why some are missing. */
export interface ExperimentRuns {
  readonly byContender: ReadonlyMap<string, readonly JudgedRun[]>;
  readonly missing: readonly string[];
}

/** Measures the crawls of an experiment and says what becomes of its claim. */
export function evaluate(
  experiment: Experiment,
  setUp: SetUp,
  { byContender, missing }: ExperimentRuns,
  scene: Scene,
  randomSeed: number,
): ExperimentReport {
  const measured = new Map(
    Array.from(byContender, ([name, runs]) => [
      name,
      experiment.measures.map((measure) => runs.flatMap((run) => taskValue(run, measure.of(run, scene)))),
    ]),
  );
  const intervalOf = (values: readonly TaskValue[]): Interval =>
    intervalOfMean(valuesByTopic(values), seededRandom(randomSeed));
  const rows = Array.from(
    byContender,
    ([name, runs]): ExperimentRow => ({
      name,
      published: experiment.published[name] ?? '',
      figures: measured.get(name)!.map((values) => (values.length === 0 ? null : intervalOf(values))),
      curve: experiment.curve ? meanCurve(runs.map((run) => experiment.curve!.of(run, scene))) : [],
    }),
  );
  const place = (measure: string) => experiment.measures.findIndex(({ name }) => name === measure);
  const checkedOn = (check: Check) =>
    checked(check, (contender, measure) => measured.get(contender)?.[place(measure)] ?? [], intervalOf);
  const claims = experiment.checks.map(checkedOn);
  const verdict = verdictOf(claims);
  const reasons = verdict === 'reproduced' || verdict === 'not run' ? [] : (experiment.reasons ?? []);
  return {
    ...heading(experiment),
    setting: settingOf(setUp),
    rows: [...rows, ...publishedOnly(experiment, new Set(byContender.keys()))],
    ...(experiment.curve && { curve: { x: experiment.curve.x, y: experiment.curve.y } }),
    claims,
    verdict,
    why: whyOf(claims, missing),
    reasons: reasons.map(({ check, ...reason }) => ({ ...reason, tested: checkedOn(check) })),
  };
}

/** An experiment that this web cannot do. */
export function notRun(experiment: Experiment, why: string): ExperimentReport {
  return {
    ...heading(experiment),
    setting: '',
    rows: publishedOnly(experiment),
    claims: [],
    verdict: 'not run',
    why,
    reasons: [],
  };
}

/** What the paper says of contenders that are not among ours. */
function publishedOnly({ published, measures }: Experiment, ours: ReadonlySet<string> = new Set()): ExperimentRow[] {
  return Object.entries(published)
    .filter(([name]) => !ours.has(name))
    .map(([name, figures]) => ({ name, published: figures, figures: measures.map(() => null), curve: [] }));
}

function heading({ id, paper, place, claim, standIn, measures }: Experiment) {
  const columns = measures.map(({ name, digits }) => ({ name, digits }));
  return { id, paper, place, claim, ...(standIn !== undefined && { standIn }), measures: columns };
}

function taskValue({ task: { topic, seeds, draw } }: JudgedRun, value: number | null): TaskValue[] {
  return value === null ? [] : [{ task: JSON.stringify([topic.id, seeds, draw]), topic: topic.id, value }];
}

function valuesByTopic(values: readonly TaskValue[]): number[][] {
  return [...grouped(values, ({ topic }) => topic).values()].map((group) => group.map(({ value }) => value));
}

function settingOf({ topics, seeds, draws, budget }: SetUp): string {
  const sets = draws === 1 ? '' : `, ${draws} sets of each`;
  return `${counted(topics.length, 'topic')}, ${seeds.join(' and ')} seeds${sets}, at most ${counted(budget, 'page')} a crawl`;
}

/** All of them have the same points. */
function meanCurve(curves: readonly (readonly CurvePoint[])[]): CurvePoint[] {
  const [first = []] = curves;
  return first.map(({ x }, index) => ({
    x,
    y: curves.reduce((sum, curve) => sum + curve[index]!.y, 0) / curves.length,
  }));
}

function whyOf(claims: readonly CheckedClaim[], missing: readonly string[]): string {
  const among = (outcome: CheckedClaim['outcome']) => claims.filter((claim) => claim.outcome === outcome).length;
  const parts = [
    [among('holds'), 'holds', 'hold'],
    [among('in the mean'), 'holds in the mean only', 'hold in the mean only'],
    [among('fails'), 'does not hold', 'do not hold'],
    [among('unknown'), 'could not be checked', 'could not be checked'],
  ] as const;
  const told = listed(
    parts.flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`])),
  );
  const sentences = [`Of ${counted(claims.length, 'part')} of the claim, ${told}.`];
  const unsure = claims.filter(({ tooFewTopics }) => tooFewTopics).length;
  if (unsure > 0) sentences.push(`There are too few topics to be sure of ${counted(unsure, 'part')}.`);
  sentences.push(...missing);
  return sentences.join(' ');
}
