import type { TestContext } from 'node:test';
import type { CrawlStore } from '../../src/model/crawl-store.js';
import type { FrontierRules } from '../../src/model/frontier.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { postgresStores } from './postgres/postgres-stores.js';
import { sqliteStore } from './temporary-store.js';

/** Makes an empty store that lives as long as the test. */
export type StoreMaker = (rules: FrontierRules, context: TestContext) => CrawlStore | Promise<CrawlStore>;

/** Every implementation of `CrawlStore`, by name: a new one is listed here and passes all conformance suites. */
export const stores: Readonly<Record<string, StoreMaker>> = {
  MemoryStore: (rules) => new MemoryStore(rules),
  SqliteStore: sqliteStore,
  PostgresStore: postgresStores(),
};
