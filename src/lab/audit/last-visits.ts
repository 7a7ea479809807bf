import type { CrawlRecords } from '../../model/crawl-store.js';
import type { VisitRow } from '../../model/visit.js';

/** What is to be kept of the last visit of every URL that had one of these outcomes, in the order of the first ones. */
export async function lastVisits<Kept>(
  records: CrawlRecords,
  outcomes: readonly VisitRow['outcome'][],
  keep: (row: VisitRow) => Kept,
): Promise<Map<string, Kept>> {
  const kept = new Map<string, Kept>();
  for await (const row of records.visits({ outcomes })) kept.set(row.url, keep(row));
  return kept;
}
