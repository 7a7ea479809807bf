import type { JudgedRun } from '../../../src/lab/compare.js';
import { measureRun } from '../../../src/lab/measures/measure-run.js';
import { variant } from '../../../src/lab/papers/variant.js';
import { bareTopic } from '../../../src/lab/topics/bare-topic.js';
import type { LabTopic } from '../../../src/lab/topics/lab-topic.js';
import type { Goal } from '../../../src/lab/topics/task.js';

export interface MadeRun {
  /** Pages in the order of their visits. */
  readonly pages: readonly number[];
  readonly judged?: readonly number[];
  /** 1 for finds, by page. */
  readonly wanted: readonly number[];
  readonly excluded?: readonly number[];
  readonly hosts?: Int32Array;
  readonly budget?: number;
  readonly topic?: LabTopic;
}

/** A crawl of a web where everything can be reached, a second a page. */
export function madeRun({
  pages,
  judged,
  wanted,
  excluded,
  hosts,
  budget,
  topic = bareTopic('birds'),
}: MadeRun): JudgedRun {
  const goal: Goal = {
    relevance: Float64Array.from(wanted),
    wanted: Uint8Array.from(wanted),
    excluded: Uint8Array.from(excluded ?? wanted.map(() => 0)),
    similarity: Float64Array.from(wanted),
    hops: Int32Array.from(wanted, () => 1),
    reachable: wanted.length,
    wantedReachable: wanted.filter((find) => find === 1).length,
  };
  const trace = {
    pages: Int32Array.from(pages),
    judged: Float64Array.from(judged ?? pages.map(() => 0)),
    raw: Float64Array.from(judged ?? pages.map(() => 0)),
    at: Float64Array.from(pages, (_, visit) => 1000 * (visit + 1)),
    requests: pages.length,
    reason: 'max-pages' as const,
    cpuMs: 1,
  };
  const about = {
    strategy: 'a',
    topic: topic.id,
    seeds: 'near',
    draw: 0,
    budget: budget ?? pages.length,
    timed: true,
  } as const;
  return {
    contender: variant('a', 'breadth-first'),
    task: { topic, seeds: 'near', draw: 0, start: [0] },
    goal,
    trace,
    result: measureRun(trace, goal, hosts ?? new Int32Array(wanted.length), about),
  };
}
