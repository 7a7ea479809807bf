import type { CrawlRecords, KnownPage } from '../model/crawl-store.js';
import { ChangeRates, changedBy } from './change-rate.js';

/** Which pages of a crawl to visit again. */
export interface RefreshRequest {
  /** So many at most. */
  readonly maxPages: number;
  /** Those alone that were last looked at so long ago (ms). */
  readonly olderThan: number;
  readonly minRelevance: number;
  /** Whether the crawl may still go there. */
  readonly isInScope: (url: string, depth: number) => boolean;
}

/** A page with what a visit to it promises. */
export interface DuePage extends KnownPage {
  /** Changes a day. */
  readonly rate: number;
  /** How likely it is that it has changed since it was last looked at. */
  readonly changed: number;
  /** Relevance × `changed`. */
  readonly worth: number;
}

/** Pages of no relevance at all count as of so much: what is left for them goes to those that are most likely to have changed. */
const leastRelevance = 0.01;

/**
 * The pages to visit again, those that a visit is most worth first; of equals, the one that was not looked at for longest. Those that
 * are queued already are among them, whatever is wished for.
 */
export async function duePages(
  records: Pick<CrawlRecords, 'knownPages'>,
  request: RefreshRequest,
  now: number,
): Promise<DuePage[]> {
  const pages: KnownPage[] = [];
  for await (const page of records.knownPages()) pages.push(page);
  const rates = new ChangeRates(pages);
  const isWanted = ({ url, depth, lastLook, relevance }: KnownPage) =>
    now - lastLook >= request.olderThan && relevance >= request.minRelevance && request.isInScope(url, depth);
  const due = pages
    .filter((page) => page.isQueued || isWanted(page))
    .map((page): DuePage => {
      const rate = rates.of(page);
      const changed = changedBy(now, page, rate);
      return { ...page, rate, changed, worth: Math.max(page.relevance, leastRelevance) * changed };
    });
  due.sort((a, b) => b.worth - a.worth || a.lastLook - b.lastLook || a.seq - b.seq);
  let room = request.maxPages - due.filter(({ isQueued }) => isQueued).length;
  return due.filter(({ isQueued }) => isQueued || room-- > 0);
}
