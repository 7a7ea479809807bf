import type { CrawlRecords, VisitQuery } from '../model/crawl-store.js';
import { isReserved } from '../model/page-rights.js';
import type { VisitRow } from '../model/visit.js';

/** Why a page is left out: it asks not to be indexed, or its owner reserves it and that is respected. */
export type Hidden = 'noindex' | 'reserved';

/**
 * The visits that a query asks for. Whether one is relevant is what a person said of it, or else what the crawl thinks. `onHidden` is
 * called for each that is left out only for one of these reasons.
 */
export async function* wantedVisits(
  records: Pick<CrawlRecords, 'visits'>,
  { relevant, noindex, reserved, ...query }: Omit<VisitQuery, 'limit'> & { readonly reserved?: boolean },
  labels: ReadonlyMap<string, boolean>,
  onHidden: (why: Hidden) => void = () => {},
): AsyncGenerator<VisitRow> {
  const isJudged = relevant !== undefined && labels.size > 0;
  const rows = records.visits(relevant === undefined || isJudged ? query : { ...query, relevant });
  for await (const row of rows) {
    if (isJudged && (labels.get(row.url) ?? row.judgement?.relevant ?? false) !== relevant) continue;
    if (noindex === false && row.noindex) onHidden('noindex');
    else if (reserved === false && isReserved(row.rights)) onHidden('reserved');
    else yield row;
  }
}
