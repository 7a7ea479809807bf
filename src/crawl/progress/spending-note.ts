import type { CrawlStore } from '../../model/crawl-store.js';
import type { SpendingState } from '../../model/frontier.js';

const key = 'spending';

/** Leaves word of how the crawl spends its budget, for whoever looks at its folder. */
export async function noteSpending({ frontier, notes }: CrawlStore, now: number): Promise<void> {
  const { spending } = await frontier.stats(now);
  if (spending !== undefined) await notes.set(key, JSON.stringify(spending));
}

/** What it last said; undefined where nothing has to be left for better. */
export async function notedSpending(notes: Pick<CrawlStore['notes'], 'get'>): Promise<SpendingState | undefined> {
  const noted = await notes.get(key);
  return noted === undefined ? undefined : (JSON.parse(noted) as SpendingState);
}
