import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommands } from '../../src/store/open-commands.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { commandConformance } from './command-conformance.js';
import { link, rules } from './invented-crawl.js';
import { stores } from './stores.js';
import { temporaryFolder } from './temporary-store.js';

for (const [name, make] of Object.entries(stores)) commandConformance(name, make);

test('commands of another process are seen by the one that crawls, and its results by the other', async (context) => {
  const folder = temporaryFolder(context);
  const store = SqliteStore.open(folder, rules(), { create: true });
  context.after(() => store.close());
  assert.deepEqual(await store.commands.waiting(), []);
  const box = await openCommands(folder);
  context.after(() => box.close());
  assert.equal(await box.isRunning(), true);
  const id = await box.add({ kind: 'block', by: 'ada', at: 1_000, arguments: { hosts: ['a.org'], patterns: [] } });
  const [command] = await store.commands.waiting();
  assert.deepEqual([command?.id, command?.by, command?.arguments], [id, 'ada', { hosts: ['a.org'], patterns: [] }]);
  await store.commands.applied(id, 2_000, { changed: ['blockHosts'] });
  assert.deepEqual((await box.find(id))?.result, { changed: ['blockHosts'] });
  assert.deepEqual(await store.commands.waiting(), []);
});

test('commands are there when a crawl is opened again', async (context) => {
  const folder = temporaryFolder(context);
  const before = SqliteStore.open(folder, rules(), { create: true });
  const id = await before.commands.add({ kind: 'set', by: 'ada', at: 1_000, arguments: { maxPages: 5 } });
  await before.close();
  const after = SqliteStore.open(folder, rules());
  context.after(() => after.close());
  assert.deepEqual(await after.commands.waiting(), [
    { id, kind: 'set', by: 'ada', at: 1_000, arguments: { maxPages: 5 } },
  ]);
});

test('a command finds its way between the transactions of a store that always writes', async (context) => {
  const folder = temporaryFolder(context);
  const store = SqliteStore.open(folder, rules(), { create: true });
  context.after(() => store.close());
  const box = await openCommands(folder);
  context.after(() => box.close());
  let isGiven = false;
  const given = box.add({ kind: 'pause', by: 'ada', at: 1, arguments: null }).finally(() => {
    isGiven = true;
  });
  for (let number = 0; !isGiven; number++) {
    // Each of them leaves a transaction open, which the next one ends and begins anew.
    await store.frontier.add([link(`a.org/${number}`)]);
    await store.directory.register([{ id: 0, segment: 'all', queue: 0, seeds: number }], 1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(await given, 1);
  assert.equal((await store.commands.waiting()).length, 1);
});
