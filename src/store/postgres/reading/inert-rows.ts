import { inertRow } from '../../sqlite/rows.js';
import type { Queries, Value } from '../postgres-database.js';

/** A database may hold what pages and other people wrote: all text is made inert here, as the rows of SQLite are. */
export async function allRows<Row>(db: Queries, text: string, values: readonly Value[] = []): Promise<Row[]> {
  const rows = await db.query<Record<string, unknown>>(text, values);
  return rows.map(inertRow) as Row[];
}

export async function oneRow<Row>(db: Queries, text: string, values: readonly Value[] = []): Promise<Row | undefined> {
  return (await allRows<Row>(db, text, values))[0];
}
