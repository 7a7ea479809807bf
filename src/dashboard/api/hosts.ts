import type { Paging } from './endpoints.js';

export interface HostsQuery extends Paging {
  readonly order?: 'pages' | 'relevant' | 'harvest' | 'errors' | 'name';
  /** Part of the name. */
  readonly name?: string;
}

export interface HostLine {
  readonly host: string;
  readonly pages: number;
  readonly relevant: number;
  /** Visits that brought no page: failures and refusals. */
  readonly errors: number;
  /** ms between two requests to it. */
  readonly delay: number;
  /** Failures in a row. */
  readonly failures: number;
  /** It may not be asked before. */
  readonly notBefore?: number;
  readonly isBlocked: boolean;
  readonly isPreferred: boolean;
  /** Delay that somebody asked for (ms). */
  readonly slowed?: number;
}

export interface HostDetail extends HostLine {
  readonly queued: number;
  readonly reasons: readonly { readonly code: string; readonly words: string; readonly visits: number }[];
  readonly robots: readonly RobotsLine[];
  readonly firstVisit?: number;
  readonly lastVisit?: number;
}

/** Of one origin of the host. */
export interface RobotsLine {
  readonly origin: string;
  readonly fetchedAt: number;
  /** HTTP status, 0 where it could not be fetched. */
  readonly status: number;
  /** The lines that rule us, as they stand in the file: groups, rules and delays. At most 100. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** In one sentence: "Asks crawlers to wait 10 s and keeps 3 paths closed." */
  readonly words: string;
}

export interface MapQuery {
  /** Hosts at most, those with the most relevant pages first; 300 where absent, 1,000 at most. */
  readonly limit?: number;
  /** As it was at this time. */
  readonly until?: number;
}

/** Hosts and the ways between them. */
export interface SiteMap {
  readonly hosts: readonly MapHost[];
  readonly links: readonly MapLink[];
  /** First and last visit of the crawl, for the time slider. */
  readonly from: number;
  readonly to: number;
  readonly reading?: { readonly read: number; readonly of: number };
}

export interface MapHost {
  readonly host: string;
  readonly pages: number;
  readonly relevant: number;
  readonly firstVisit: number;
  /** The agent that made most of the visits. */
  readonly agent: number;
  readonly isSeed: boolean;
}

/** Pages of `to` that were visited because of a link on a page of `from`. */
export interface MapLink {
  /** Places in `SiteMap.hosts`. */
  readonly from: number;
  readonly to: number;
  readonly visits: number;
  readonly relevant: number;
  readonly agent: number;
  /** Visits through pages off the topic (levels below the first). */
  readonly tunnels: number;
}
