import type { CrawlStore } from '../model/crawl-store.js';
import type { FrontierRules } from '../model/frontier.js';
import { MemoryStore } from './memory/memory-store.js';
import { SqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.js';

/** Opens the store of a crawl for writing; one process at a time. `location` is its folder; without one, all is kept in memory. */
export async function openStore(
  location: string | undefined,
  rules: FrontierRules,
  options: SqliteStoreOptions = {},
): Promise<CrawlStore> {
  return location === undefined ? new MemoryStore(rules) : SqliteStore.open(location, rules, options);
}
