import type { Bodies } from '../archive/bodies/bodies.js';
import { Failure } from '../failure.js';
import type { Page } from '../model/page.js';
import type { VisitRow } from '../model/visit.js';
import { archivedResponse } from './archived-response.js';
import type { PageReader } from './page-pool.js';
import { readingJob } from './reading-job.js';

/** What it takes to read visited pages again, as the crawl reads pages. */
export interface ReadingAgain {
  readonly bodies: Bodies;
  readonly reader: PageReader;
  readonly maxPageBytes: number;
}

/** Undefined where the archive does not have it: it lost its end, or a record is damaged. */
export async function readAgain(
  row: VisitRow,
  { bodies, reader, maxPageBytes }: ReadingAgain,
): Promise<Page | undefined> {
  try {
    const job = readingJob(row.url, await archivedResponse(bodies, row), row.fetchedAt, maxPageBytes);
    return (await reader.run(job)).page;
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.policy === 'skip') return undefined;
    throw thrown;
  }
}
