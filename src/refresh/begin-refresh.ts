import type { Scope } from '../frontier/scope.js';
import type { CrawlNotes, CrawlStore } from '../model/crawl-store.js';
import { type Candidate, revisitLevel } from '../model/frontier.js';
import type { VisitRow } from '../model/visit.js';
import { duePages, type RefreshRequest } from './due-pages.js';

/** A refresh that has begun and not ended, as the note of this name has it. */
export interface Refresh {
  readonly startedAt: number;
  /** The last visit before it. */
  readonly after: number;
  /** Which pages were asked for; all that are due without `maxPages`. */
  readonly request: Omit<PagesRequest, 'maxPages'> & { readonly maxPages?: number };
  /** Pages to be visited again; absent as long as sitemaps are read again, which may tell what has changed. */
  readonly pages?: number;
  /** Documents that the crawl had when all of them had been visited: new pages are counted from there. */
  readonly documents?: number;
  /** It had begun before this run. */
  readonly goesOn?: true;
}

/** Which pages the user wants to be visited again. */
type PagesRequest = Omit<RefreshRequest, 'isInScope'>;

const noteName = 'refresh';

/** The refresh that is under way, if one is. */
export async function refreshUnderWay(notes: Pick<CrawlNotes, 'get'>): Promise<Refresh | undefined> {
  const note = await notes.get(noteName);
  return note ? JSON.parse(note) : undefined;
}

/**
 * Queues the sitemaps that the crawl goes by, if it does; where it has none, the pages that are due. A refresh that was killed goes on
 * instead: what it had queued is still there. All of a kind are queued together before that is noted, so that a kill in between costs
 * nothing but another choice.
 */
export async function beginRefresh(
  store: CrawlStore,
  { maxPages, olderThan, minRelevance }: PagesRequest,
  scope: RefreshScope,
  sitemaps: boolean,
  now: number,
): Promise<Refresh> {
  const underWay = await refreshUnderWay(store.notes);
  if (underWay !== undefined) return { ...underWay, goesOn: true };
  const { visits } = await store.records.totals();
  const request = { olderThan, minRelevance, ...(Number.isFinite(maxPages) && { maxPages }) };
  const refresh = { startedAt: now, after: visits, request };
  const lists = sitemaps ? await knownSitemaps(store, scope) : [];
  if (lists.length === 0) return choosePages(store, refresh, scope, now);
  await store.frontier.add(await revisits(store, lists));
  return noted(store.notes, refresh);
}

/** Queues the pages that are due, once, beside those that the last refresh had to leave. */
export async function choosePages(
  store: CrawlStore,
  refresh: Refresh,
  scope: RefreshScope,
  now: number,
): Promise<Refresh> {
  if (refresh.pages !== undefined) return refresh;
  const isInScope = (url: string, depth: number) => scope.rejection(url, depth) === undefined;
  const request = { maxPages: Number.POSITIVE_INFINITY, ...refresh.request, isInScope };
  const due = (await duePages(store.records, request, now)).map(({ worth, relevance, changed, ...page }) => ({
    ...page,
    score: { value: worth, parts: { relevance, changed } },
  }));
  await store.frontier.add(await revisits(store, due));
  return noted(store.notes, { ...refresh, pages: due.length });
}

type RefreshScope = Pick<Scope, 'rejection' | 'rejectionOfList'>;
type Known = Pick<VisitRow, 'url' | 'agent' | 'depth' | 'priorityParent'> & Pick<Candidate, 'score'>;

/** What the crawl knows as sitemaps and may still ask for; those of sites that mattered more first. */
async function knownSitemaps({ records }: CrawlStore, scope: RefreshScope): Promise<Known[]> {
  const lists: Known[] = [];
  for await (const visit of records.visits({ outcomes: ['sitemap'] })) {
    const { url, agent, depth, priorityParent, priority } = visit;
    if (scope.rejectionOfList(url, depth) !== undefined) continue;
    lists.push({ url, agent, depth, priorityParent, score: { value: priority, parts: { sitemap: priority } } });
  }
  return lists;
}

async function revisits({ directory }: CrawlStore, known: readonly Known[]): Promise<Candidate[]> {
  const queues = new Map((await directory.agents()).map(({ id, queue }) => [id, queue]));
  return known.map(({ url, agent, depth, priorityParent, score }) => ({
    url,
    // To the agent that knows the page.
    queue: queues.get(agent) ?? [...queues.values()][0] ?? 0,
    level: revisitLevel,
    depth,
    score,
    merge: 'set',
    priorityParent,
    kind: 'revisit',
  }));
}

async function noted(notes: CrawlNotes, refresh: Refresh): Promise<Refresh> {
  await notes.set(noteName, JSON.stringify(refresh));
  return refresh;
}

/** Called once, when all pages have been revisited: from this number of documents on, new pages are visited. */
export async function endRevisits(notes: CrawlNotes, documents: number): Promise<number> {
  const refresh = await refreshUnderWay(notes);
  if (refresh === undefined) return documents;
  if (refresh.documents !== undefined) return refresh.documents;
  await noted(notes, { ...refresh, documents });
  return documents;
}

/** Returns whether it leaves any that could not be visited now: they stay queued, and are part of the next one. */
export async function endRefresh({ notes, frontier }: CrawlStore, now: number): Promise<boolean> {
  await notes.set(noteName, '');
  return (await frontier.stats(now)).queuedAgain > 0;
}
