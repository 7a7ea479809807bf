import type { StopReason } from '../agent/stop-reason.js';
import type { Supervision } from './contender.js';
import type { SeedKind } from './topics/lab-topic.js';
import type { TruthKind } from './truth/truth.js';

/** A strategy, what is below all of them (breadth-first, random), what knows more than any can, what none can exceed. */
export type Role = 'strategy' | 'floor' | 'oracle' | 'bound';

/** Precision, recall and F1 of a strategy's own judgement of the pages it visited, at one threshold. */
export interface ThresholdScore {
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** One crawl, judged. What has no meaning for a run (a share of nothing, the CPU time of a bound) is null. */
export interface RunResult {
  /** Name of the contender. */
  readonly strategy: string;
  readonly topic: string;
  readonly seeds: SeedKind;
  readonly draw: number;
  readonly budget: number;
  /** Pages fetched. */
  readonly fetched: number;
  readonly relevantFound: number;
  /** Relevant pages that can be reached from the seeds, without examples and training pages. */
  readonly relevantReachable: number;
  /** Pages that can be reached from the seeds. */
  readonly reachable: number;
  /** relevantFound / relevantReachable. */
  readonly recall: number;
  /** relevantFound / fetched. */
  readonly harvest: number;
  /** Mean of the recall after 1, 2, … budget pages. */
  readonly auc: number;
  /** Recall after 1, 2, … budget pages; a crawl that ended before stays where it was. */
  readonly curve: readonly number[];
  readonly hosts: number;
  readonly cpuMsPerPage: number | null;
  /** Mean over the fetched pages of the highest cosine with the ground-truth pages (thesis). */
  readonly similarity: number | null;
  /** Pages until half, and nine tenths, of the reachable relevant pages were found; null if they were not. */
  readonly pagesTo50: number | null;
  readonly pagesTo90: number | null;
  /** fetched / relevantFound. */
  readonly pagesPerRelevant: number | null;
  /** The strategy's own judgement against the truth, over thresholds from 0 to 1; none for bounds. */
  readonly thresholds: readonly ThresholdScore[];
  readonly best: ThresholdScore | null;
  /** Why it ended; null for bounds. */
  readonly reason: StopReason | null;
  /** Time on the virtual clock; null without one. */
  readonly virtualSeconds: number | null;
}

/** A mean with its 95 % confidence interval. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export const measureNames = [
  'auc',
  'recall',
  'harvest',
  'similarity',
  'pagesTo50',
  'pagesTo90',
  'pagesPerRelevant',
  'f1',
  'hosts',
  'cpuMsPerPage',
] as const;
/** `f1` is that of the best threshold. */
export type MeasureName = (typeof measureNames)[number];

/** How a contender did over all tasks, or those of one kind of seeds. */
export interface Standing {
  readonly strategy: string;
  readonly seeds: SeedKind | 'all';
  readonly runs: number;
  /** Absent where no run has a value. Means of pagesTo50 and pagesTo90 are over the runs that got there (`reached`). */
  readonly measures: Partial<Readonly<Record<MeasureName, Interval>>>;
  /** Runs that found half, and nine tenths. */
  readonly reached50: number;
  readonly reached90: number;
  /** Mean over tasks of AUC as a share of the content oracle's. */
  readonly shareOfOracle: number | null;
  /** Mean recall curve, after 1, 2, … budget pages. */
  readonly curve: readonly number[];
  /** Mean share of the relevant pages found (recall) when these shares of the reachable pages were visited; null beyond the budget. */
  readonly byVisitedShare: readonly { readonly visited: number; readonly recall: number | null }[];
}

/** A contender against the baseline, by AUC on the same tasks. */
export interface Comparison {
  readonly strategy: string;
  readonly baseline: string;
  readonly seeds: SeedKind | 'all';
  readonly pairs: number;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Mean AUC of the strategy / mean AUC of the baseline; null where the latter is 0. */
  readonly ratio: number | null;
  readonly difference: Interval;
  /**
   * Wilcoxon's signed-rank test over the tasks, two-sided: whether the difference would hold for other seeds of these topics. Null
   * with fewer than 6 pairs that differ: no result could be significant then.
   */
  readonly p: number | null;
  /** p after Holm's correction for the number of strategies compared. */
  readonly adjusted: number | null;
  /** The same test over the mean differences of the topics: whether it would hold for other topics, too. */
  readonly pOverTopics: number | null;
  readonly adjustedOverTopics: number | null;
}

/** How much two contenders find the same. */
export interface Overlap {
  readonly a: string;
  readonly b: string;
  /** Mean over tasks of |A ∩ B| / |A ∪ B| of the relevant pages found. */
  readonly jaccard: number;
}

/** What could not be run, and why. Without a strategy: nobody ran it. */
export interface Skipped {
  readonly strategy: string;
  readonly topic: string;
  readonly reason: string;
}

/** A comparison with all that a reader has to know of it. */
export interface LabReport {
  readonly made: {
    /** ISO 8601. */
    readonly date: string;
    readonly version: string;
    /** Of the checkout that it was made with, where there is one. */
    readonly commit?: string;
    readonly command: string;
    readonly seconds: number;
    readonly workers: number;
  };
  readonly web: { readonly name: string; readonly pages: number; readonly links: number; readonly hosts: number };
  readonly truth: TruthKind;
  /** Cosine with an example from which on a page is relevant, where examples are the truth. */
  readonly similarity?: number;
  /** Labelled pages given for training, and left out of every score; absent when no contender needed them. */
  readonly split?: { readonly share: number; readonly pages: number };
  /** Whether all strategies were given the topics' examples. */
  readonly examplesGiven: boolean;
  readonly budget: number;
  readonly seeds: readonly SeedKind[];
  readonly draws: number;
  readonly randomSeed: number;
  readonly baseline: string;
  readonly topics: readonly {
    readonly id: string;
    readonly query: string;
    readonly relevant: number;
    readonly examples: number;
  }[];
  /** In order of mean AUC over all tasks, best first; bounds and oracles come first. */
  readonly contenders: readonly {
    readonly name: string;
    readonly summary: string;
    readonly role: Role;
    readonly supervision: Supervision;
  }[];
  readonly runs: readonly RunResult[];
  readonly standings: readonly Standing[];
  readonly comparisons: readonly Comparison[];
  readonly overlaps: readonly Overlap[];
  /** What could not be run, and why. */
  readonly skipped: readonly Skipped[];
}
