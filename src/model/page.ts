import type { TermCounts } from '../text/term-counts.js';
import type { PageRights } from './page-rights.js';

/**
 * What a fetched document is once it has been read: text, facts and links. Produced by `readPage`. The fields that `PagePart` names
 * are empty in the pages of a crawl unless its strategy reads them (`StrategyEntry.reads`): they are most of the bulk of a page.
 */
export interface Page {
  /** Canonical URL it was fetched from. */
  readonly url: string;
  readonly contentType: string;
  readonly charset: string;
  readonly title: string;
  /** All visible text, one line for each block. A `PagePart`. */
  readonly text: string;
  /** `text` without navigation and other boilerplate blocks. A `PagePart`. */
  readonly mainText: string;
  /** ISO 639-1 code, or '' when unknown. */
  readonly language: string;
  /** ISO 8601 date or date-time, where the page states it. */
  readonly published?: string;
  /** When it last changed, in the same form. */
  readonly modified?: string;
  readonly author?: string;
  readonly noindex: boolean;
  /** What it says of how it may be used, in its head and headers. */
  readonly rights?: PageRights;
  readonly nofollow: boolean;
  /** Canonical form of `<link rel=canonical>`, where stated. */
  readonly canonical?: string;
  /** Terms of title and visible text, through the text pipeline. */
  readonly terms: TermCounts;
  /** 64-bit fingerprint of the visible text and link targets, 16 hex digits; exact copies share it. */
  readonly fingerprint: string;
  /** 64 bits in 16 hex digits, nearly the same for nearly the same pages; absent where the page has too few terms to tell. */
  readonly simhash?: string;
  /** One entry a distinct target, in document order. */
  readonly links: readonly Link[];
  /** It is a sitemap, and its links are pages, or further sitemaps. */
  readonly lists?: 'pages' | 'sitemaps';
  /** Links that were left out because the page has more than the limits allow (see page-limits.ts). */
  readonly droppedLinks?: number;
  /** It says nothing without scripts, which were not run. */
  readonly needsScripts?: true;
}

/** A link as the page shows it. Several links of a page to one target are merged into one entry. */
export interface Link {
  /** Canonical URL (see canonical-url.ts); always http or https. */
  readonly url: string;
  /** Anchor text, with the alt text of images inside; distinct texts of merged links joined by ' · '. */
  readonly anchor: string;
  /** The sentence of the page around the link, anchor included. A `PagePart`. */
  readonly context: string;
  /** Place in the document: tags with class and id from the root, such as `body/div#nav/ul.menu/li/a`. A `PagePart`. */
  readonly path: string;
  /** Number of the link in the document, from 0. */
  readonly position: number;
  readonly nofollow: boolean;
  /** When the target last changed, as a sitemap says (ms). */
  readonly modifiedAt?: number;
  /** Term ids in order of appearance, with repeats. */
  readonly anchorTerms: Uint32Array;
  /** Of the URL and of the context, each a `PagePart`. */
  readonly urlTerms: Uint32Array;
  readonly contextTerms: Uint32Array;
}

/**
 * What of a page and its links is only there when it is asked for, by the names of the fields: the texts of the page (`text`,
 * `mainText`), the sentence around a link (`context`) and its place in the document (`path`), the terms of a link's URL and of its
 * context.
 */
export const pageParts = ['text', 'mainText', 'context', 'path', 'urlTerms', 'contextTerms'] as const;
export type PagePart = (typeof pageParts)[number];

/** The parts that are text for people. */
export const pageTexts = ['text', 'mainText', 'context', 'path'] as const satisfies readonly PagePart[];
