import type { CrawlCard, Job } from './crawls.js';
import type { LiveState } from './live.js';

/**
 * `GET /api/stream` sends events named `update` whose data is a `StreamMessage`, at most one a second and only when something changed;
 * comments in between keep the connection alive. A page has one stream: with `?crawl=ID` it is about that crawl and all jobs, without
 * it about the list of crawls and all jobs. The first message comes at once. EventSource reconnects by itself; after 401 open the
 * session again. At most 16 streams are open at a time (429).
 */
export interface StreamMessage {
  readonly at: number;
  /** All of them, where any changed; streams without a crawl. */
  readonly crawls?: readonly CrawlCard[];
  /** Where it changed; `history` has only points that are newer than those of the message before. */
  readonly live?: LiveState;
  /** Those that changed since the message before. */
  readonly jobs?: readonly Job[];
}
