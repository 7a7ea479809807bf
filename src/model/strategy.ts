import type { TermCounts } from '../text/term-counts.js';
import type { Features } from './features.js';
import type { MergeRule, Rescore } from './frontier.js';
import type { Link, Page } from './page.js';
import type { Score } from './score.js';

/** How relevant a page is: `relevance` 0..1 after the documented scaling, `raw` as the paper's formula gives it. */
export interface Judgement {
  readonly relevance: number;
  readonly raw: number;
  readonly parts: Readonly<Record<string, number>>;
  /** What the page hands on to the pages behind its links; kept with the visit. Only where `queueing.inherits`. */
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
  /** What `features` made of the page, where the strategy has it and the page was judged. */
  readonly features?: Features;
  /** Its links with their terms, where `lessons.of` is 'links'; empty otherwise. */
  readonly links: readonly LearntLink[];
  /**
   * It is another agent's visit: the page was not in the queue of this one, and its links are not, unless they were met here
   * too. What `learn` returns is ignored. It may come without links, whatever `lessons.of` is.
   */
  readonly foreign?: true;
  /** It is a sitemap: it has no terms, and its links are entries that a site lists, not what a page recommends. */
  readonly isSitemap?: true;
}

/** What of a link can be learnt again after a restart. */
export type LearntLink = Pick<Link, 'url' | 'anchorTerms' | 'urlTerms' | 'contextTerms'>;

/**
 * A crawler of the literature, or a user's own: how to judge a page and in which order to follow its links. `name`, `judge` and
 * `rank` are all that it needs. The engine calls `judge`, then `rank`, then `learn` for one page before it turns to the next, in
 * the order of visits; so these have to be quick. What takes long, such as asking a model server, belongs in `features`.
 *
 * What a strategy reads of a page beyond the usual is declared in `StrategyEntry.reads`, before the first page is fetched.
 */
export interface Strategy {
  readonly name: string;
  /**
   * Slow work on a page, done for all pages in flight at the same time and before `judge`. It must depend on the page alone, not on
   * what was learnt. The result is kept with the visit: a resumed or rejudged crawl replays it and does not call this again. When it
   * rejects, the strategy has failed at the page: the page is tried again as often as a request is (`--retries`), and then fails.
   */
  features?(page: Page): Promise<Features>;
  /** `features` is what the method of that name made of the page; undefined without it. */
  judge(page: Page, reached: Reached, features?: Features): Judgement | Promise<Judgement>;
  /** One score for each link, in the order of `links`. */
  rank(
    page: Page,
    judgement: Judgement,
    links: readonly Link[],
    reached: Reached,
    features?: Features,
  ): readonly LinkScore[] | Promise<readonly LinkScore[]>;
  /** Learns from the visit; may ask for queued URLs to be scored anew. Uses neither clock nor I/O: it is replayed on resume. */
  learn?(visit: LearntVisit): readonly Rescore[] | undefined;
  /** What `learn` is called with; the terms of pages when absent. */
  readonly lessons?: Lessons;
  /** What it has learnt, apart from itself; needed when `learn`, `queueing.refill`, `labels` or `external` change it. */
  readonly knowledge?: Knowledge;
  /** How its URLs wait in the queue. */
  readonly queueing?: Queueing;
  /** It learns from what people say of visited pages. */
  readonly labels?: LabelLearning;
  /** It depends on something outside the crawl that changes, such as a log of queries. */
  readonly external?: ExternalSource;
  /** The terms that count most by now, best first, by their ids: shown by `osprey status`. */
  topTerms?(count: number): readonly (readonly [id: number, weight: number])[];
}

/** What `learn` is called with. */
export interface Lessons {
  /** The terms of a page ('terms', when absent), or those of its links too. May change while crawling, from 'links' to 'terms'. */
  readonly of?: 'terms' | 'links';
  /**
   * Also pages that were fetched for nothing, copies and those with words of `--not`: as visits without terms and links. What
   * `learn` returns for them is ignored.
   */
  readonly waste?: boolean;
  /**
   * Also sitemaps; what `learn` returns for them is ignored. Without it, a sitemap is judged and its entries are ranked, and nothing
   * may be learnt from it: a strategy that learns in `judge` or `rank` has to look at `Page.lists`.
   */
  readonly sitemaps?: boolean;
}

/** How the URLs of a strategy wait in the queue. */
export interface Queueing {
  /** What happens to the priority of a queued URL that is met again: 'max' when absent. */
  readonly merge?: MergeRule;
  /** Whether it reads `Reached.from`: the state handed on by the page that gave a URL its place in the queue. */
  readonly inherits?: boolean;
  /** The levels of the queue to take the next URL from, in order of preference, for the n-th request (from 0). */
  levels?(request: number): readonly number[];
  /**
   * With it, only level 1 is served, until everything on it has been visited; then what this returns is done, and saved
   * with the knowledge. If level 1 stays empty all the same, the other levels are served as they are.
   */
  refill?(): readonly Rescore[];
  /**
   * What a queued URL is worth by now; undefined where the strategy cannot tell. With it, each URL is valued once more before
   * its request, and the best of the queue every few visits: queues are too long to be valued anew as a whole. Changes
   * nothing of the strategy.
   */
  revalue?(url: string): number | undefined;
}

/** How a strategy learns from people. */
export interface LabelLearning {
  /** A person has judged a page: what it was taken for was right or wrong. Uses neither clock nor I/O. */
  apply(label: PersonsLabel): void;
}

/** Something outside the crawl that a strategy depends on. */
export interface ExternalSource {
  /** Called between pages with the number of pages judged so far; may do I/O. True if the knowledge changed: it is saved at once. */
  poll(pages: number): Promise<boolean>;
}

/**
 * A person's judgement of a visited page, as soon as the crawl comes to know of it. A page comes again when the person has
 * changed their mind: what was said last counts. When a crawl is rejudged, all labels come before its first page.
 */
export interface PersonsLabel {
  readonly page: Page;
  readonly relevant: boolean;
  /** What `features` made of the page, where the strategy has it. */
  readonly features?: Features;
}

/** Bytes in pieces, with their total length. */
export interface Pieces extends Iterable<Uint8Array> {
  readonly length: number;
}

/** What a strategy has learnt. */
export interface Knowledge {
  snapshot(): Uint8Array;
  /** The snapshot in pieces, each to be copied before the next: of millions of URLs it is a tenth of all memory, and one copy of it is enough. */
  pieces?(): Pieces;
  restore(data: Uint8Array): void;
}
