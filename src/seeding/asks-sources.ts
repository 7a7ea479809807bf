import type { RawOptions } from '../config/layer.js';
import { isHttpUrl } from '../config/network-kinds.js';
import { flagOf } from '../config/option.js';
import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';

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
  const isStarted = seed.length + seeds.length > 0 || hasLists(settings) || example.some(isHttpUrl);
  return !isStarted && web.length === 0;
}

/** Whether there are sitemaps, feeds or crawls to start from. */
export function hasLists({ sitemap, feed, fromCrawl }: StartSettings): boolean {
  return sitemap.length + feed.length + fromCrawl.length > 0;
}

/** What the command line says of sources says nothing where none is asked; a config file may be for other crawls too. */
export function refuseUnasked(settings: StartSettings, flags: RawOptions): void {
  const key = (['sourceUrl', 'sourceKey'] as const).find((name) => flags[name] !== undefined);
  if (key === undefined || asksSources(settings)) return;
  throw new UsageError(
    'source-not-asked',
    `${flagOf(key)}: no source is asked where you say where to start; name those to ask with --sources, or leave it out.`,
  );
}
