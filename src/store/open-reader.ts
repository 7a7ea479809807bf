import type { CrawlReader } from '../model/crawl-reader.js';
import { openSqliteReader } from './sqlite/sqlite-reader.js';

/**
 * Opens a crawl for reading, also while it runs. `location` is its folder. A folder of an older version is brought up to date first.
 * Throws `UsageError` where there is no crawl.
 */
export async function openReader(location: string): Promise<CrawlReader> {
  return openSqliteReader(location);
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
