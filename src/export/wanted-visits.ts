import type { CrawlRecords, VisitQuery } from '../model/crawl-store.js';
import type { VisitRow } from '../model/visit.js';

/**
 * The visits that a query asks for. Whether one is relevant is what a person said of it, or else what the crawl thinks. `onHidden` is
 * called for each that is left out only because its page asks not to be indexed.
 */
export async function* wantedVisits(
  records: Pick<CrawlRecords, 'visits'>,
  { relevant, noindex, ...query }: Omit<VisitQuery, 'limit'>,
  labels: ReadonlyMap<string, boolean>,
  onHidden: () => void = () => {},
): AsyncGenerator<VisitRow> {
  const isJudged = relevant !== undefined && labels.size > 0;
  const rows = records.visits(relevant === undefined || isJudged ? query : { ...query, relevant });
  for await (const row of rows) {
    if (isJudged && (labels.get(row.url) ?? row.judgement?.relevant ?? false) !== relevant) continue;
    if (noindex === false && row.noindex) onHidden();
    else yield row;
  }
}
