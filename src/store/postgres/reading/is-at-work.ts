import type { Queries } from '../postgres-database.js';

/** Whether some worker has a lease on the crawl. */
export async function isAtWork(db: Queries): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM worker WHERE NOT ended AND expires > now() LIMIT 1');
  return rows.length > 0;
}
