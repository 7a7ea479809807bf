import type { CrawlRecords, KnownPage } from '../model/crawl-store.js';
import { isDocument } from '../model/documents.js';
import { isGone } from '../model/replaces-known.js';
import type { VisitRow } from '../model/visit.js';
import type { Refresh } from './begin-refresh.js';
import { type Schedule, scheduleOf } from './schedule.js';

/**
 * What became of a page. `gone`: the server has it no more, or it may not be visited or read any more. `moved`: it leads elsewhere.
 * `unknown`: the request failed, so the old version stands.
 */
export type Change = 'new' | 'changed' | 'moved' | 'gone' | 'unchanged' | 'unknown';

/** A page that is not what it was. */
export interface PageChange {
  readonly change: Exclude<Change, 'unchanged'>;
  readonly url: string;
  readonly title: string;
  /** Now: 0 and false if it is no longer a page, as before if the visit failed. */
  readonly relevance: number;
  readonly relevant: boolean;
  /** Of the version before. */
  readonly before?: { readonly relevance: number; readonly relevant: boolean };
  /** Why it is gone or unknown, or no plain page any more; '' else. */
  readonly reason: string;
  /** Where it moved to. */
  readonly to?: string;
  /** It asks not to be indexed, which it did not before. */
  readonly noindex?: true;
}

export interface RefreshReport {
  readonly began: string;
  readonly ended: string;
  /** Pages by what became of them. */
  readonly counts: Readonly<Record<Change, number>>;
  /** Pages that were to be visited again and were not yet: it was stopped, or their hosts could not be reached. */
  readonly left: number;
  /** New pages that are relevant, the most relevant first. */
  readonly newRelevant: readonly PageChange[];
  /** Pages that were not relevant and are, or were and are not. */
  readonly relevanceChanged: readonly PageChange[];
  /** Pages that were relevant and are gone. */
  readonly lost: readonly PageChange[];
  /** All pages that are not what they were, in the order of visits. */
  readonly changes: readonly PageChange[];
  readonly schedule?: Schedule;
}

/** What a refresh has come to so far. */
export async function refreshReport(
  records: Pick<CrawlRecords, 'visits' | 'knownPages'>,
  { startedAt, after }: Pick<Refresh, 'startedAt' | 'after'>,
  now: number,
): Promise<RefreshReport> {
  const counts: Record<Change, number> = { new: 0, changed: 0, moved: 0, gone: 0, unchanged: 0, unknown: 0 };
  const changes: PageChange[] = [];
  for await (const visit of records.visits({ versions: 'all', after })) {
    const before = visit.kind === 'revisit' ? await knownBefore(records, visit.urlId, after) : undefined;
    const change = changeOf(visit, before);
    if (change === undefined) continue;
    counts[change]++;
    if (change !== 'unchanged') changes.push(pageChange(change, visit, before));
  }
  const known: KnownPage[] = [];
  for await (const page of records.knownPages()) known.push(page);
  const schedule = scheduleOf(known, now);
  const byRelevance = (a: PageChange, b: PageChange) => b.relevance - a.relevance;
  return {
    began: new Date(startedAt).toISOString(),
    ended: new Date(now).toISOString(),
    counts,
    left: known.filter(({ isQueued }) => isQueued).length,
    newRelevant: changes.filter(({ change, relevant }) => change === 'new' && relevant).sort(byRelevance),
    relevanceChanged: changes.filter(
      ({ change, relevant, before }) => change === 'changed' && before?.relevant !== relevant,
    ),
    lost: changes.filter(({ change, before }) => change === 'gone' && before?.relevant),
    changes,
    ...(schedule && { schedule }),
  };
}

/** The page as it was known when the refresh began; undefined where it was none. */
async function knownBefore(
  records: Pick<CrawlRecords, 'visits'>,
  urlId: number,
  after: number,
): Promise<VisitRow | undefined> {
  let known: VisitRow | undefined;
  for await (const row of records.visits({ urlId, versions: 'all' }))
    if (row.seq <= after && row.outcome === 'page') known = row;
  return known;
}

/** Undefined for visits that say nothing of pages, such as of a URL that was never one. */
function changeOf({ outcome, status }: VisitRow, before: VisitRow | undefined): Change | undefined {
  if (before === undefined) return outcome === 'page' ? 'new' : undefined;
  if (outcome === 'unchanged') return 'unchanged';
  if (outcome === 'redirect') return 'moved';
  if (outcome === 'refused') return 'gone';
  if (outcome === 'failed') return isGone(status) ? 'gone' : 'unknown';
  return isDocument(outcome) ? 'changed' : undefined;
}

function pageChange(change: PageChange['change'], visit: VisitRow, before: VisitRow | undefined): PageChange {
  const { relevance = 0, relevant = false } = (change === 'unknown' ? before : visit)?.judgement ?? {};
  const { detail } = visit;
  return {
    change,
    url: visit.url,
    title: visit.title ?? before?.title ?? '',
    relevance,
    relevant,
    ...(before && { before: judged(before) }),
    reason: visit.reason,
    ...(change === 'moved' && detail !== undefined && { to: detail }),
    ...(visit.noindex && before?.noindex === false && { noindex: true as const }),
  };
}

function judged({ judgement }: VisitRow): NonNullable<PageChange['before']> {
  return { relevance: judgement?.relevance ?? 0, relevant: judgement?.relevant ?? false };
}
