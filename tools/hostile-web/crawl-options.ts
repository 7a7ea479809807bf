import type { CrawlOptions } from '../../src/config/options.js';
import { wantedQuery } from './invented-page.js';

/** Pages of a host: what bounds most traps. No other site has as many. */
export const mostPerHost = 40;
/** Links away from the start: what bounds the others. */
export const mostDeep = 25;

/**
 * The options that the table of sites is written for: with them a crawl ends by itself, when nothing is left but hosts that are
 * at their limit or want to be left alone. Times are short, so that slow sites cost seconds.
 */
export const crawlOptions = {
  query: wantedQuery,
  allowPrivate: true,
  delay: '20ms',
  timeout: '5s',
  retries: 1,
  maxPerHost: mostPerHost,
  maxPerDomain: 'none',
  maxDepth: mostDeep,
  // All of it is to be visited, however little it brings.
  stopWhenYieldBelow: 0,
  requests: 48,
} as const satisfies CrawlOptions;
