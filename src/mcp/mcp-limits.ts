import type { RawOptions } from '../config/layer.js';

/** What the person who starts the server allows whoever uses it to do. */
export interface McpLimits {
  /** The folder that holds the crawls; nothing outside of it is read or written. */
  readonly root: string;
  /** Crawls can be read and searched, not started, stopped or labelled. */
  readonly readOnly: boolean;
  /** Most pages of a crawl that is started. */
  readonly maxPages: number;
  /** Longest time of a crawl that is started (ms). */
  readonly maxTime: number;
  /** Crawls that may run at the same time. */
  readonly maxCrawls: number;
  /** Crawls that are started stay on these hosts and their subdomains; any host where empty. */
  readonly domains: readonly string[];
  /** Options of every crawl that is started, which the user of the server cannot change: contact, network. */
  readonly fixed: RawOptions;
}
