import type { TermCounts } from '../text/term-counts.js';
import type { Features } from './features.js';
import type { RequestKind } from './frontier.js';
import type { PageRights } from './page-rights.js';
import type { Judgement, LearntLink } from './strategy.js';

/**
 * How a visit ended. `page`: read and judged. `duplicate`: a copy of a page visited before, or nearly one. `ignored`: holds words
 * that the topic does not mean. `redirect`: the answer pointed elsewhere. `refused`: not read, by a rule (robots, type).
 * `failed`: no usable answer after all attempts. `example`: fetched as an example of the topic. `unchanged`: visited again, and
 * the page is what it was. `sitemap`: a sitemap, whose entries are its links.
 */
export type VisitOutcome =
  | 'page'
  | 'duplicate'
  | 'ignored'
  | 'redirect'
  | 'refused'
  | 'failed'
  | 'example'
  | 'unchanged'
  | 'sitemap';

/** Where the exchange lies in the crawl's archive. */
export interface ArchivePosition {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** What is kept of a visit, besides its links. */
export interface Visit {
  readonly outcome: VisitOutcome;
  /** Code of the failure, refusal or matched rule; '' for pages. The table is in docs/reasons.md. */
  readonly reason: string;
  /** Detail behind the reason, in words, for `osprey why`. */
  readonly detail?: string;
  readonly fetchedAt: number;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  readonly contentType?: string;
  /** Bytes of the body as received. */
  readonly bytes?: number;
  readonly title?: string;
  readonly language?: string;
  readonly published?: string;
  /** As the page states it; `lastModified` is what its server says. */
  readonly modified?: string;
  readonly author?: string;
  readonly noindex?: boolean;
  /** What page and site say of how it may be used. */
  readonly rights?: PageRights;
  /** Validators of the answer, for the next request for the page (see download/validators.ts). */
  readonly etag?: string;
  readonly lastModified?: string;
  /** 16 hex digits. */
  readonly fingerprint?: string;
  /** 16 hex digits. */
  readonly simhash?: string;
  readonly archive?: ArchivePosition;
  readonly judgement?: Judgement & { readonly relevant: boolean };
  /** What the strategy's `features` made of the page. Not read back with the row: see `CrawlRecords.features`. */
  readonly features?: { readonly strategy: string; readonly value: Features };
  /** Kept until the next snapshot of a learning strategy, to replay what it learnt. */
  readonly lesson?: { readonly terms: TermCounts; readonly links: readonly LearntLink[] };
}

/** A visit as it is read back: the kept facts with its place in the crawl. */
export interface VisitRow extends Visit {
  readonly seq: number;
  readonly url: string;
  readonly urlId: number;
  readonly agent: number;
  readonly level: number;
  readonly depth: number;
  readonly priority: number;
  /** URL of the page it was found on first; '' for seeds. */
  readonly parent: string;
  /** Sequence number of the visit whose link gave it its place in the queue; 0 for seeds. */
  readonly priorityParent: number;
  /** What the request was for, where that was not a page met for the first time. */
  readonly kind?: RequestKind;
  /** It is not what is known of its URL now: a later visit found another version, or it found that nothing had changed. */
  readonly superseded?: true;
}
