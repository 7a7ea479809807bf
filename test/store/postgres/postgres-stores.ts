import type { TestContext } from 'node:test';
import type { FrontierRules } from '../../../src/model/frontier.js';
import { PostgresStore } from '../../../src/store/postgres/postgres-store.js';
import { newName, sharedServer } from './test-server.js';

/** Makes stores in a database that lives as long as the test file: each a crawl of its own with one worker. */
export function postgresStores(): (rules: FrontierRules, context: TestContext) => Promise<PostgresStore> {
  const server = sharedServer();
  return async (rules, context) => {
    const store = await PostgresStore.open(server().url, newName(), rules, { create: true });
    context.after(() => store.close());
    return store;
  };
}
