import type { Calibration, CalibrationSums, Interval, LabReport, RankingQuality } from '../results.js';

export const judgeMeasures = ['averagePrecision', 'ndcg10', 'ndcg50', 'auc'] as const;
export type JudgeMeasure = (typeof judgeMeasures)[number];

/** Constants may be chosen by the topics of one half; what they are worth is told by the other. */
export const topicHalves = ['tuning', 'held out'] as const;
export type TopicHalf = (typeof topicHalves)[number];

/** How a judge ranks all pages for one topic. */
export interface JudgeResult {
  readonly judge: string;
  readonly topic: string;
  /** Average precision and nDCG are those of the whole web. */
  readonly ranking: RankingQuality;
  readonly auc: number;
  /** Of all pages, and of those that it ranks first; null where scores are no probabilities. */
  readonly calibration: CalibrationSums | null;
  readonly calibrationOfFirst: CalibrationSums | null;
}

/** A judge over all topics, or those of one half. */
export interface JudgeStanding {
  readonly judge: string;
  readonly half: TopicHalf | 'all';
  readonly topics: number;
  readonly measures: Readonly<Record<JudgeMeasure, Interval>>;
  /** Mean average precision as a multiple of the baseline's. */
  readonly ratio: number | null;
  readonly calibration: Calibration | null;
  readonly calibrationOfFirst: Calibration | null;
}

/** All judges on one recorded web. */
export interface JudgesReport {
  readonly made: LabReport['made'];
  readonly web: LabReport['web'];
  readonly baseline: string;
  /** Pages of each topic that are given as examples, and not counted. */
  readonly examples: number;
  /** How many pages count as ranked first. */
  readonly first: number;
  readonly topics: readonly {
    readonly id: string;
    readonly query: string;
    readonly relevant: number;
    readonly half: TopicHalf;
  }[];
  /** In order of mean average precision over all topics, best first. */
  readonly judges: readonly { readonly name: string; readonly summary: string }[];
  readonly results: readonly JudgeResult[];
  readonly standings: readonly JudgeStanding[];
}
