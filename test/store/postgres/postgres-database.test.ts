import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Failure } from '../../../src/failure.js';
import { crawlsIn, PostgresDatabase } from '../../../src/store/postgres/postgres-database.js';
import { newName, sharedServer } from './test-server.js';

const server = sharedServer();

test('a database holds several crawls, by name', async () => {
  const [cars, trees] = [newName(), newName()];
  const one = await PostgresDatabase.connect(server().url, cars, { create: true });
  const other = await PostgresDatabase.connect(server().url, trees, { create: true });
  await one.query('INSERT INTO note VALUES ($1, $2)', ['a', 'of cars']);
  assert.deepEqual(await other.query('SELECT * FROM note'), []);
  const names = await crawlsIn(server().url);
  assert.ok(names.includes(cars) && names.includes(trees));
  await one.close();
  const again = await PostgresDatabase.connect(server().url, cars);
  assert.deepEqual(await again.query('SELECT value FROM note'), [{ value: 'of cars' }]);
  await again.close();
  await other.close();
});

test('many workers that open a new crawl at once find its tables made once', async () => {
  const name = newName();
  const all = await Promise.all([1, 2, 3, 4].map(() => PostgresDatabase.connect(server().url, name, { create: true })));
  for (const db of all) assert.deepEqual(await db.query('SELECT count(*) AS n FROM bucket'), [{ n: 1024 }]);
  await Promise.all(all.map((db) => db.close()));
});

test('a crawl of a newer version, one that is not there, and a bad name are refused', async () => {
  const name = newName();
  await assert.rejects(PostgresDatabase.connect(server().url, name), { code: 'no-crawl' });
  await assert.rejects(PostgresDatabase.connect(server().url, 'Cars; DROP'), { code: 'bad-crawl-name' });
  const db = await PostgresDatabase.connect(server().url, name, { create: true });
  await db.query('UPDATE schema_version SET version = 1000');
  await db.close();
  await assert.rejects(PostgresDatabase.connect(server().url, name), { code: 'newer-schema' });
});

test('what cannot be reached or entered is a failure without the password', async () => {
  const wrong = server().url.replace(/:[^:@/]+@/, ':wrong-secret@');
  const closed = 'postgres://ada:wrong-secret@127.0.0.1:1/db';
  for (const url of process.env.OSPREY_TEST_POSTGRES === undefined ? [wrong, closed] : [closed])
    await assert.rejects(PostgresDatabase.connect(url, 'cars'), (thrown) => {
      assert.ok(thrown instanceof Failure);
      assert.match(thrown.code, /^database-(?:refused|unreachable)$/);
      assert.doesNotMatch(inspect(thrown, { depth: 9 }), /wrong-secret/);
      return true;
    });
});

test('a transaction is kept as a whole, or not at all; a view stays as it was', async () => {
  const db = await PostgresDatabase.connect(server().url, newName(), { create: true });
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query("INSERT INTO note VALUES ('a', '1')");
      throw new Error('no');
    }),
    /no/,
  );
  await db.oneView(async (view) => {
    assert.deepEqual(await view.query('SELECT * FROM note'), []);
    await db.query("INSERT INTO note VALUES ('b', '2')");
    assert.deepEqual(await view.query('SELECT * FROM note'), []);
  });
  const pieces: number[] = [];
  for await (const rows of db.pages<{ id: number }>('SELECT id FROM bucket ORDER BY id', [], 500))
    pieces.push(rows.length);
  assert.deepEqual(pieces, [500, 500, 24]);
  await db.close();
});
