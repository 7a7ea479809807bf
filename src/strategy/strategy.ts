import type { MergeRule, Rescore } from '../frontier/frontier.js';
import type { Link, Page } from '../page/page.js';
import type { TermCounts } from '../text/term-counts.js';
import type { Score } from './score.js';

/** How relevant a page is: `relevance` 0..1 after the documented scaling, `raw` as the paper's formula gives it. */
export interface Judgement {
  readonly relevance: number;
  readonly raw: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** Where a link goes in the queue. */
export interface LinkScore extends Score {
  /** 1 when absent. */
  readonly level?: number;
}

/** A committed visit, as a strategy learns from it. Enough to replay the learning after a restart. */
export interface LearntVisit {
  readonly url: string;
  readonly terms: TermCounts;
  readonly judgement: Judgement;
  readonly relevant: boolean;
  readonly depth: number;
}

/**
 * A crawler of the literature, or a user's own: how to judge a page and in which order to follow its links.
 * The engine calls `judge`, then `rank`, then `learn` for one page before it turns to the next, in the order of visits.
 */
export interface Strategy {
  readonly name: string;
  /** What happens to the priority of a queued URL that is met again. */
  readonly merge: MergeRule;
  judge(page: Page): Judgement | Promise<Judgement>;
  /** One score a link, in the order of `links`. */
  rank(page: Page, judgement: Judgement, links: readonly Link[]): readonly LinkScore[] | Promise<readonly LinkScore[]>;
  /** Learns from the visit; may ask for queued URLs to be scored anew. Uses neither clock nor I/O: it is replayed on resume. */
  learn?(visit: LearntVisit): readonly Rescore[] | undefined;
  /** What it has learnt, apart from itself; needed when `learn` is there. */
  readonly knowledge?: Knowledge;
}

/** What a strategy has learnt. */
export interface Knowledge {
  snapshot(): Uint8Array;
  restore(data: Uint8Array): void;
  /** Takes in what another agent learnt. */
  merge(data: Uint8Array): void;
}
