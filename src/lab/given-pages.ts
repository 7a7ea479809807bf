import type { CrawlRecords } from '../model/crawl-store.js';
import { isForSitemap } from '../model/is-for-sitemap.js';
import { landing } from '../url/redirect-landing.js';

/** The pages that were given to a crawl, so that it did not have to find them. */
export interface GivenPages {
  readonly seeds: readonly string[];
  readonly examples: readonly string[];
}

/** Seeds and examples as they were visited; those that never answered are left out. */
export async function givenPages(records: CrawlRecords): Promise<GivenPages> {
  const [seeds, examples] = [new Set<string>(), new Set<string>()];
  for await (const visit of records.visits()) {
    const { url, parent, depth, agent, outcome } = visit;
    if (parent !== '' || depth !== 0 || outcome === 'failed' || outcome === 'refused') continue;
    if (isForSitemap(visit, visit)) continue;
    // Examples are fetched by agents of their own.
    (agent < 0 ? examples : seeds).add(url);
  }
  return { seeds: [...seeds], examples: [...examples] };
}

/** Where a URL leads in the end, by the redirects that the crawl met. */
export async function landings(records: CrawlRecords): Promise<(url: string) => string> {
  const next = new Map<string, string>();
  for await (const { url, detail } of records.visits({ outcomes: ['redirect'] }))
    if (detail !== undefined) next.set(url, detail);
  return (url) => landing(url, (at) => next.get(at));
}
