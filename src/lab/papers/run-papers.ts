import { UsageError } from '../../failure.js';
import type { ComparisonPlan, JudgedRun } from '../compare.js';
import type { Contender } from '../contender.js';
import { grouped } from '../grouped.js';
import type { LabTopic } from '../topics/lab-topic.js';
import { evaluate, notRun } from './evaluate.js';
import type { Experiment, SetUp } from './experiment.js';
import { experiments as allExperiments } from './papers.js';
import type { ExperimentReport, PapersReport } from './report/papers-report.js';
import { type PapersBench, Scene, type SceneOptions } from './scene.js';
import { withoutUrls } from './without-urls.js';

/** Does the crawls of a plan (`compare` in a laboratory). */
export type Compare = (plan: ComparisonPlan) => Promise<{
  readonly runs: readonly JudgedRun[];
  readonly skipped: readonly { readonly strategy: string; readonly topic: string; readonly reason: string }[];
}>;

export interface PapersOptions extends SceneOptions {
  readonly randomSeed: number;
  /** Share of the labelled pages that is given for training. */
  readonly split: number;
  /** All of them, where not said. */
  readonly experiments?: readonly Experiment[];
  onProgress?(done: number, total: number, next: string): void;
}

/** An experiment that this web can do. */
interface Prepared {
  readonly experiment: Experiment;
  readonly setUp: SetUp;
}

/** Does every experiment of the papers that the bench allows, and says of each claim whether it holds there. */
export async function runPapers(
  compare: Compare,
  bench: PapersBench,
  options: PapersOptions,
): Promise<Pick<PapersReport, 'randomSeed' | 'experiments'>> {
  const { experiments = allExperiments, randomSeed } = options;
  const scene = new Scene(bench, options);
  const reports = new Map<Experiment, ExperimentReport>();
  const prepared: Prepared[] = [];
  for (const experiment of experiments) {
    const setUp = await setUpOn(scene, experiment);
    if (typeof setUp === 'string') reports.set(experiment, notRun(experiment, setUp));
    else prepared.push({ experiment, setUp });
  }
  for (const group of grouped(prepared, sharedSetting).values()) {
    options.onProgress?.(reports.size, experiments.length, group.map(({ experiment }) => experiment.id).join(', '));
    const crawls = await crawlsOf(group, compare, scene, options);
    for (const { experiment, setUp } of group)
      reports.set(experiment, evaluate(experiment, setUp, crawls.of(setUp), scene, randomSeed));
  }
  options.onProgress?.(reports.size, experiments.length, '');
  return { randomSeed, experiments: experiments.map((experiment) => publishable(reports.get(experiment)!)) };
}

/** Reasons are the words of whatever failed. */
function publishable(report: ExperimentReport): ExperimentReport {
  return { ...report, why: withoutUrls(report.why) };
}

/** What a web lacks for an experiment is no fault of the others. */
async function setUpOn(scene: Scene, experiment: Experiment): Promise<SetUp | string> {
  try {
    return await experiment.setUp(scene);
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown.message;
    throw thrown;
  }
}

/**
 * Experiments that agree in this share their crawls: topics of the same name may have other seeds. Those with training are
 * apart: it takes pages out of everyone's score.
 */
function sharedSetting({ setUp }: Prepared): string {
  const { topics, seeds, draws, budget, latency, split } = setUp;
  const trained = topics.some((topic) => contendersFor(setUp, topic).some(({ model }) => model !== undefined));
  return JSON.stringify([topics, seeds, draws, budget, latency, split, trained]);
}

function contendersFor({ contenders }: SetUp, topic: LabTopic): readonly Contender[] {
  return typeof contenders === 'function' ? contenders(topic) : contenders;
}

/** What a contender is, whatever an experiment calls it. */
function identityOf({ strategy, options }: Contender): string {
  return JSON.stringify([strategy, options]);
}

/** Every contender of the group on every topic that an experiment wants it on, once. */
async function crawlsOf(
  group: readonly Prepared[],
  compare: Compare,
  scene: Scene,
  { randomSeed, split: usualSplit }: PapersOptions,
): Promise<Crawls> {
  const { seeds, draws, budget, latency, split = usualSplit } = group[0]!.setUp;
  const crawls = new Crawls();
  for (const { topics, contenders } of plansOf(group)) {
    const { runs, skipped } = await compare({
      contenders,
      topics,
      truth: scene.truth,
      budget,
      seeds,
      draws,
      randomSeed,
      split,
      giveExamples: false,
      // Words of --not as in Pappas et al. 2012; with latencies the papers' crawlers take whatever is ready.
      crawl: { notRule: 'drop', ...(latency && { prefer: 'speed' }) },
      ...(latency && { latency }),
    });
    crawls.add(runs, skipped);
  }
  return crawls;
}

/** Topics with the same contenders go together: the more crawls at a time, the fewer cores stand idle. */
function plansOf(group: readonly Prepared[]): { topics: readonly LabTopic[]; contenders: readonly Contender[] }[] {
  const wanted = new Map<string, { topic: LabTopic; contenders: Map<string, Contender> }>();
  for (const { setUp } of group) {
    for (const topic of setUp.topics) {
      const entry = wanted.get(topic.id) ?? { topic, contenders: new Map<string, Contender>() };
      wanted.set(topic.id, entry);
      for (const contender of contendersFor(setUp, topic)) {
        const identity = identityOf(contender);
        entry.contenders.set(identity, { ...contender, name: identity });
      }
    }
  }
  const alike = grouped(wanted.values(), ({ contenders }) => [...contenders.keys()].join('\n'));
  return [...alike.values()].map((entries) => ({
    topics: entries.map(({ topic }) => topic),
    contenders: [...entries[0]!.contenders.values()],
  }));
}

/** Crawls by what the contender is and the topic. */
class Crawls {
  readonly #runs = new Map<string, JudgedRun[]>();
  readonly #reasons = new Map<string, string>();

  add(runs: readonly JudgedRun[], skipped: Awaited<ReturnType<Compare>>['skipped']): void {
    for (const run of runs) {
      const key = keyOf(identityOf(run.contender), run.task.topic.id);
      this.#runs.set(key, [...(this.#runs.get(key) ?? []), run]);
    }
    for (const { strategy, topic, reason } of skipped) this.#reasons.set(keyOf(strategy, topic), reason);
  }

  /** Of an experiment, by the names that it gives its contenders. */
  of(setUp: SetUp): { byContender: Map<string, JudgedRun[]>; missing: string[] } {
    const byContender = new Map<string, JudgedRun[]>();
    const missing = new Set<string>();
    for (const topic of setUp.topics) {
      for (const contender of contendersFor(setUp, topic)) {
        const key = keyOf(identityOf(contender), topic.id);
        byContender.set(contender.name, [...(byContender.get(contender.name) ?? []), ...(this.#runs.get(key) ?? [])]);
        const reason = this.#reasons.get(key);
        if (reason !== undefined) missing.add(`${contender.name} on ${topic.id}: ${reason}`);
      }
    }
    return { byContender, missing: [...missing] };
  }
}

function keyOf(identity: string, topic: string): string {
  return `${topic}\n${identity}`;
}

/** The experiments of a paper, or one by its id. Throws `UsageError` when there is none. */
export function chosenExperiments(names: readonly string[]): readonly Experiment[] {
  if (names.length === 0) return allExperiments;
  return names.flatMap((name) => {
    const found = allExperiments.filter(({ id }) => id === name || id.startsWith(`${name}-`));
    if (found.length > 0) return found;
    const known = allExperiments.map(({ id }) => id).join(', ');
    throw new UsageError(
      'unknown-experiment',
      `Unknown experiment "${name}". Experiments: ${known}. A paper such as pappas-2012 stands for all of its experiments, "agents" for ours.`,
    );
  });
}
