import { readingCrawl } from '../store/open-reader.js';
import type { CrawlStatus } from '../store/reports/crawl-status.js';

/** Where a crawl stands, also while it runs. */
export function status(location: string): Promise<CrawlStatus> {
  return readingCrawl(location, (reader) => reader.status());
}
