import type { RawOptions } from '../config/layer.js';
import { settingsFrom } from '../config/settings.js';
import { UsageError } from '../failure.js';
import { entryOf } from '../strategy/entry-of.js';
import type { StrategyEntry } from '../strategy/strategy-entry.js';
import { boundRuns, politeBound } from './bounds/bound-runs.js';
import type { Manners } from './bounds/polite-oracle.js';
import type { Contender } from './contender.js';
import type { Laboratory } from './laboratory.js';
import { measureRun } from './measures/measure-run.js';
import { type QueryScores, queryScores } from './measures/query-scores.js';
import type { RunResult, Skipped } from './results.js';
import type { Latency, RunTrace } from './runs/assignment.js';
import { type BriefingParts, briefingFor } from './supervision/briefing.js';
import { modelKinds } from './supervision/needs.js';
import { Training } from './supervision/training.js';
import { trainingSplit } from './supervision/training-split.js';
import type { LabTopic, SeedKind } from './topics/lab-topic.js';
import type { Goal, SetTask, Task } from './topics/task.js';
import { seedOfDraw, tasksOf } from './topics/tasks.js';
import { examplePages } from './truth/exemplars.js';
import type { Truth } from './truth/truth.js';
import { reversed } from './web/link-graph.js';

export interface ComparisonPlan {
  readonly contenders: readonly Contender[];
  readonly topics: readonly LabTopic[];
  readonly truth: Truth;
  readonly budget: number;
  readonly seeds: readonly SeedKind[];
  /** Sets of seeds a topic and kind: its own, and draws beyond them. */
  readonly draws: number;
  readonly randomSeed: number;
  /** Share of the labelled pages that is given for training, where a contender needs it. */
  readonly split: number;
  /** Gives the topic's examples to every strategy. */
  readonly giveExamples: boolean;
  /** Options of a crawl that hold for every contender, unless it has its own. */
  readonly crawl?: RawOptions;
  readonly latency?: Latency;
  /** Gives every task once more: as a polite crawl with these latencies, or, where `latency` has some, without politeness. */
  readonly besides?: { readonly latency?: Latency };
  /** The time that curves over time are drawn for (ms). */
  readonly spanMs?: number;
}

/** A crawl of a contender on a task, with what it did and what that is worth. */
export interface JudgedRun {
  readonly contender: Contender;
  readonly task: Task;
  readonly goal: Goal;
  readonly trace: RunTrace;
  readonly result: RunResult;
  /** The same task, with or without politeness. */
  readonly beside?: RunResult;
}

export interface Compared {
  /** By contender, topic, kind of seeds and draw, whatever was done first. */
  readonly runs: readonly JudgedRun[];
  /** Oracles and bounds on the same tasks. */
  readonly bounds: readonly RunResult[];
  /** What the label oracle does as a polite crawl, where crawls are. */
  readonly politeBounds: readonly RunResult[];
  readonly skipped: readonly Skipped[];
  /** 1 for pages that were given for training; absent when no contender needed any. */
  readonly split?: Uint8Array;
  /** Relevant pages of each topic, by its id, reachable or not. */
  readonly relevant: ReadonlyMap<string, number>;
}

export type CompareProgress = (progress: { readonly done: number; readonly total: number }) => void;

interface TopicTasks {
  readonly topic: LabTopic;
  readonly tasks: readonly SetTask[];
  readonly byQuery: QueryScores | undefined;
}

/** Gives every contender every task, and judges what they do. */
export async function compare(
  lab: Laboratory,
  plan: ComparisonPlan,
  onProgress: CompareProgress = () => {},
): Promise<Compared> {
  const { contenders, truth } = plan;
  const kinds = modelKinds(contenders);
  const split =
    truth.labels.length > 0 && kinds.length > 0 ? trainingSplit(lab.web, truth.labels, plan.split) : undefined;
  const { topics, bounds, politeBounds, relevant, seedless } = setTasks(lab, plan, split);
  const training = new Training(lab, { kinds, labels: truth.labels, split, randomSeed: plan.randomSeed });
  const { language, stem } = lab.web.readOptions;
  const parts: BriefingParts = {
    giveExamples: plan.giveExamples,
    language,
    stem,
    textsOf: (urls) => lab.textsOf(urls),
    exampleFiles: (urls) => lab.exampleFiles(urls),
    modelOf: (kind, topic) => training.modelOf(kind, topic),
  };
  const total = contenders.length * topics.reduce((sum, { tasks }) => sum + tasks.length, 0);
  let done = 0;
  const onRun = (runs: number) => {
    done += runs;
    onProgress({ done, total });
  };
  try {
    const all = contenders.map(async (contender) => {
      const entry = await entryOf(contender.strategy);
      return Promise.all(topics.map((set) => runTopic(lab, plan, { contender, entry }, set, parts, onRun)));
    });
    const outcomes = (await Promise.all(all)).flat(2);
    return {
      runs: outcomes.filter((outcome) => 'trace' in outcome),
      bounds,
      politeBounds,
      skipped: [...seedless, ...outcomes.filter((outcome) => 'reason' in outcome)],
      ...(split && { split }),
      relevant,
    };
  } finally {
    await training.close();
  }
}

/** What everybody has to do, and what there is to be found. */
function setTasks(lab: Laboratory, plan: ComparisonPlan, split: Uint8Array | undefined) {
  const { web } = lab;
  const backward = reversed(web.graph);
  const bounds: RunResult[] = [];
  const politeBounds: RunResult[] = [];
  const manners = mannersOf(plan);
  const seedless: Skipped[] = [];
  const relevant = new Map<string, number>();
  const topics = plan.topics.map((topic): TopicTasks => {
    const truth = plan.truth.of(topic);
    relevant.set(
      topic.id,
      truth.relevant.reduce((sum, one) => sum + one, 0),
    );
    const excluded = split?.slice() ?? new Uint8Array(web.urls.length);
    for (const page of examplePages(web, topic)) excluded[page] = 1;
    const set = tasksOf(topic, truth, { ...plan, web, backward, excluded });
    for (const seeds of plan.seeds) {
      const lost = topic[seeds].filter((url) => web.pageOf(url) === undefined).length;
      if (lost > 0)
        seedless.push({ strategy: '', topic: topic.id, reason: `${lost} of its ${seeds} seeds are not in the web` });
    }
    for (const seeds of set.seedless) seedless.push({ strategy: '', topic: topic.id, reason: noPagesFor[seeds] });
    const byQuery = queryScores(lab.similarities, topic.query, web.readOptions);
    for (const { task, goal } of set.tasks) {
      bounds.push(...boundRuns(task, goal, plan.budget, { ...web, backward }, byQuery?.cosine));
      if (manners !== undefined) politeBounds.push(politeBound(task, goal, plan, web, manners));
    }
    return { topic, tasks: set.tasks, byQuery };
  });
  return { topics, bounds, politeBounds, relevant, seedless };
}

/** How polite crawls of the comparison are; undefined where there are none. */
function mannersOf({ latency, besides, crawl = {} }: ComparisonPlan): Manners | undefined {
  const time = latency ?? besides?.latency;
  if (time === undefined) return undefined;
  const { requests, delay } = settingsFrom({ options: { query: 'lab', seed: 'http://lab.invalid/', ...crawl } });
  return { requests, delayMs: delay, latency: time };
}

const noPagesFor: Readonly<Record<SeedKind, string>> = {
  near: 'no near seeds: it has no relevant pages with links, besides examples and training pages',
  far: 'no far seeds: every page that leads to the topic is one link from it',
};

/** All tasks of a topic for one contender; what cannot be run is reported once. */
async function runTopic(
  lab: Laboratory,
  plan: ComparisonPlan,
  { contender, entry }: { readonly contender: Contender; readonly entry: StrategyEntry },
  { topic, tasks, byQuery }: TopicTasks,
  parts: BriefingParts,
  onRun: (runs: number) => void,
): Promise<(JudgedRun | Skipped)[]> {
  const skipped = (reason: string): Skipped => ({ strategy: contender.name, topic: topic.id, reason });
  let briefing: RawOptions;
  try {
    briefing = await briefingFor(contender, entry, topic, parts);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    onRun(tasks.length);
    return [skipped(thrown.message)];
  }
  const reasons = new Set<string>();
  const { budget, latency, besides, spanMs, randomSeed, crawl = {} } = plan;
  const runs = await Promise.all(
    tasks.map(async ({ task, goal }): Promise<JudgedRun | undefined> => {
      const seed = task.start.map((page) => lab.web.urls[page]!);
      const set = { ...(crawl.set as object | undefined), ...(briefing.set as object | undefined) };
      // Of its own: chance must not repeat itself from task to task.
      const own = (seedOfDraw(topic, task.seeds, task.draw) ^ randomSeed) >>> 0;
      const options = { maxPages: budget, randomSeed: own, ...crawl, ...briefing, set, seed };
      const threshold = typeof crawl.threshold === 'number' ? { threshold: crawl.threshold } : {};
      const teaching = contender.answers && { answers: contender.answers, relevant: relevantUrls(lab.web, goal) };
      const crawled = async (time: Latency | undefined) => {
        const trace = await lab.run({ options, ...(time && { latency: time }), ...(teaching && { teaching }) });
        if ('failure' in trace) return void reasons.add(trace.failure);
        const timed = time !== undefined;
        const about = {
          ...task,
          strategy: contender.name,
          topic: topic.id,
          budget,
          timed,
          ...(spanMs && { spanMs }),
          ...threshold,
        };
        return { trace, result: measureRun(trace, goal, lab.web.hosts, about, byQuery) };
      };
      const main = await crawled(latency);
      const beside = besides && (await crawled(besides.latency));
      onRun(1);
      return main && { contender, task, goal, ...main, ...(beside && { beside: beside.result }) };
    }),
  );
  return [...runs.filter((run) => run !== undefined), ...[...reasons].map(skipped)];
}

/** What a person who teaches knows. */
function relevantUrls({ urls }: Laboratory['web'], { wanted }: Goal): ReadonlySet<string> {
  return new Set(urls.filter((_, page) => wanted[page] === 1));
}
