import type { CrawlOptions } from '../config/options.js';
import { settingsFrom } from '../config/settings.js';
import { Crawl } from '../crawl/crawl.js';
import { type CrawlRun, crawlRun, type RunOptions } from '../crawl/crawl-run.js';
import type { CrawlHooks } from '../crawl/open-crawl.js';

/**
 * Crawls for a topic. Options are those of the command line; without `out` everything stays in memory. Wrong options
 * throw at once; leaving the loop early stops the crawl, which can be resumed if it has a folder.
 */
export function crawl(
  { signal, allowDeadSeeds, by, ...options }: CrawlOptions & RunOptions,
  hooks: CrawlHooks = {},
): CrawlRun {
  const settings = settingsFrom({ options: options as CrawlOptions });
  return crawlRun((all) => Crawl.start(settings, all), { signal, allowDeadSeeds, by }, hooks);
}
