import type { StopReason } from '../crawl/progress/stop-reason.js';
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

/** Number of bins of judgements: 0 up to .1, .1 up to .2, … .9 up to and with 1. */
export const calibrationBins = 10;

/** Judgements of pages beside their truth, as sums by tenth, so that those of several crawls can be added up. */
export interface CalibrationSums {
  /** Pages judged so. */
  readonly pages: readonly number[];
  /** How many of them are relevant. */
  readonly relevant: readonly number[];
  /** The sum of their judgements. */
  readonly judged: readonly number[];
  /** Σ (judgement − truth)² over all of them, the truth being 1 or 0. */
  readonly squaredErrors: number;
}

export const rankingMeasures = ['ndcg10', 'ndcg50', 'ndcg', 'averagePrecision'] as const;
export type RankingMeasure = (typeof rankingMeasures)[number];
/** How well an order of the visited pages puts relevant ones first, 0..1: nDCG of the first 10, of the first 50 and of all, average precision. */
export type RankingQuality = Readonly<Record<RankingMeasure, number>>;

/** How a strategy's own judgement of the pages it visited agrees with the truth. */
export interface JudgementQuality {
  readonly calibration: CalibrationSums;
  /** Of the pages in the order of the judgement; null where none of them is relevant. */
  readonly ranking: RankingQuality | null;
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
  /** Distinct hosts that finds are on. */
  readonly hostsOfFinds: number;
  readonly cpuMsPerPage: number | null;
  /** Mean over the fetched pages of the highest cosine with the ground-truth pages (Batsakis 2007). */
  readonly similarity: number | null;
  /** Pages until half, and nine tenths, of the reachable relevant pages were found; null if they were not. */
  readonly pagesTo50: number | null;
  readonly pagesTo90: number | null;
  /** fetched / relevantFound. */
  readonly pagesPerRelevant: number | null;
  /** The strategy's own judgement against the truth, over thresholds from 0 to 1; none for bounds. */
  readonly thresholds: readonly ThresholdScore[];
  readonly best: ThresholdScore | null;
  /** The strategy's judgement of each page at its visit; null for bounds. */
  readonly judgement: JudgementQuality | null;
  /** Its judgement of the same pages at the end, by all that it had learnt; null where it is no other. */
  readonly finalJudgement: JudgementQuality | null;
  /** The same pages in the order of their cosine with the query, and of BM25; null without a query, and like `ranking`. */
  readonly cosineRanking: RankingQuality | null;
  readonly bm25Ranking: RankingQuality | null;
  /** How often what came lay within the crawl's own forecast of the next 100 pages; null for bounds. */
  readonly forecasts: { readonly cases: number; readonly held: number } | null;
  /** Why it ended; null for bounds. */
  readonly reason: StopReason | null;
  /** Time on the virtual clock; null without one. */
  readonly virtualSeconds: number | null;
  /** Mean of the recall over the time that the budget would take on a single host; null without a clock. */
  readonly timeAuc: number | null;
  /** Recall after each hundredth of that time; empty without a clock. */
  readonly timeCurve: readonly number[];
}

/** What politeness cost a contender, over all tasks that it ran both ways. */
export interface PolitenessCost {
  readonly strategy: string;
  readonly runs: number;
  /** Mean AUC by pages without delays, one request at a time, and as a polite crawl. */
  readonly freeAuc: number;
  readonly politeAuc: number;
  readonly freeHarvest: number;
  readonly politeHarvest: number;
  /** Simulated time of a polite crawl, and its mean recall over the time that the budget would take on a single host. */
  readonly seconds: number;
  readonly timeAuc: number;
  readonly timeCurve: readonly number[];
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
  'hostsOfFinds',
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
  /** Mean over tasks of AUC as a share of the label oracle's. */
  readonly shareOfOracle: number | null;
  /** Mean recall curve, after 1, 2, … budget pages. */
  readonly curve: readonly number[];
  /** Mean share of the relevant pages found (recall) when these shares of the reachable pages were visited; null beyond the budget. */
  readonly byVisitedShare: readonly { readonly visited: number; readonly recall: number | null }[];
}

/** Pages that were judged alike, over all crawls, and what share of them is relevant. */
export interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly pages: number;
  /** Mean of their judgements; null without pages. */
  readonly judged: number | null;
  /** Wilson's interval, which takes pages for independent of each other; null without pages. */
  readonly relevant: Interval | null;
}

export interface Calibration {
  readonly pages: number;
  /** Mean of the judgements. */
  readonly judged: number;
  /** Share of the pages that are relevant. */
  readonly relevant: number;
  readonly bins: readonly CalibrationBin[];
  /** Expected calibration error: mean over the pages of |mean judgement − share relevant| of their bin. */
  readonly error: number;
  /** Brier score: mean of (judgement − truth)². */
  readonly brier: number;
}

/** Means over the runs whose crawl found something relevant. */
export type RankingIntervals = Readonly<Record<RankingMeasure, Interval>>;

/** How well a contender judges the pages that it visits, over all tasks or those of one kind of seeds. */
export interface JudgementStanding {
  readonly strategy: string;
  readonly seeds: SeedKind | 'all';
  /** At the visit of each page, or at the end of the crawl. What judges at the end as it did before has one entry only. */
  readonly when: 'visit' | 'end';
  readonly calibration: Calibration;
  /** Null where no crawl found anything relevant. */
  readonly ranking: RankingIntervals | null;
  /** The same pages ranked by cosine and by BM25; null where there was no query, too. */
  readonly cosine: RankingIntervals | null;
  readonly bm25: RankingIntervals | null;
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
  /** The same crawls with or without politeness, whichever `runs` are not; empty where nobody has to be waited for. */
  readonly besides: readonly RunResult[];
  /** In the order of `contenders`. */
  readonly politeness: readonly PolitenessCost[];
  /** The time that the budget would take on a single host (s), which times are measured against; 0 without a clock. */
  readonly span: number;
  readonly standings: readonly Standing[];
  /** In the order of `standings`, of those that judge pages. */
  readonly judgements: readonly JudgementStanding[];
  readonly comparisons: readonly Comparison[];
  readonly overlaps: readonly Overlap[];
  /** What could not be run, and why. */
  readonly skipped: readonly Skipped[];
}
