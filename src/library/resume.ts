import type { CrawlOptions, OptionKey } from '../config/options.js';
import { Crawl } from '../crawl/crawl.js';
import { type CrawlRun, crawlRun, type RunOptions } from '../crawl/crawl-run.js';
import type { CrawlHooks } from '../crawl/open-crawl.js';
import { resumedSettings } from '../crawl/resumed-settings.js';
import { seedsFor } from '../crawl/seeds/seed-finding.js';
import { crawlLocation } from '../store/crawl-location.js';
import { runWithHome } from './run-with-home.js';

/** Options of a crawl that are to change; seeds and blocked hosts come on top of those it has. */
export type ResumeOptions = { readonly [Key in Exclude<OptionKey, 'query' | 'out'>]?: CrawlOptions[Key] };

/**
 * Continues the crawl in a folder, to the next end of its budget. What was settled when it began cannot change. Of a crawl in a database
 * (`postgres://user@host/database#name`) it becomes one of the workers; options hold for this one.
 */
export function resume(
  location: string,
  { signal, allowDeadSeeds, by, ...changes }: ResumeOptions & RunOptions = {},
  hooks: CrawlHooks = {},
): CrawlRun {
  const options = { signal, allowDeadSeeds, by };
  if (crawlLocation(location).kind === 'postgres') {
    const join = async (all: CrawlHooks) => {
      const { openWorker } = await import('../crawl/workers/open-worker.js');
      return openWorker(location, changes, all, 'options');
    };
    return runWithHome(join, async ({ crawl }) => crawl, options, hooks);
  }
  const open = async (all: CrawlHooks) => {
    const { settings, previous, starts } = await resumedSettings(location, changes, 'options');
    const seeds = starts === undefined ? [] : (await seedsFor(starts, all)).seeds;
    return Crawl.resume(settings, previous, seeds, all);
  };
  return crawlRun(open, options, hooks);
}
