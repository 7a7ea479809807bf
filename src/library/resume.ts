import type { CrawlOptions, OptionKey } from '../config/options.js';
import { Crawl } from '../crawl/crawl.js';
import { type CrawlRun, crawlRun, type RunOptions } from '../crawl/crawl-run.js';
import type { CrawlHooks } from '../crawl/open-crawl.js';
import { resumedSettings } from '../crawl/resumed-settings.js';
import { seedsFor } from '../crawl/seeds/seed-finding.js';

/** Options of a crawl that are to change; seeds and blocked hosts come on top of those it has. */
export type ResumeOptions = { readonly [Key in Exclude<OptionKey, 'query' | 'out'>]?: CrawlOptions[Key] };

/** Continues the crawl in a folder, to the next end of its budget. What was settled when it began cannot change. */
export function resume(
  folder: string,
  { signal, allowDeadSeeds, by, ...changes }: ResumeOptions & RunOptions = {},
  hooks: CrawlHooks = {},
): CrawlRun {
  const open = async (all: CrawlHooks) => {
    const { settings, previous, starts } = await resumedSettings(folder, changes, 'options');
    const seeds = starts === undefined ? [] : (await seedsFor(starts, all)).seeds;
    return Crawl.resume(settings, previous, seeds, all);
  };
  return crawlRun(open, { signal, allowDeadSeeds, by }, hooks);
}
