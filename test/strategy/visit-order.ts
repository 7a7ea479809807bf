import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CrawlOptions, Settings } from '../../src/config/options.js';
import { settingsFrom } from '../../src/config/settings.js';
import { Crawl } from '../../src/crawl/crawl.js';
import { type SitePage, startSite } from '../site.js';

type Pages = Readonly<Record<string, SitePage>>;

/**
 * The pages of a small web in the order in which a crawl visits them, as URLs without the scheme. The web is served over
 * real HTTP; one request at a time, so that the order is the strategy's.
 */
export async function visitOrder(pages: Pages, options: Partial<CrawlOptions>): Promise<string[]> {
  return withSite(pages, options, async (settings) => visitsOf(await Crawl.start(settings)));
}

/** The same for a crawl that is stopped after every `pagesAtATime` pages and resumed: everything learnt has to come from disk. */
export async function visitOrderResumed(
  pages: Pages,
  options: Partial<CrawlOptions>,
  pagesAtATime = 1,
): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-order-'));
  try {
    return await withSite(pages, { ...options, out: folder, archive: false }, async (settings) => {
      const order: string[] = [];
      for (let limit = pagesAtATime; ; limit += pagesAtATime) {
        const now = { ...settings, maxPages: Math.min(limit, settings.maxPages) };
        const crawl = order.length === 0 ? await Crawl.start(now) : await Crawl.resume(now, now, []);
        const visited = await visitsOf(crawl);
        order.push(...visited);
        if (visited.length === 0 || now.maxPages === settings.maxPages) return order;
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withSite(
  pages: Pages,
  options: Partial<CrawlOptions>,
  run: (settings: Settings) => Promise<string[]>,
): Promise<string[]> {
  const site = await startSite(pages);
  try {
    const network = { resolve: site.resolve, allowPrivate: true, delay: '0s', requests: 1, workers: 0 } as const;
    return await run(settingsFrom({ options: { ...network, ...options } as CrawlOptions }));
  } finally {
    await site.close();
  }
}

async function visitsOf(crawl: Crawl): Promise<string[]> {
  const order: string[] = [];
  for await (const { url, visit } of crawl.run()) {
    if (visit.outcome === 'page') order.push(url.replace(/^http:\/\//, ''));
  }
  return order;
}
