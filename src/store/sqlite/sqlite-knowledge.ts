import { oneRow } from './rows.js';
import type { Database } from './sqlite-database.js';

/**
 * A snapshot is kept in parts of this size, the first in `knowledge` itself: SQLite and its driver hold what is written at once several times over,
 * the driver until the next time. What older versions and copies of crawls write is one part, however large.
 */
const partBytes = 1 << 20;

/** What agents have learnt, as of a visit. */
export class SqliteKnowledge {
  private readonly sql: ReturnType<typeof statements>;

  constructor(db: Database) {
    this.sql = statements(db);
  }

  find(agent: number): { readonly visit: number; readonly data: Uint8Array } | undefined {
    const known = oneRow<{ visit: number; bytes: number }>(this.sql.find, agent);
    if (known === undefined) return undefined;
    const data = new Uint8Array(known.bytes);
    let at = 0;
    for (const part of this.sql.parts.iterate(agent) as unknown as Iterable<{ readonly data: Uint8Array }>) {
      data.set(part.data, at);
      at += part.data.length;
    }
    return { visit: known.visit, data };
  }

  save(agent: number, visit: number, data: Uint8Array): void {
    this.drop(agent);
    this.sql.saveFirst.run(agent, visit, data.subarray(0, partBytes));
    for (let at = partBytes; at < data.length; at += partBytes)
      this.sql.savePart.run(agent, at / partBytes, data.subarray(at, at + partBytes));
  }

  drop(agent: number): void {
    this.sql.dropParts.run(agent);
    this.sql.drop.run(agent);
  }
}

function statements(db: Database) {
  return {
    find: db.prepare(`
      SELECT k.visit, length(k.data) + (SELECT coalesce(sum(length(p.data)), 0) FROM knowledge_part p WHERE p.agent = k.agent) AS bytes
      FROM knowledge k WHERE k.agent = ?`),
    parts: db.prepare(`
      SELECT 0 AS part, data FROM knowledge WHERE agent = ?1
      UNION ALL SELECT part, data FROM knowledge_part WHERE agent = ?1 ORDER BY part`),
    saveFirst: db.prepare('INSERT INTO knowledge (agent, visit, data) VALUES (?, ?, ?)'),
    savePart: db.prepare('INSERT INTO knowledge_part (agent, part, data) VALUES (?, ?, ?)'),
    drop: db.prepare('DELETE FROM knowledge WHERE agent = ?'),
    dropParts: db.prepare('DELETE FROM knowledge_part WHERE agent = ?'),
  };
}
