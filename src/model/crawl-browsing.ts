import type { KeptCommand } from './commands.js';
import type { UrlRecord } from './crawl-store.js';
import type { RequestKind } from './frontier.js';
import type { VisitOutcome } from './visit.js';

/**
 * A crawl for people who look around in it, however large it is: everything is asked for in pieces, and each piece costs about as much
 * as it brings. What has to go through a whole table says so; whoever asks keeps the answer for a while.
 */
export interface CrawlBrowsing {
  /** Another number whenever something of the crawl was committed since this reader was opened. Reads no table. */
  version(): Promise<number>;
  /** Which judge's judgements count now: all relevances are others when it changes. */
  judge(): Promise<string>;
  /** When the crawl was judged anew, first to last (ms), the first judge left out. */
  rejudgedAt(): Promise<readonly number[]>;
  /** Visits in an order, behind a place in it. */
  facts(query: FactQuery): Promise<readonly VisitFact[]>;
  /** The commands so far, in order: the last ones up to a limit. */
  commands(limit: number): Promise<readonly KeptCommand[]>;
  commandsWaiting(): Promise<number>;
  /** Queued URLs in the order of their ids. */
  queued(query: { readonly after?: number; readonly limit: number }): Promise<readonly QueuedUrl[]>;
  /** The first in the queue, whatever their hosts wait for. Goes through the whole queue. */
  bestQueued(count: number): Promise<readonly QueuedUrl[]>;
  /** Levels that hold any, in the order in which they are served. Goes through the whole queue. */
  queueLevels(): Promise<readonly { readonly level: number; readonly queued: number }[]>;
  /** How many URLs each rule keeps out of the queue. Goes through an index of them. */
  rejections(): Promise<Readonly<Record<string, number>>>;
  /** Those of one rule, in the order of their ids. */
  rejectedBy(rule: string, query: { readonly after?: number; readonly limit: number }): Promise<readonly UrlRecord[]>;
  /** Of hosts that the crawl knows. */
  hostStates(names: readonly string[]): Promise<ReadonlyMap<string, HostRecord>>;
  /** URLs of a host in the queue. */
  queuedOn(host: string): Promise<number>;
  /** Origins of a host whose robots.txt was asked for. */
  robotsOrigins(host: string): Promise<readonly string[]>;
}

/** Undefined: from the beginning. In the orders by relevance both count, in those by visit the sequence number alone. */
export interface FactPlace {
  readonly relevance: number;
  readonly seq: number;
}

export interface FactQuery {
  /** By sequence number, up or down; or judged visits, the most or least relevant first, equal ones by sequence number. */
  readonly order: 'visit' | 'visit-down' | 'relevance' | 'relevance-up';
  readonly after?: FactPlace;
  readonly limit: number;
}

/** What can be told of a visit without its texts. */
export interface VisitFact {
  readonly seq: number;
  readonly urlId: number;
  readonly url: string;
  readonly host: string;
  readonly agent: number;
  readonly level: number;
  readonly outcome: VisitOutcome;
  readonly reason: string;
  readonly fetchedAt: number;
  readonly priorityParent: number;
  readonly kind: RequestKind;
  readonly superseded: boolean;
  readonly noindex: boolean;
  readonly language: string;
  /** 0 where it was not judged. */
  readonly relevance: number;
  readonly relevant: boolean;
}

export interface QueuedUrl {
  readonly id: number;
  readonly url: string;
  readonly host: string;
  readonly queue: number;
  readonly level: number;
  readonly priority: number;
  readonly depth: number;
  readonly attempts: number;
  readonly kind: RequestKind;
}

export interface HostRecord {
  /** It may not be asked before (ms). */
  readonly nextAt: number;
  /** Its own delay (ms), where it has one. */
  readonly delay?: number;
  readonly failures: number;
  /** Documents fetched. */
  readonly fetched: number;
}
