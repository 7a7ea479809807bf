import type { UrlState } from '../model/crawl-store.js';
import type { Candidate, Claim, Rejection, RequestKind, Rescore } from '../model/frontier.js';
import type { Score } from '../model/score.js';
import type { Visit } from '../model/visit.js';
import type { HostScheduler } from './host-scheduler.js';
import type { HostState } from './hosts.js';

/** A URL that was met before. Its place is only meant where it is queued. */
export interface KnownUrl {
  readonly id: number;
  state: UrlState;
  depth: number;
  /** Visit that first found it; 0 for seeds. */
  parent: number;
  queue: number;
  level: number;
  priority: number;
}

/** What is asked of a URL when its turn comes. */
export interface QueuedUrl
  extends Pick<Claim, 'url' | 'depth' | 'hops' | 'attempts' | 'kind' | 'parent' | 'priorityParent'> {
  readonly expiresAt: number | undefined;
  /** Sequence number of a visit. */
  readonly expiresAfter: number | undefined;
}

/** How a queued URL came to its place. */
export interface PlaceOrigin {
  /** The visit whose link gave it; that of before where absent. */
  readonly priorityParent?: number;
  /** Parts of the score, where they are merged one by one; those of before where absent. */
  readonly parts?: Score['parts'];
}

/**
 * What a frontier keeps, apart from how it decides. Decisions are synchronous: what they ask for must be at hand. Where that is not all of
 * the crawl, `load` is there, and whoever calls the frontier brings what a decision will ask for first.
 */
export interface FrontierTables {
  readonly hosts: HostTable;
  readonly urls: UrlTable;
  readonly visits: VisitTable;
  /** Brings queued URLs at hand. */
  readonly load?: (urlIds: readonly number[]) => Promise<void>;
  /** Where some hosts belong to other processes. */
  readonly others?: OtherOwners;
  /** Fills an empty scheduler with the hosts and the queue as they were left. */
  restore(scheduler: HostScheduler): void;
  /** All of `work` is kept, or nothing; for good after the next `commit`, or soon by itself. */
  write<T>(work: () => T): T;
  /**
   * Keeps what is written from now on until the returned function is called as a whole, or nothing of it. Absent where that cannot last
   * longer than a turn of the event loop.
   */
  hold?(): () => void;
  commit(): void;
}

/** Those who own hosts that are not this process's own: what is found for their URLs is theirs to decide. */
export interface OtherOwners {
  /** Passes on a URL that the visit `parent` found; false where it is our own to admit. */
  offer(candidate: Candidate, parent: number): boolean;
  /** Passes on a new score of a URL; false where it is our own to move. */
  rescore(change: UrlRescore): boolean;
}

/** A new score of one URL. */
export type UrlRescore = Extract<Rescore, { readonly url: string }>;

export interface HostTable {
  /** Returns its id. */
  add(host: string): number;
  save(hostState: HostState): void;
}

export interface UrlTable {
  readonly size: number;
  find(url: string, hostState: HostState): KnownUrl | undefined;
  /** A URL met for the first time: queued, unless the candidate is rejected. */
  insert(candidate: Candidate, hostState: HostState, parent: number): KnownUrl;
  /** One that was rejected or expired is queued after all, or a visited one again, as this candidate has it. */
  readmit(known: KnownUrl, candidate: Candidate, hostState: HostState, parent: number): void;
  /** What a sitemap says of when the known URL last changed. */
  saveModified(urlId: number, modifiedAt: number): void;
  /** Undefined where it has to be loaded first. */
  queued(urlId: number): QueuedUrl | undefined;
  urlOf(urlId: number): string;
  /** The known URL has another depth now. */
  saveDepth(known: KnownUrl): void;
  /** The known URL has another level or priority now. */
  savePlace(known: KnownUrl, origin: PlaceOrigin): void;
  /** The queued URL is worth more or less by now; how it came into the queue stays as it is. */
  savePriority(url: { readonly id: number; readonly url: string }, priority: number): void;
  /** The queued URL is for another kind. */
  saveKind(urlId: number, kind: RequestKind): void;
  /** The queued URL was met again: it is forgotten when this candidate would be. */
  saveExpiry(urlId: number, expiry: Pick<Candidate, 'expiresAt' | 'expiresAfter'>): void;
  /** Parts of the score of a queued URL; none where nobody merges them. */
  partsOf(urlId: number): Score['parts'];
  /** What was claimed is in the queue again. */
  requeue(claim: Claim, attempts: number): void;
  /** It leaves the queue; `reason` is the rule that rejected it. */
  leave(
    url: { readonly id: number; readonly url: string },
    state: 'visited' | 'expired' | 'rejected',
    reason?: Rejection,
  ): void;
}

export interface VisitTable {
  /** Sequence number of the last visit. */
  readonly last: number;
  /** Returns its sequence number, one more than the last. */
  add(claim: Claim, visit: Visit): number;
  addLinks(seq: number, links: readonly { readonly urlId: number; readonly link: Candidate }[]): void;
  /** The way back, from URLs to a visit that links to them, where it is kept apart from the links: called with some of them at a time. */
  addEdges?(seq: number, urlIds: readonly number[]): void;
  /** Queued URLs that were first found by the visit `parent`, without one of them. */
  siblings(of: { readonly id: number; readonly parent: number }): string[];
  /** If the visit was a redirect: the visit that first found the URL that redirects. */
  redirectedFrom(seq: number): number | undefined;
  /** What the agent has learnt from all visits so far, undefined for nothing; their lessons need not be kept. */
  saveKnowledge(agent: number, data: Uint8Array | undefined): void;
}

/** The level that a link is remembered with: negative where a rule kept it out. */
export function levelOf({ rejected, level }: Candidate): number {
  return rejected === undefined ? level : -level;
}
