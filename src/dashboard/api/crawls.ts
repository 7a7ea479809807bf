import type { RunState } from './live.js';

/** One line of the list of crawls. */
export interface CrawlCard {
  readonly id: string;
  /** Name of its folder, for people. */
  readonly name: string;
  readonly topic: string;
  readonly state: RunState;
  readonly pages: number;
  readonly relevant: number;
  /** Harvest of up to 30 stretches that are evenly apart in pages, the last of them the newest. */
  readonly sparkline: readonly number[];
  readonly startedAt?: number;
  /** Set where the folder cannot be read; all else is empty then. */
  readonly problem?: string;
}

/** What the form offers. */
export interface StartForm {
  readonly sources: readonly { readonly name: string; readonly about: string; readonly ready: boolean }[];
  readonly genres: readonly { readonly name: string; readonly about: string }[];
  readonly strategies: readonly { readonly name: string; readonly about: string }[];
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  /** As in a config file. */
  readonly defaults: StartRequest;
}

/**
 * A crawl to start. Only these options can be set from the page; files of this machine cannot be named. Durations and sizes are written
 * as on the command line (`10m`, `2GB`).
 */
export interface StartRequest {
  /** Name of the new folder: letters, digits, `-`, `_`, `.`; made of the query where absent. */
  readonly name?: string;
  readonly query?: string;
  readonly not?: readonly string[];
  /** URLs of example pages. */
  readonly example?: readonly string[];
  readonly genre?: readonly string[];
  readonly language?: string;
  readonly strategy?: string;
  readonly threshold?: number;
  /** URLs. Without any, `sources` are asked. */
  readonly seed?: readonly string[];
  readonly sources?: readonly string[];
  readonly seedCount?: number;
  readonly agents?: number | 'auto';
  readonly maxPages?: number;
  readonly maxRelevant?: number;
  readonly maxTime?: string;
  readonly maxBytesOnDisk?: string;
  readonly maxDepth?: number;
  readonly maxPerHost?: number;
  readonly domains?: readonly string[];
  readonly blockHosts?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly delay?: string;
  readonly prefer?: 'speed' | 'balanced' | 'quality';
  readonly contact?: string;
}

export interface StartedCrawl {
  readonly id: string;
}

/** At most 50 seeds. */
export interface CheckSeedsRequest {
  readonly seed: readonly string[];
}

/** How a crawl would treat a seed. */
export interface SeedCheck {
  readonly given: string;
  readonly url: string;
  readonly visited: boolean;
  /** Code of docs/reasons.md; '' where it would be visited. */
  readonly reason: string;
  /** In one sentence. */
  readonly words: string;
  /** Where redirects lead, if elsewhere. */
  readonly leadsTo?: string;
  readonly title?: string;
}

/** Work that takes a while. It is kept for ten minutes after its end. */
export interface Job<Result = unknown> {
  readonly id: string;
  readonly kind: 'seeds' | 'rules' | 'topic-preview' | 'topic-apply' | 'round' | 'index' | 'lab';
  readonly crawl?: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  /** What it is doing, in words. */
  readonly doing: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
  /** What is there so far, where that is of use. */
  readonly partial?: Result;
  readonly result?: Result;
  readonly error?: { readonly code: string; readonly message: string };
}
