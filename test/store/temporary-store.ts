import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { FrontierRules } from '../../src/model/frontier.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';

/** An empty folder that is removed after the test. */
export function temporaryFolder(context: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-store-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store in a folder of its own, closed and removed after the test. */
export function sqliteStore(rules: FrontierRules, context: TestContext): SqliteStore {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-store-'));
  const store = SqliteStore.open(folder, rules, { create: true });
  context.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}
