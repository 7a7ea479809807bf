import { eachRow } from '../sqlite/rows.js';
import type { Database } from '../sqlite/sqlite-database.js';
import { SqliteKnowledge } from '../sqlite/sqlite-knowledge.js';
import type { CopiedTable, NeutralRow } from './copied-tables.js';
import { renamedLinks, type TableSource, type TableTarget, targetsOf } from './crawl-tables.js';

/** The tables of a crawl in a folder. What is read is as it was when the transaction began that the caller has open. */
export function sqliteTables(db: Database): TableSource {
  const kept = { hashOf: targetHashes(db), knowledge: new SqliteKnowledge(db) };
  return {
    async *rows(table) {
      const order = table.key.join(', ');
      const rows = db.prepare(`SELECT ${selected(table).join(', ')} FROM ${table.name} ORDER BY ${order}`);
      rows.setReturnArrays(true);
      for (const row of rows.iterate() as unknown as Iterable<(number | string | null | Uint8Array)[]>)
        yield neutral(table, row, kept);
    },
  };
}

/** A new crawl in a folder; the caller has a transaction open, and commits it. */
export function newSqliteTables(db: Database): TableTarget {
  const inserts = new Map<string, ReturnType<Database['prepare']>>();
  const edge = db.prepare('INSERT OR IGNORE INTO edge (dst, visit) VALUES (?, ?)');
  const idOf = targetIds(db);
  return {
    ...sqliteTables(db),
    async insert(table, rows) {
      const insert = inserts.get(table.name) ?? db.prepare(insertInto(table));
      inserts.set(table.name, insert);
      for (const row of rows) {
        const data = table.name === 'links' ? renamedLinks(row[1] as string, idOf) : undefined;
        if (data !== undefined) for (const dst of targetsOf(data)) edge.run(dst, row[0] as number);
        insert.run(...(data === undefined ? values(table, row) : [row[0]!, data]));
      }
    },
    async complete() {},
  };
}

/** Of knowledge not the data: `neutral` reads them, and joins their parts. */
function selected({ name: table, columns }: CopiedTable): string[] {
  if (table === 'knowledge') return ['agent'];
  return Object.entries(columns).map(([name, kind]) => (kind === 'hash' ? `CAST(${name} AS TEXT)` : name));
}

/** What it takes to read rows that do not stand by themselves. */
interface KeptElsewhere {
  readonly hashOf: (id: number | string) => string;
  readonly knowledge: SqliteKnowledge;
}

function neutral(
  table: CopiedTable,
  row: readonly (number | string | null | Uint8Array)[],
  { hashOf, knowledge }: KeptElsewhere,
): NeutralRow {
  if (table.name === 'links') return [row[0] as number, renamedLinks(row[1] as string, hashOf)];
  if (table.name === 'knowledge') {
    const agent = row[0] as number;
    const { visit, data } = knowledge.find(agent)!;
    return [agent, visit, base64(data)];
  }
  return row.map((value) => (value instanceof Uint8Array ? base64(value) : value));
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function insertInto({ name, columns }: CopiedTable): string {
  const names = Object.keys(columns);
  const replaced = name === 'note' || name === 'judge' ? 'INSERT OR REPLACE' : 'INSERT';
  return `${replaced} INTO ${name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
}

function values({ columns }: CopiedTable, row: NeutralRow): (number | string | bigint | Uint8Array | null)[] {
  return Object.values(columns).map((kind, index) => {
    const value = row[index] ?? null;
    if (value === null) return null;
    if (kind === 'hash') return BigInt(value);
    return kind === 'bytes' ? Buffer.from(value as string, 'base64') : value;
  });
}

function targetHashes(db: Database): (id: number | string) => string {
  const find = db.prepare('SELECT CAST(hash AS TEXT) AS hash FROM url WHERE id = ?');
  return (id) => [...eachRow<{ hash: string }>(find, id as number)][0]!.hash;
}

/** A hash is that of one URL: it is looked up without its host, by an index that goes when the copy is done. */
function targetIds(db: Database): (hash: number | string) => number {
  db.exec('CREATE TEMP TABLE target (hash INTEGER PRIMARY KEY, id INTEGER NOT NULL)');
  const find = db.prepare('SELECT id FROM temp.target WHERE hash = ?');
  const fill = db.prepare('INSERT INTO temp.target SELECT hash, id FROM url');
  let isFilled = false;
  return (hash) => {
    if (!isFilled) fill.run();
    isFilled = true;
    return (find.get(BigInt(hash)) as { id: number }).id;
  };
}
