import type { Paging } from './endpoints.js';
import type { ScorePart } from './text.js';

export interface QueueView {
  readonly queued: number;
  readonly levels: readonly { readonly level: number; readonly queued: number }[];
  /** What is rejected, by rule, the most first. */
  readonly rejected: readonly { readonly rule: string; readonly words: string; readonly urls: number }[];
  /** When it was counted: large queues are counted now and then. */
  readonly at: number;
}

/** One of the next 200, in the order in which they would be served if all hosts were ready. */
export interface QueuedLine {
  readonly url: string;
  readonly host: string;
  readonly level: number;
  readonly priority: number;
  readonly parts: readonly ScorePart[];
  readonly depth: number;
  readonly attempts: number;
  readonly kind: 'page' | 'sitemap' | 'revisit';
  /** The best link to it; absent for seeds. */
  readonly from?: string;
  readonly anchor?: string;
  /** Its host may not be asked before; absent where it may be now. */
  readonly notBefore?: number;
  /** Why nothing of its host is visited any more: a rule; absent where it may be. */
  readonly closedBy?: string;
}

export interface RejectedQuery extends Paging {
  readonly rule: string;
}

export interface RejectedLine {
  readonly url: string;
  readonly depth: number;
  readonly from?: string;
}

/** The rules of the scope; each takes the place of the one before, absent ones stay. `none` takes a limit away. */
export interface Rules {
  readonly domains?: readonly string[];
  readonly blockHosts?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly maxDepth?: number | 'none';
  readonly maxPerHost?: number | 'none';
  readonly followNofollow?: boolean;
}

export interface RulesView {
  readonly rules: Required<Rules>;
}

export interface RulesPreview {
  /** Queued URLs that would leave the queue, and rejected ones that would enter it. */
  readonly drops: number;
  readonly admits: number;
  /** The first of them, at most 50 each. */
  readonly dropped: readonly { readonly url: string; readonly rule: string }[];
  readonly admitted: readonly { readonly url: string; readonly rule: string }[];
  /** "Would drop 1,234 and admit 56." */
  readonly words: string;
}
