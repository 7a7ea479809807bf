import type { TermCounts } from '../text/term-counts.js';
import type { MergeRule, Rescore } from './frontier.js';
import type { Link, Page } from './page.js';
import type { Score } from './score.js';

/** How relevant a page is: `relevance` 0..1 after the documented scaling, `raw` as the paper's formula gives it. */
export interface Judgement {
  readonly relevance: number;
  readonly raw: number;
  readonly parts: Readonly<Record<string, number>>;
  /** What the page hands on to the pages behind its links; kept with the visit. Only where the strategy `inherits`. */
  readonly inheritedState?: InheritedState;
}

/** Numbers that travel along a path of links: an inherited score, the depth that is left, a state of belief. */
export type InheritedState = Readonly<Record<string, number>>;

/** How the crawl came to a page. */
export interface Reached {
  /** Links from the nearest seed. */
  readonly depth: number;
  /** Level of the queue that it was taken from. */
  readonly level: number;
  /**
   * The visit whose link gave the page its place in the queue, for strategies that inherit. Absent for seeds, and where
   * that page left no inherited state.
   */
  readonly from?: { readonly url: string; readonly inheritedState: InheritedState };
}

/** Where a link goes in the queue. */
export interface LinkScore extends Score {
  /** 1 when absent. Lower levels are served first. */
  readonly level?: number;
  /** The strategy does not follow it. It is remembered as such, and may enter the queue later by another link. */
  readonly pruned?: boolean;
}

/** A committed visit, as a strategy learns from it. Enough to replay the learning after a restart. */
export interface LearntVisit {
  readonly url: string;
  readonly terms: TermCounts;
  readonly judgement: Judgement;
  readonly relevant: boolean;
  readonly reached: Reached;
  /** Its links with their terms, for strategies whose `lessons` are 'links'; empty for others. */
  readonly links: readonly LearntLink[];
  /**
   * It is another agent's visit: the page was not in the queue of this one, and its links are not, unless they were met here
   * too. What `learn` answers is not heeded. It may come without links, whatever the `lessons` are.
   */
  readonly foreign?: true;
  /** It is a sitemap: it has no terms, and its links are entries that a site lists, not what a page recommends. */
  readonly isSitemap?: true;
}

/** What of a link can be learnt again after a restart. */
export type LearntLink = Pick<Link, 'url' | 'anchorTerms' | 'urlTerms' | 'contextTerms'>;

/**
 * A crawler of the literature, or a user's own: how to judge a page and in which order to follow its links.
 * The engine calls `judge`, then `rank`, then `learn` for one page before it turns to the next, in the order of visits.
 */
export interface Strategy {
  readonly name: string;
  /** What happens to the priority of a queued URL that is met again. */
  readonly merge: MergeRule;
  /** Whether it reads `Reached.from`. */
  readonly inherits?: boolean;
  judge(page: Page, reached: Reached): Judgement | Promise<Judgement>;
  /** One score a link, in the order of `links`. */
  rank(
    page: Page,
    judgement: Judgement,
    links: readonly Link[],
    reached: Reached,
  ): readonly LinkScore[] | Promise<readonly LinkScore[]>;
  /** Learns from the visit; may ask for queued URLs to be scored anew. Uses neither clock nor I/O: it is replayed on resume. */
  learn?(visit: LearntVisit): readonly Rescore[] | undefined;
  /**
   * Whether `learn` is also told of pages that were fetched for nothing, copies and those with words that are not meant: as of
   * visits without terms and links; what it answers is not heeded.
   */
  readonly learnsWaste?: boolean;
  /**
   * Whether `learn` is also told of sitemaps; what it answers is not heeded. Others judge a sitemap and rank its entries, and are not to
   * learn from it: a strategy that learns in `judge` or `rank` has to look at `Page.lists`.
   */
  readonly learnsSitemaps?: boolean;
  /** What `learn` is given: 'terms' when absent. May change while crawling, from 'links' to 'terms'. */
  readonly lessons?: 'terms' | 'links';
  /** What it has learnt, apart from itself; needed when `learn`, `refill` or `refresh` change it. */
  readonly knowledge?: Knowledge;
  /** The levels of the queue to take the next URL from, in order of preference, for the n-th request (from 0). */
  levels?(request: number): readonly number[];
  /**
   * With it, only level 1 is served, until all that was on it has been visited; then what this returns is done, and saved
   * with the knowledge. When level 1 stays empty all the same, the other levels are served as they are.
   */
  refill?(): readonly Rescore[];
  /**
   * What a queued URL is worth by now; undefined where the strategy cannot tell. With it, each URL is valued once more before
   * its request, and the best of the queue every so many visits: queues are too long to be valued anew as a whole. Changes
   * nothing of the strategy.
   */
  revalue?(url: string): number | undefined;
  /** A person has judged a page: what it was taken for was right or wrong. Uses neither clock nor I/O. */
  applyLabel?(label: PersonsLabel): void;
  /** The words that count most by now, best first, by the ids of their terms: what the directory tells of an agent. */
  table?(count: number): readonly (readonly [id: number, weight: number])[];
  /** Called between pages with the number of pages judged so far; may do I/O. True if the knowledge changed: it is saved at once. */
  pollExternal?(pages: number): Promise<boolean>;
}

/**
 * A person's judgement of a visited page, as soon as the crawl comes to know of it. A page comes again when the person has
 * changed their mind: what was said last counts. When a crawl is judged anew, all labels come before its first page.
 */
export interface PersonsLabel {
  readonly url: string;
  readonly terms: TermCounts;
  readonly relevant: boolean;
}

/** What a strategy has learnt. */
export interface Knowledge {
  snapshot(): Uint8Array;
  restore(data: Uint8Array): void;
}
