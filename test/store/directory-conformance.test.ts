import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrations } from '../../src/store/sqlite/migrations.js';
import { openDatabase } from '../../src/store/sqlite/sqlite-database.js';
import { databaseName, SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { blogs, directoryConformance, news, silent, visitBy, working } from './directory-conformance.js';
import { findingsOf } from './folder-views.js';
import { claimPlaces, link, page, rules } from './invented-crawl.js';
import { stores } from './stores.js';
import { temporaryFolder } from './temporary-store.js';

for (const [name, make] of Object.entries(stores)) directoryConformance(name, make);

test('agents and what they told are there when a crawl is opened again', async (context) => {
  const folder = temporaryFolder(context);
  const before = SqliteStore.open(folder, rules(), { create: true });
  await before.directory.register([news, blogs], 1_000);
  await before.directory.beat(1, working, 2_000);
  const left = await before.directory.agents();
  await before.close();
  const after = SqliteStore.open(folder, rules());
  context.after(() => after.close());
  assert.deepEqual(await after.directory.agents(), left);
});

test('others see a sign of life within moments, though nothing else happens', async (context) => {
  const folder = temporaryFolder(context);
  const store = SqliteStore.open(folder, rules(), { create: true });
  context.after(() => store.close());
  await store.directory.register([news], 1_000);
  await store.directory.beat(1, working, 2_000);
  while ((await findingsOf(folder)).agents[0]?.host !== 'a.org') await sleep(20);
});

test('a crawl of before there was a directory takes agents in', async (context) => {
  const folder = temporaryFolder(context);
  const db = openDatabase(path.join(folder, databaseName), { create: true, scripts: migrations.slice(0, 3) });
  db.exec(`
    INSERT INTO gate (id, host, fetched) VALUES (1, 'a.org', 1);
    INSERT INTO url (id, gate, hash, url, state, depth, parent) VALUES (1, 1, 11, 'http://a.org/1', 1, 0, 0);
    INSERT INTO visit (seq, url, agent, level, depth, priority, parent, outcome, reason, fetched_at, status)
      VALUES (1, 1, 0, 1, 0, 1, 0, 'page', '', 1, 200);`);
  db.close();
  const store = SqliteStore.open(folder, rules());
  context.after(() => store.close());
  assert.deepEqual(await store.directory.agents(), []);
  const only = { id: 0, segment: 'all seeds', queue: 0, seeds: 1 };
  await store.directory.register([only], 1_000);
  assert.deepEqual(await store.directory.agents(), [{ ...only, ...silent, registeredAt: 1_000, beatAt: 1_000 }]);
  assert.deepEqual((await store.records.totals(0)).outcomes, { page: 1 });
});

test('what failed for a passing reason goes back to the queue that its agent takes from', async (context) => {
  const folder = temporaryFolder(context);
  const before = SqliteStore.open(folder, rules(), { create: true });
  await before.directory.register([{ ...news, queue: 0 }], 1_000);
  await before.frontier.add([link('a.org/1')]);
  await visitBy(before.frontier, news.id, { visit: page({ outcome: 'failed', reason: 'timeout' }) });
  await before.close();
  const after = SqliteStore.open(folder, rules(), { tryAgain: ['timeout'] });
  context.after(() => after.close());
  assert.deepEqual(await claimPlaces(after.frontier, 1), ['a.org/1']);
});
