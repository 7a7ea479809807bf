import type { CrawlCard } from '../api/crawls.js';
import type { Shelf } from '../server/shelf.js';
import { crawlCard } from './live.js';

const goingOn: ReadonlySet<string> = new Set(['starting', 'running', 'waiting', 'paused', 'stopping']);

/** All crawls: those that run first, then the newest. */
export async function crawlCards(shelf: Shelf): Promise<CrawlCard[]> {
  const cards: CrawlCard[] = [];
  for (const crawl of shelf.all()) cards.push(await crawl.cached.get('card', 500, () => crawlCard(crawl)));
  const order = ({ state, startedAt = 0 }: CrawlCard) => (goingOn.has(state.kind) ? 1e15 : 0) + startedAt;
  return cards.sort((a, b) => order(b) - order(a));
}
