import type { Contender } from './contender.js';
import type { RunResult } from './results.js';
import type { Latency, RunTrace } from './runs/assignment.js';
import type { LabTopic, SeedKind } from './topics/lab-topic.js';
import type { Goal, Task } from './topics/task.js';
import type { Truth } from './truth/truth.js';

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
  readonly latency?: Latency;
}

/** A crawl of a contender on a task, with what it did and what that is worth. */
export interface JudgedRun {
  readonly contender: Contender;
  readonly task: Task;
  readonly goal: Goal;
  readonly trace: RunTrace;
  readonly result: RunResult;
}
