import { UsageError } from '../../../failure.js';
import type { CrawlLocation } from '../../crawl-location.js';
import { crawlsIn, PostgresDatabase } from '../postgres-database.js';

/** Connects to the crawl at a location. One without a name is that of a database with one crawl. */
export async function openCrawlDatabase(
  location: Extract<CrawlLocation, { kind: 'postgres' }>,
): Promise<PostgresDatabase> {
  const { url, shown, name = await onlyCrawl(url, shown) } = location;
  return PostgresDatabase.connect(url, name);
}

async function onlyCrawl(url: string, shown: string): Promise<string> {
  const names = await crawlsIn(url);
  if (names.length === 1) return names[0]!;
  throw names.length === 0
    ? new UsageError('no-crawl', `No crawl found at ${shown}; "osprey crawl --store" makes one.`, { at: shown })
    : new UsageError('several-crawls', `${shown} has several crawls: say which with #NAME (${names.join(', ')}).`, {
        at: shown,
        names,
      });
}
