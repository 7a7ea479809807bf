import type { CrawlRecords } from '../../model/crawl-store.js';

/** A URL that a crawl could not fetch, and why: a reason of docs/reasons.md. */
export interface SeedFailure {
  readonly url: string;
  readonly reason: string;
  readonly detail?: string;
}

/** Nobody reads more. */
const mostTold = 100;

/** What became of the seeds, and of what they redirected to, where no page was fetched. Those that still wait are not among them. */
export async function seedFailures(records: CrawlRecords): Promise<readonly SeedFailure[]> {
  const failures: SeedFailure[] = [];
  for await (const { url, reason, detail } of records.visits({ outcomes: ['failed', 'refused'], limit: mostTold }))
    failures.push({ url, reason, ...(detail !== undefined && { detail }) });
  for await (const { url, reason, state } of records.rejected()) {
    if (failures.length >= mostTold) break;
    failures.push({ url, reason: state === 'expired' ? 'expired' : reason });
  }
  return failures;
}
