import type { TestContext } from 'node:test';
import type { FrontierRules } from '../../../src/model/frontier.js';
import { PostgresDatabase } from '../../../src/store/postgres/postgres-database.js';
import { PostgresStore, type PostgresStoreOptions } from '../../../src/store/postgres/postgres-store.js';
import { newName, sharedServer } from './test-server.js';

/** Crawls for tests, emptied and used again: to make the tables of a new one takes longer than most tests. */
export class TestCrawls {
  private readonly server = sharedServer(async () => {
    for (const { db } of this.free.splice(0)) await db.close();
  });
  private readonly free: { readonly name: string; readonly db: PostgresDatabase }[] = [];

  /** An empty crawl: how to open it, as often as wanted, and how to give it back when all who opened it have closed it. */
  async borrow() {
    const crawl = this.free.pop() ?? (await this.make());
    return {
      ...crawl,
      url: this.server().url,
      open: (rules: FrontierRules, options: PostgresStoreOptions = {}) =>
        PostgresStore.open(this.server().url, crawl.name, rules, options),
      giveBack: async () => {
        await crawl.db.transaction(async (tx) => {
          await tx.query(`TRUNCATE ${tables} RESTART IDENTITY`);
          await tx.query('UPDATE counter SET value = 0');
          await tx.query(
            "UPDATE bucket SET owner = NULL, free_from = '-infinity' WHERE owner IS NOT NULL OR free_from > '-infinity'",
          );
        });
        this.free.push(crawl);
      },
    };
  }

  private async make() {
    const name = newName();
    return { name, db: await PostgresDatabase.connect(this.server().url, name, { create: true, connections: 1 }) };
  }
}

const tables =
  'note, worker, inbox, address, host, robots, url, frontier, visit, content, turn, judge, judgement, features, links, edge, knowledge, lesson, agent, command, line';

/** Makes stores in a database that lives as long as the test file: each a crawl of its own with one worker. */
export function postgresStores(): (rules: FrontierRules, context: TestContext) => Promise<PostgresStore> {
  const crawls = new TestCrawls();
  return async (rules, context) => {
    const crawl = await crawls.borrow();
    const store = await crawl.open(rules);
    context.after(async () => {
      await store.close();
      await crawl.giveBack();
    });
    return store;
  };
}
