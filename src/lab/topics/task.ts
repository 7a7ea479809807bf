import type { LabTopic, SeedKind } from './lab-topic.js';

/** A topic and where to start from: every contender is given every task. */
export interface Task {
  readonly topic: LabTopic;
  readonly seeds: SeedKind;
  /** 0 are the seeds that the topic names, where it names some; others are drawn at random. */
  readonly draw: number;
  /** Pages to start from, by their numbers. */
  readonly start: readonly number[];
}

/** A task with what counts on it. */
export interface SetTask {
  readonly task: Task;
  readonly goal: Goal;
}

/** What counts on a task. Known to the judges alone: nothing of it is ever sent to a process that crawls. */
export interface Goal {
  /** True relevance of every page, 0..1: of labels 0 or 1, of similarity its value. */
  readonly relevance: Float64Array;
  /** 1 for pages that are finds: relevant, and neither examples nor given for training. */
  readonly wanted: Uint8Array;
  /** 1 for examples and for pages given for training, relevant or not: how a strategy judges what it was shown proves nothing. */
  readonly excluded: Uint8Array;
  /** Highest similarity of every page with the topic's ground-truth pages (Batsakis 2007, average similarity). */
  readonly similarity: Float64Array;
  /** Fewest links from the seeds to every page; -1 where none leads there. */
  readonly hops: Int32Array;
  /** Pages that can be reached from the seeds, the seeds included. */
  readonly reachable: number;
  /** Finds among them: the whole that recall is a share of. */
  readonly wantedReachable: number;
}
