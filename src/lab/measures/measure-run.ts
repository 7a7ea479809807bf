import type { RunResult } from '../results.js';
import type { RunTrace } from '../runs/assignment.js';
import type { SeedKind } from '../topics/lab-topic.js';
import type { Goal } from '../topics/task.js';
import { forecastsHeld } from './forecasts-held.js';
import { judgementQuality } from './judgement-quality.js';
import type { QueryScores } from './query-scores.js';
import { recallByTime } from './recall-by-time.js';
import { recallCurve } from './recall-curve.js';
import { judgementScores } from './thresholds.js';

/** Whose run it was, and on what. */
export interface RunAbout {
  readonly strategy: string;
  readonly topic: string;
  readonly seeds: SeedKind;
  readonly draw: number;
  /** Pages beyond it do not count. */
  readonly budget: number;
  /** Whether the times of the trace are those of a virtual clock. */
  readonly timed?: boolean;
  /** From which on the crawl called a page relevant. */
  readonly threshold?: number;
  /** The time that curves over time are drawn for (ms). */
  readonly spanMs?: number;
}

/** Judges a crawl. `hosts` are the numbers of the hosts of all pages, `byQuery` what the topic's query alone says of them. */
export function measureRun(
  trace: RunTrace,
  goal: Goal,
  hosts: Int32Array,
  about: RunAbout,
  byQuery?: QueryScores,
): RunResult {
  const pages = trace.pages.subarray(0, about.budget);
  const order = measureOrder(pages, goal, hosts, about);
  return {
    ...order,
    ...(about.timed && recallByTime(order.curve, trace.at.subarray(0, pages.length), about.spanMs ?? 0)),
    ...judgementScores(pages, trace.judged, goal),
    ...judgementQuality(pages, trace, goal, byQuery),
    // The CPU time is that of the whole crawl, so all of its pages share it.
    cpuMsPerPage: trace.pages.length === 0 ? null : trace.cpuMs / trace.pages.length,
    forecasts: forecastsHeld(trace.judged.subarray(0, pages.length), about.threshold ?? 0.5),
    reason: trace.reason,
    virtualSeconds: about.timed && pages.length > 0 ? trace.at[pages.length - 1]! / 1000 : null,
  };
}

/** Judges an order of pages that no strategy made, such as that of an oracle: without CPU time or judgements. */
export function measureOrder(
  pages: readonly number[] | Int32Array,
  goal: Goal,
  hosts: Int32Array,
  { strategy, topic, seeds, draw, budget }: RunAbout,
): RunResult {
  const visited = Array.from(pages.slice(0, budget));
  const hostsOf = (some: ArrayLike<number>) => new Set(Array.from(some, (page) => hosts[page]!));
  const fetched = visited.length;
  const recall = recallCurve(findsAfter(visited, goal), goal.wantedReachable, budget);
  const { relevantFound } = recall;
  return {
    strategy,
    topic,
    seeds,
    draw,
    budget,
    fetched,
    reachable: goal.reachable,
    ...recall,
    harvest: fetched === 0 ? 0 : relevantFound / fetched,
    hosts: hostsOf(visited).size,
    hostsOfFinds: hostsOf(visited.filter((page) => isFind(page, goal))).size,
    cpuMsPerPage: null,
    similarity: fetched === 0 ? null : sumOf(visited, goal.similarity) / fetched,
    pagesPerRelevant: relevantFound === 0 ? null : fetched / relevantFound,
    thresholds: [],
    best: null,
    judgement: null,
    finalJudgement: null,
    cosineRanking: null,
    bm25Ranking: null,
    forecasts: null,
    reason: null,
    virtualSeconds: null,
    timeAuc: null,
    timeCurve: [],
  };
}

/** Only pages that recall is a share of count: a graph that misses a link must not lead to a recall above 1. */
function isFind(page: number, { wanted, hops }: Goal): boolean {
  return wanted[page] === 1 && hops[page] !== -1;
}

/** Finds after each page. A page that is visited again is no find the second time. */
function findsAfter(pages: ArrayLike<number>, goal: Goal): Uint32Array {
  const found = new Uint32Array(pages.length);
  const seen = new Set<number>();
  let finds = 0;
  for (let at = 0; at < pages.length; at++) {
    const page = pages[at]!;
    if (isFind(page, goal) && !seen.has(page)) finds++;
    seen.add(page);
    found[at] = finds;
  }
  return found;
}

function sumOf(pages: ArrayLike<number>, values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < pages.length; at++) sum += values[pages[at]!]!;
  return sum;
}
