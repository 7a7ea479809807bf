import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VisitQuery } from '../../../src/model/crawl-store.js';
import { PostgresDatabase } from '../../../src/store/postgres/postgres-database.js';
import { PostgresRecords } from '../../../src/store/postgres/reading/postgres-records.js';
import { collect } from '../invented-crawl.js';
import { newName, sharedServer } from './test-server.js';

const server = sharedServer();

test('a crawl without a visit answers every question', async () => {
  const db = await PostgresDatabase.connect(server().url, newName(), { create: true });
  const records = new PostgresRecords(db);
  const query: VisitQuery = {
    outcomes: ['page'],
    relevant: true,
    minRelevance: 0.5,
    noindex: false,
    urlId: 1,
    limit: 3,
  };
  for (const versions of ['current', 'first', 'all'] as const)
    for (const order of ['visit', 'relevance'] as const)
      assert.deepEqual(await collect(records.visits({ ...query, versions, order })), []);
  for (const all of [records.visits(), records.knownPages(), records.simhashes(), records.rejected()])
    assert.deepEqual(await collect<unknown>(all), []);
  assert.deepEqual(
    await Promise.all([
      records.find('http://a.test/'),
      records.visitOf(1),
      records.visit(1),
      records.inheritedState(1),
      records.features(1, 'osprey'),
      records.copyOf('ffffffffffffffff'),
    ]),
    Array(6).fill(undefined),
  );
  assert.deepEqual(
    [await records.inLinks(1), (await records.hostUse('a')).fetched, (await records.hostUse('a')).fetchedOfDomain],
    [[], 0, 0],
  );
  assert.equal((await records.bestInLinks([1, 2])).size, 0);
  const none = {
    outcomes: {},
    reasons: {},
    rejections: {},
    relevant: 0,
    bytes: 0,
    hostsVisited: 0,
    relevanceSum: 0,
    visits: 0,
  };
  assert.deepEqual([await records.totals(), await records.totals(1)], [none, none]);
  await db.close();
});
