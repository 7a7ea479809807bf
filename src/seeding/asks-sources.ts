import { isHttpUrl } from '../config/network-kinds.js';
import type { Settings } from '../config/options.js';

export type StartSettings = Pick<
  Settings,
  'seed' | 'seeds' | 'sources' | 'sitemap' | 'feed' | 'fromCrawl' | 'example' | 'web'
>;

/**
 * Whether sources are asked for seeds: where the user named some, or named no other start. An archived web is crawled without any
 * network, unless the user says so.
 */
export function asksSources(settings: StartSettings): boolean {
  if (settings.sources.length > 0) return true;
  const { seed, seeds, web, example } = settings;
  // The links of example pages are a start too.
  const isStarted = seed.length > 0 || seeds !== undefined || hasLists(settings) || example.some(isHttpUrl);
  return !isStarted && web.length === 0;
}

/** Whether there are sitemaps, feeds or crawls to start from. */
export function hasLists({ sitemap, feed, fromCrawl }: StartSettings): boolean {
  return sitemap.length + feed.length + fromCrawl.length > 0;
}
