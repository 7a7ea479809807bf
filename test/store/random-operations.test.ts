import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { SeenCache } from '../../src/frontier/seen-cache.js';
import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { TestCrawls } from './postgres/postgres-stores.js';
import { agreesWithModel } from './random-operations.js';

const crawls = new TestCrawls();

describe('random operations agree with a plain model', () => {
  test('MemoryStore', () =>
    agreesWithModel({ open: (rules) => new MemoryStore(rules), dispose: (store) => store.close() }, 400));

  test('SqliteStore, closed and opened again at any moment, with a cache of hardly any URLs', (context) => {
    const parent = mkdtempSync(path.join(tmpdir(), 'osprey-store-'));
    context.after(() => rmSync(parent, { recursive: true, force: true }));
    let folder = parent;
    return agreesWithModel(
      {
        open(rules) {
          folder = mkdtempSync(path.join(parent, 'crawl-'));
          return SqliteStore.open(folder, rules, { create: true, seen: new SeenCache(2) });
        },
        async reopen(store, rules) {
          await store.close();
          return SqliteStore.open(folder, rules, { seen: new SeenCache(2) });
        },
        dispose: (store) => store.close(),
      },
      150,
    );
  });

  test('PostgresStore, closed and opened again at any moment, with a cache of hardly any URLs', async () => {
    let crawl = await crawls.borrow();
    const options = { cacheSize: 2 };
    return agreesWithModel(
      {
        isSlow: true,
        open: (rules) => crawl.open(rules, options),
        async reopen(store, rules) {
          await store.close();
          return crawl.open(rules, options);
        },
        async dispose(store) {
          await store.close();
          await crawl.giveBack();
          crawl = await crawls.borrow();
        },
      },
      20,
    );
  });
});
