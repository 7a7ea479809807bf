import type { CrawlRecords } from '../../model/crawl-store.js';
import type { VisitRow } from '../../model/visit.js';
import { textHash } from '../../url/hash64.js';
import { lastVisits } from './last-visits.js';

/** A page that a person may be asked about. */
export interface AuditPage {
  readonly row: Pick<VisitRow, 'url' | 'title' | 'archive'>;
  /** Whether the crawl itself calls it relevant. */
  readonly called: boolean;
}

export interface AuditPages {
  /** In a random order: the first n of them, or of those of any kind, are a random sample of all of the kind. */
  readonly pages: readonly AuditPage[];
  /** Visited pages that are copies of others. Nobody is asked about them: they are no finds. */
  readonly copies: number;
  /** How many there are, where `pages` has only the first of them. */
  readonly totals?: { readonly relevant: number; readonly other: number };
}

export const sampleKinds = ['relevant', 'other', 'all'] as const;
/** Which pages are drawn: those that the crawl calls relevant, those that it does not, or all. */
export type SampleKind = (typeof sampleKinds)[number];

/**
 * The order depends on the addresses and the seed alone. So a sample can be made larger, a crawl that has grown keeps the
 * order of what it had, and judgements do not move pages.
 */
export async function auditPages(records: CrawlRecords, randomSeed: number): Promise<AuditPages> {
  const seed = String(randomSeed);
  const kept = await lastVisits(records, ['page', 'ignored', 'duplicate'], (row) =>
    row.outcome === 'duplicate' ? undefined : { place: textHash(row.url, seed), page: auditPage(row) },
  );
  const placed = [...kept.values()].filter((one) => one !== undefined);
  // Places are hashes: it does not matter how two that are the same stand to each other.
  placed.sort((a, b) => (a.place < b.place ? -1 : 1));
  return { pages: placed.map(({ page }) => page), copies: kept.size - placed.length };
}

function auditPage({ url, title, archive, judgement }: VisitRow): AuditPage {
  const row = { url, ...(title !== undefined && { title }), ...(archive && { archive }) };
  return { row, called: judgement?.relevant === true };
}

export function isOfKind({ called }: AuditPage, kind: SampleKind): boolean {
  return kind === 'all' || called === (kind === 'relevant');
}
