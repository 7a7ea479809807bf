import type { Clock } from '../clock.js';
import type { LearntVisit } from './strategy.js';

/** Counts of visits, as a `Tally` has them. */
export type SharedCounts = Readonly<
  Record<'documents' | 'relevant' | 'redirects' | 'failed' | 'refused' | 'sitemaps' | 'bytes', number>
>;

/** A page as the content-seen test has it, by whomever it was brought. */
export interface BroughtPage {
  readonly urlId: number;
  readonly url: string;
  readonly simhash?: string | undefined;
}

/** A crawl that several workers share, as one of them sees it. */
export interface SharedCrawl {
  /** Names this run of the worker among all of the crawl's: letters, digits and hyphens. */
  readonly worker: string;
  /** The time that all of them go by. */
  readonly clock: Clock;
  /** Whether its hosts are its own for the next moments: to be asked right before a request is sent. */
  holdsLease(): boolean;
  /** Pages that it may begin to visit, of a budget for all; it asks for more by itself. */
  pagesLeft(maxPages: number, underWay: number): number;
  /** Whether all pages of the budget were visited, by whomever. */
  isSpent(maxPages: number): boolean;
  /** Whether others may still find something for it, or leave it something, when it has nothing to do itself. */
  mayComeYet(): boolean;
  /** What the others have visited since this was last asked. */
  takeOthers(): SharedCounts;
  /** What the agent of this id has learnt elsewhere since this was last asked. */
  lessonsFor(agent: number): readonly LearntVisit[];
  /** The agent learns by this strategy from here on. */
  follow(agent: number, strategy: string): void;
  /** Called when there may be something to do that was not there before. */
  onChange(listener: () => void): void;
  /**
   * Whoever brings a page first has it. `sameAs`: the URL under which another has brought it. `others`: what other workers have brought
   * since this was last called, up to this page.
   */
  bring(page: BroughtPage & { readonly fingerprint: string }): Promise<{
    readonly sameAs?: string;
    readonly others: readonly BroughtPage[];
  }>;
  /** Figures for those who watch the worker. */
  figures(): Readonly<Record<string, number>>;
}
