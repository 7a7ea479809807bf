import { bucketOf } from '../../frontier/bucket-of.js';
import { jsonText, realNumber } from '../postgres/json-text.js';
import type { Queries, Value } from '../postgres/postgres-database.js';
import { configNote, modelNote } from '../postgres/reading/mirror.js';
import { documentList } from '../sqlite/sql-parts.js';
import type { ColumnKind, CopiedTable, NeutralRow } from './copied-tables.js';
import { type TableSource, type TableTarget, targetsOf } from './crawl-tables.js';

const chunk = 1_000;

/** Lessons that the snapshot of their agent does not hold yet: those of other workers may be older than its own last one. */
const open = `
  (SELECT l.* FROM lesson l LEFT JOIN knowledge k ON k.agent = l.agent
   WHERE k.agent IS NULL OR (NOT (l.worker = k.worker AND l.visit <= k.visit) AND NOT (l.worker <> k.worker AND l.tx < k.tx)))`;

/** Where a table is not read as it is. */
const readAs: Readonly<Record<string, string>> = {
  note: `(SELECT * FROM note WHERE key NOT IN ('${configNote}', '${modelNote}'))`,
  lesson: open,
  // In a folder, lessons count from a visit on: from the first that the snapshot does not hold.
  knowledge: `
    (SELECT k.agent, k.data, least(k.visit, (SELECT min(visit) - 1 FROM ${open} o WHERE o.agent = k.agent)) AS visit
     FROM knowledge k)`,
};

/** The tables of a crawl in a database, as a transaction on it sees them. */
export function postgresTables(tx: Queries): TableSource {
  return {
    async *rows(table) {
      const { key, columns } = table;
      // Texts are ordered by their bytes, whatever the language of the database.
      const order = key.map((name) => (columns[name] === 'text' ? `t.${name} COLLATE "C"` : `t.${name}`)).join(', ');
      const places = key.map((name, index) => `$${index + 1}::${columns[name] === 'text' ? 'text' : 'bigint'}`);
      const page = (where: string) =>
        `SELECT ${selected(table)} FROM ${readAs[table.name] ?? table.name} t ${where} ORDER BY ${order} LIMIT ${chunk}`;
      for (let last: Value[] | undefined; ; ) {
        const next = last === undefined ? page('') : page(`WHERE (${order}) > (${places.join(', ')})`);
        const rows = await tx.query<Record<string, number | string | null>>(next, last);
        for (const row of rows) yield Object.keys(columns).map((name) => row[name] ?? null);
        if (rows.length < chunk) return;
        last = key.map((name) => rows.at(-1)![name] as Value);
      }
    },
  };
}

/** A new crawl in a database, made in one transaction. */
export function newPostgresTables(tx: Queries): TableTarget {
  const bucketOfHost = new Map<unknown, number>();
  /** What is on a host is in its bucket. */
  const bucket = (table: CopiedTable, row: Record<string, unknown>) => {
    if (table.name === 'host') bucketOfHost.set(row.id, bucketOf(row.name as string));
    return bucketOfHost.get(table.name === 'host' ? row.id : row.host) ?? 0;
  };
  return {
    ...postgresTables(tx),
    async insert(table, rows) {
      const objects = rows.map((row) => rowObject(table, row));
      const placed = hasBucket(table) ? objects.map((row) => ({ ...row, bucket: bucket(table, row) })) : objects;
      await tx.query(insertInto(table), [jsonText(placed)]);
      if (table.name !== 'links') return;
      const edges = rows.flatMap(([visit, data]) => targetsOf(data as string).map((dst) => ({ dst, visit })));
      const addEdges = `
        INSERT INTO edge SELECT x.dst, x.visit FROM json_to_recordset($1::text::json) x (dst bigint, visit bigint)`;
      await tx.query(addEdges, [jsonText(edges)]);
    },
    async complete() {
      for (const statement of derived) await tx.query(statement);
    },
  };
}

const derived = [
  "UPDATE counter SET value = (SELECT coalesce(max(id), 0) FROM url) WHERE name = 'url'",
  "UPDATE counter SET value = (SELECT coalesce(max(id), 0) FROM host) WHERE name = 'host'",
  "UPDATE counter SET value = (SELECT coalesce(max(seq), 0) FROM visit) WHERE name = 'visit'",
  "SELECT setval(pg_get_serial_sequence('judge', 'id'), (SELECT max(id) FROM judge)) WHERE EXISTS (SELECT FROM judge)",
  "SELECT setval(pg_get_serial_sequence('command', 'id'), (SELECT max(id) FROM command)) WHERE EXISTS (SELECT FROM command)",
  // The budget counts what workers have reserved.
  `INSERT INTO worker (name, started_at, expires, ended, documents, reserved)
    SELECT 'copy', 0, now(), true, n, n FROM (SELECT count(*) AS n FROM visit WHERE superseded = 0 AND outcome IN ${documentList}) x`,
  `INSERT INTO content (fingerprint, url, worker)
    SELECT DISTINCT ON (v.fingerprint) v.fingerprint, u.url, 0 FROM visit v JOIN url u ON u.id = v.url
    WHERE v.fingerprint IS NOT NULL AND v.superseded = 0 AND v.outcome <> 'example' ORDER BY v.fingerprint, v.seq`,
];

/** What only this store has, beside what is copied: who did what, and transactions that lessons are found by. */
const added: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  visit: { worker: '0' },
  knowledge: { worker: '0', tx: "'0'::xid8" },
  lesson: { worker: '0', tx: 'pg_current_xact_id()' },
};

function hasBucket({ name }: CopiedTable): boolean {
  return name === 'host' || name === 'url' || name === 'frontier';
}

function insertInto(table: CopiedTable): string {
  const own = added[table.name] ?? {};
  const bucket: [string, ColumnKind][] = hasBucket(table) ? [['bucket', 'number']] : [];
  const columns = [...Object.entries(table.columns), ...bucket];
  const names = [...columns.map(([name]) => `"${name}"`), ...Object.keys(own)];
  const from = columns.map(([name, kind]) => (kind === 'bytes' ? `decode(x."${name}", 'base64')` : `x."${name}"`));
  const types = columns.map(([name, kind]) => `"${name}" ${sqlType(kind)}`);
  return `
    INSERT INTO ${table.name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${[...from, ...Object.values(own)].join(', ')} FROM json_to_recordset($1::text::json) x (${types.join(', ')})
    ${table.name === 'note' ? 'ON CONFLICT (key) DO UPDATE SET value = excluded.value' : ''}`;
}

function rowObject({ columns }: CopiedTable, row: NeutralRow): Record<string, unknown> {
  const entries = Object.keys(columns).map((column, index) => {
    const value = row[index] ?? null;
    return [column, typeof value === 'number' ? realNumber(value) : value];
  });
  return Object.fromEntries(entries);
}

function selected({ columns }: CopiedTable): string {
  const one = ([name, kind]: [string, ColumnKind]) => {
    if (kind === 'hash') return `t."${name}"::text AS "${name}"`;
    // Without the line ends that `encode` puts in.
    return kind === 'bytes' ? `translate(encode(t."${name}", 'base64'), E'\\n', '') AS "${name}"` : `t."${name}"`;
  };
  return Object.entries(columns).map(one).join(', ');
}

function sqlType(kind: ColumnKind): string {
  if (kind === 'number') return 'double precision';
  return kind === 'hash' ? 'bigint' : 'text';
}
