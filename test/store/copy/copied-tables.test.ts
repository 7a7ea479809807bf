import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import { copiedTables } from '../../../src/store/copy/copied-tables.js';
import { migrations } from '../../../src/store/sqlite/migrations.js';

/** Not copied as they are: one is made anew from the links, the other is what of a snapshot does not fit into `knowledge`, which is copied whole. */
const derived = ['edge', 'knowledge_part'];

test('every table and column of a crawl is copied', () => {
  const db = new DatabaseSync(':memory:');
  for (const script of migrations) db.exec(script);
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all() as {
    name: string;
  }[];
  const columns = (table: string) =>
    (db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[]).map(({ name }) => name);
  const actual = names.filter(({ name }) => !derived.includes(name)).map(({ name }) => [name, columns(name).sort()]);
  const copied = copiedTables.map((table) => [table.name, Object.keys(table.columns).sort()] as const);
  assert.deepEqual(
    copied.toSorted(([one], [other]) => (one < other ? -1 : 1)),
    actual,
  );
  db.close();
});
