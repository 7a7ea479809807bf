import type { CrawlReader } from '../model/crawl-reader.js';
import { crawlLocation } from './crawl-location.js';
import { openSqliteReader } from './sqlite/sqlite-reader.js';

/**
 * Opens a crawl for reading, also while it runs. `location` is its folder, or `postgres://user@host/database#name`. Tables of an older version
 * are brought up to date first. Throws `UsageError` where there is no crawl.
 */
export async function openReader(location: string): Promise<CrawlReader> {
  const place = crawlLocation(location);
  if (place.kind === 'folder') return openSqliteReader(place.folder);
  const { openCrawlDatabase } = await import('./postgres/reading/open-crawl-database.js');
  const { openPostgresReader } = await import('./postgres/reading/postgres-reader.js');
  const db = await openCrawlDatabase(place);
  try {
    return await openPostgresReader(db);
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}

/** Opens a crawl, lets `work` read it, and closes it whatever happens. */
export async function readingCrawl<T>(location: string, work: (reader: CrawlReader) => T | Promise<T>): Promise<T> {
  const reader = await openReader(location);
  try {
    return await work(reader);
  } finally {
    await reader.close();
  }
}
