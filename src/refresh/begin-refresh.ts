import { revisitLevel } from '../frontier/frontier.js';
import type { CrawlNotes, CrawlStore } from '../store/crawl-store.js';
import { duePages, type RefreshWish } from './due-pages.js';

/** A refresh that has begun and not ended, as the note of this name has it. */
export interface Refresh {
  readonly startedAt: number;
  /** The last visit before it. */
  readonly after: number;
  /** Pages to be visited again. */
  readonly pages: number;
  /** Documents that the crawl had when all of them had been visited: new pages are counted from there. */
  readonly documents?: number;
}

const noteName = 'refresh';

/** The refresh that is under way, if one is. */
export async function refreshUnderWay(notes: Pick<CrawlNotes, 'get'>): Promise<Refresh | undefined> {
  const note = await notes.get(noteName);
  return note ? JSON.parse(note) : undefined;
}

/**
 * Queues the pages that are due. A refresh that was killed goes on instead: what it had queued is still there. The pages are queued
 * all together before that is noted, so that a kill in between costs nothing but another choice of pages.
 */
export async function beginRefresh(store: CrawlStore, wish: RefreshWish, now: number): Promise<Refresh> {
  const { notes, records, directory, frontier } = store;
  const underWay = await refreshUnderWay(notes);
  if (underWay !== undefined) return underWay;
  const due = await duePages(records, wish, now);
  const { visits } = await records.totals();
  const queues = new Map((await directory.agents()).map(({ id, queue }) => [id, queue]));
  const pages = await frontier.add(
    due.map(({ url, agent, depth, via, worth, relevance, changed }) => ({
      url,
      // To the agent that knows the page.
      agent: queues.get(agent) ?? [...queues.values()][0] ?? 0,
      level: revisitLevel,
      depth,
      score: { value: worth, parts: { relevance, changed } },
      merge: 'set',
      via,
      errand: 'refresh',
    })),
  );
  const refresh = { startedAt: now, after: visits, pages };
  await notes.set(noteName, JSON.stringify(refresh));
  return refresh;
}

/** All pages have been visited again: from here on, so many documents on, new ones are. Told once. */
export async function endRevisits(notes: CrawlNotes, documents: number): Promise<number> {
  const refresh = await refreshUnderWay(notes);
  if (refresh === undefined) return documents;
  if (refresh.documents !== undefined) return refresh.documents;
  await notes.set(noteName, JSON.stringify({ ...refresh, documents }));
  return documents;
}

export async function endRefresh(notes: CrawlNotes): Promise<void> {
  await notes.set(noteName, '');
}
