import type { Interval, LabReport } from '../../results.js';
import type { CheckedClaim, Verdict } from '../check.js';
import type { CurvePoint } from '../experiment.js';

/** What came of the papers' experiments on a web. */
export interface PapersReport {
  readonly made: LabReport['made'];
  readonly web: LabReport['web'];
  readonly randomSeed: number;
  readonly experiments: readonly ExperimentReport[];
}

export interface ExperimentReport {
  readonly id: string;
  readonly paper: string;
  readonly place: string;
  readonly claim: string;
  readonly standIn?: string;
  /** Topics, seeds and budget in words; '' when it was not run. */
  readonly setting: string;
  /** Columns. */
  readonly measures: readonly { readonly name: string; readonly digits: number }[];
  readonly rows: readonly ExperimentRow[];
  readonly curve?: { readonly x: string; readonly y: string };
  readonly claims: readonly CheckedClaim[];
  readonly verdict: Verdict;
  /** How the verdict comes about. */
  readonly why: string;
  /** Reasons that were supposed for what does not hold, as they were tested; none where all of it holds. */
  readonly reasons: readonly TestedReason[];
}

export interface TestedReason {
  readonly words: string;
  /** Words of the parts of the claim that it is about; all parts where there are none. */
  readonly of?: string;
  readonly tested: CheckedClaim;
}

/** A contender: the paper's figures beside ours. */
export interface ExperimentRow {
  readonly name: string;
  /** As printed; '' where the paper says nothing of it. */
  readonly published: string;
  /** One a measure; null where no crawl has a value. */
  readonly figures: readonly (Interval | null)[];
  /** Means over the tasks, where the experiment has a curve. */
  readonly curve: readonly CurvePoint[];
}
