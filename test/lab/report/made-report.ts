import { boundNames } from '../../../src/lab/bound-names.js';
import { grouped } from '../../../src/lab/grouped.js';
import { calibrationOf, calibrationSums, pooledSums } from '../../../src/lab/measures/calibration.js';
import { rankingQuality } from '../../../src/lab/measures/ranking-quality.js';
import {
  type Comparison,
  type Interval,
  type JudgementQuality,
  type JudgementStanding,
  type LabReport,
  type MeasureName,
  measureNames,
  type RankingIntervals,
  type RankingQuality,
  type Role,
  type RunResult,
  rankingMeasures,
  type Standing,
} from '../../../src/lab/results.js';
import { seededRandom } from '../../../src/random.js';

type Competitor = LabReport['contenders'][number];
type View = Standing['seeds'];

export interface MadeOptions {
  readonly strategies?: number;
  readonly topics?: readonly string[];
  readonly draws?: number;
  readonly budget?: number;
  readonly seeds?: LabReport['seeds'];
}

const known = [
  'best-first',
  'svm',
  'tswt+parents=max',
  'shark-search',
  'naive-bayes',
  'n-best-first',
  'fish-search',
  'hmm',
  'context-graph',
  'ehrig',
  'ssrm',
  'query-driven',
  'potential-depth',
];
const trained = new Set(['svm', 'naive-bayes', 'hmm']);
const reachable = 2_000;

/** A report as a comparison makes it, of curves that rise at speeds of their own: the first strategies are the best. */
export function madeReport(options: MadeOptions = {}): LabReport {
  const { strategies = 12, topics = ['Birds', 'Music', 'Chess', 'Geology'] } = options;
  const { draws = 2, budget = 120, seeds = ['near', 'far'] } = options;
  const contenders = competitors(strategies);
  const runs = topics.flatMap((topic) =>
    seeds.flatMap((kind) =>
      Array.from({ length: draws }, (_, draw) => draw).flatMap((draw) =>
        contenders.map((one, place) => madeRun(one, place, { topic, seeds: kind, draw, budget })),
      ),
    ),
  );
  const views: View[] = ['all', ...seeds];
  const standings = views.flatMap((view) => contenders.map(({ name }) => standing(runs, name, view)));
  return {
    made: {
      date: '2026-01-02T03:04:05.000Z',
      version: '0.1.0',
      commit: '9479d99',
      command: 'osprey lab --web web.warc.gz --labels labels.tsv --strategies all',
      seconds: 83.4,
      workers: 2,
    },
    web: { name: 'small-wikipedia', pages: 4654, links: 126_000, hosts: 1 },
    truth: 'labels',
    split: { share: 0.3, pages: 412 },
    examplesGiven: false,
    budget,
    seeds,
    draws,
    randomSeed: 1,
    baseline: 'breadth-first',
    topics: topics.map((id, index) => ({ id, query: `all about ${id}`, relevant: 60 + 10 * index, examples: 3 })),
    contenders,
    runs,
    standings,
    judgements: views.flatMap((view) => contenders.flatMap(({ name }) => judgements(runs, name, view))),
    comparisons: views.flatMap((view) => contenders.flatMap(({ name }) => comparison(runs, name, view))),
    overlaps: contenders.flatMap(({ name: a }, i) =>
      contenders.slice(i + 1).map(({ name: b }, j) => ({ a, b, jaccard: 1 / (2 + i + j) })),
    ),
    besides: [],
    politeness: [],
    span: 0,
    skipped: [{ strategy: 'hmm', topic: 'Chess', reason: 'fewer than 5 relevant pages can be reached' }],
  };
}

function competitors(strategies: number): Competitor[] {
  const one = (name: string, role: Role): Competitor => ({
    name,
    role,
    summary: `How ${name} goes about it, in one line.`,
    supervision: trained.has(name) ? 'labels' : name.startsWith('tswt') ? 'examples' : 'none',
  });
  const names = Array.from({ length: strategies }, (_, index) => known[index] ?? `variant-${index}`);
  return [
    one(boundNames.admissible, 'bound'),
    one(boundNames.lookAhead, 'oracle'),
    one(boundNames.label, 'oracle'),
    one(boundNames.content, 'oracle'),
    ...names.map((name) => one(name, 'strategy')),
    one('breadth-first', 'floor'),
    one('random', 'floor'),
  ];
}

function madeRun(
  { name, role }: Competitor,
  place: number,
  task: Pick<RunResult, 'topic' | 'seeds' | 'draw' | 'budget'>,
): RunResult {
  const random = seededRandom(
    [...`${name}${task.topic}${task.seeds}${task.draw}`].reduce((h, c) => (h * 31 + c.charCodeAt(0)) | 0, 7),
  );
  const wanted = 50 + Math.round(20 * random());
  const chance = 0.72 * 0.87 ** place * (task.seeds === 'far' && role !== 'bound' ? 0.8 : 1) * (0.7 + 0.6 * random());
  let found = 0;
  const curve = Array.from({ length: task.budget }, (_, page) => {
    if (role === 'bound') found = Math.min(page + 1, wanted);
    else if (found < wanted && random() < chance) found++;
    return found / wanted;
  });
  const pagesTo = (share: number) => curve.findIndex((recall) => recall >= share) + 1 || null;
  const thresholds = role === 'bound' ? [] : madeThresholds(random);
  return {
    strategy: name,
    ...task,
    fetched: task.budget,
    relevantFound: found,
    relevantReachable: wanted,
    reachable,
    recall: found / wanted,
    harvest: found / task.budget,
    auc: mean(curve),
    curve,
    hosts: 1 + Math.floor(4 * random()),
    hostsOfFinds: 1,
    cpuMsPerPage: role === 'bound' || role === 'oracle' ? null : 0.4 + 3 * random(),
    similarity: 0.3 + 0.4 * random(),
    pagesTo50: pagesTo(0.5),
    pagesTo90: pagesTo(0.9),
    pagesPerRelevant: found === 0 ? null : task.budget / found,
    thresholds,
    best: thresholds.reduce<RunResult['best']>((best, one) => (best === null || one.f1 > best.f1 ? one : best), null),
    ...madeJudgements(role, random),
    reason: role === 'bound' ? null : 'max-pages',
    forecasts: null,
    virtualSeconds: null,
    timeAuc: null,
    timeCurve: [],
  };
}

type Judged = Pick<RunResult, 'judgement' | 'finalJudgement' | 'cosineRanking' | 'bm25Ranking'>;

/** Too sure of itself, but the better the higher; at the end a little less so. */
function madeJudgements(role: Role, random: () => number): Judged {
  if (role === 'bound' || role === 'oracle')
    return { judgement: null, finalJudgement: null, cosineRanking: null, bm25Ranking: null };
  const pages = Array.from({ length: 40 }, (_, index) => ({ score: random(), wanted: index === 0 || random() < 0.4 }));
  const qualityFor = (share: number): JudgementQuality => {
    const scored = pages.map(({ score, wanted }) => ({ wanted, score: share * score + (wanted ? 1 - share : 0) }));
    return { calibration: calibrationSums(scored), ranking: rankingQuality(scored) };
  };
  return {
    judgement: qualityFor(0.8),
    finalJudgement: qualityFor(0.6),
    cosineRanking: qualityFor(0.9).ranking,
    bm25Ranking: qualityFor(0.85).ranking,
  };
}

function judgements(runs: readonly RunResult[], strategy: string, seeds: View): JudgementStanding[] {
  const own = of(runs, strategy, seeds);
  if (own[0]!.judgement === null) return [];
  const means = (rankings: readonly (RankingQuality | null)[]) =>
    Object.fromEntries(
      rankingMeasures.map((name) => [name, interval(rankings.map((ranking) => ranking![name]))]),
    ) as unknown as RankingIntervals;
  return (['visit', 'end'] as const).map((when) => {
    const judged = own.map((run) => (when === 'visit' ? run.judgement! : run.finalJudgement!));
    return {
      strategy,
      seeds,
      when,
      calibration: calibrationOf(pooledSums(judged.map(({ calibration }) => calibration)))!,
      ranking: means(judged.map(({ ranking }) => ranking)),
      cosine: means(own.map(({ cosineRanking }) => cosineRanking)),
      bm25: means(own.map(({ bm25Ranking }) => bm25Ranking)),
    };
  });
}

function madeThresholds(random: () => number): RunResult['thresholds'] {
  const start = 0.2 + 0.3 * random();
  return Array.from({ length: 21 }, (_, index) => {
    const threshold = index / 20;
    const precision = start + (1 - start) * threshold ** 0.7;
    const recall = 1 - threshold ** 2;
    return { threshold, precision, recall, f1: (2 * precision * recall) / (precision + recall) };
  });
}

function standing(runs: readonly RunResult[], strategy: string, seeds: View): Standing {
  const own = of(runs, strategy, seeds);
  const oracle = of(runs, boundNames.label, seeds);
  const curve = own[0]!.curve.map((_, page) => mean(own.map((run) => run.curve[page]!)));
  const measures: Partial<Record<MeasureName, Interval>> = {};
  for (const name of measureNames) {
    const values = own
      .map((run) => (name === 'f1' ? (run.best?.f1 ?? null) : run[name]))
      .filter((value) => value !== null);
    if (values.length > 0) measures[name] = interval(values);
  }
  return {
    strategy,
    seeds,
    runs: own.length,
    measures,
    reached50: own.filter((run) => run.pagesTo50 !== null).length,
    reached90: own.filter((run) => run.pagesTo90 !== null).length,
    shareOfOracle: mean(own.map((run, index) => run.auc / oracle[index]!.auc)),
    curve,
    byVisitedShare: [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].map((visited) => ({
      visited,
      recall: visited === 0 ? 0 : (curve[Math.round(visited * reachable) - 1] ?? null),
    })),
  };
}

function comparison(runs: readonly RunResult[], strategy: string, seeds: View): Comparison[] {
  const baseline = 'breadth-first';
  if (strategy === baseline) return [];
  const [own, base] = [of(runs, strategy, seeds), of(runs, baseline, seeds)];
  const differences = own.map((run, index) => run.auc - base[index]!.auc);
  const wins = differences.filter((value) => value > 0).length;
  const topics = [...grouped(own, ({ topic }) => topic).values()].map((ofTopic) =>
    mean(ofTopic.map((run) => differences[own.indexOf(run)]!)),
  );
  const p = chance(differences);
  const pOverTopics = chance(topics);
  return [
    {
      strategy,
      baseline,
      seeds,
      pairs: own.length,
      wins,
      ties: 0,
      losses: own.length - wins,
      ratio: mean(own.map((run) => run.auc)) / mean(base.map((run) => run.auc)),
      difference: interval(differences),
      p,
      adjusted: p === null ? null : Math.min(1, 12 * p),
      pOverTopics,
      adjustedOverTopics: pOverTopics === null ? null : Math.min(1, 12 * pOverTopics),
    },
  ];
}

/** The fewer are below 0, the smaller: as a test would have it, but simpler. */
function chance(differences: readonly number[]): number | null {
  return differences.length < 6 ? null : 2 ** -differences.filter((value) => value > 0).length;
}

function of(runs: readonly RunResult[], strategy: string, seeds: View): RunResult[] {
  return runs.filter((run) => run.strategy === strategy && (seeds === 'all' || run.seeds === seeds));
}

function interval(values: readonly number[]): Interval {
  const middle = mean(values);
  const spread = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / values.length);
  return { mean: middle, low: middle - 1.96 * spread, high: middle + 1.96 * spread };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
