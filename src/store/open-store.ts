import type { CrawlStore } from '../model/crawl-store.js';
import type { FrontierRules } from '../model/frontier.js';
import { crawlLocation } from './crawl-location.js';
import { SqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.js';

/**
 * Opens the store of a crawl for writing. `location` is its folder, which one process has at a time, or the address of a database with the
 * crawl's name, `postgres://user@host/database#name`, which several workers share; without one, all is kept in memory.
 */
export async function openStore(
  location: string | undefined,
  rules: FrontierRules,
  options: SqliteStoreOptions = {},
): Promise<CrawlStore> {
  if (location === undefined) {
    const { MemoryStore } = await import('./memory/memory-store.js');
    return new MemoryStore(rules);
  }
  const place = crawlLocation(location);
  if (place.kind === 'folder') return SqliteStore.open(place.folder, rules, options);
  /** How long a worker that is not heard of keeps its hosts (ms). */
  const lease = Number(process.env.OSPREY_LEASE ?? 0);
  const { PostgresStore } = await import('./postgres/postgres-store.js');
  return PostgresStore.open(place.url, place.name!, rules, {
    tryAgain: options.tryAgain ?? [],
    ...(lease > 0 && { leaseMs: lease }),
  });
}
