import type { CrawlRecords, VisitQuery } from '../store/crawl-store.js';
import type { VisitRow } from '../store/visit.js';

/** The visits that a query asks for. Whether one is relevant is what a person said of it, or else what the crawl thinks. */
export async function* wantedVisits(
  records: Pick<CrawlRecords, 'visits'>,
  { relevant, ...query }: Omit<VisitQuery, 'limit'>,
  labels: ReadonlyMap<string, boolean>,
): AsyncGenerator<VisitRow> {
  if (relevant === undefined || labels.size === 0)
    return yield* records.visits({ ...query, ...(relevant !== undefined && { relevant }) });
  for await (const row of records.visits(query))
    if ((labels.get(row.url) ?? row.judgement?.relevant ?? false) === relevant) yield row;
}
