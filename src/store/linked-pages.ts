import path from 'node:path';
import { openDatabase } from './sqlite-database.js';
import { databaseName } from './sqlite-store.js';

/** A visited page that a link led to, with what the present judge makes of it. */
export interface LinkedPage {
  readonly url: string;
  /** The judge's raw score. */
  readonly reward: number;
}

/**
 * All pages of a crawl that links led to, in the order of their visits: no seeds, no copies. Reads two columns only, one row at a
 * time, so that a crawl of a million pages takes seconds and no memory.
 */
export function* linkedPages(folder: string): Generator<LinkedPage> {
  const db = openDatabase(path.join(folder, databaseName), { readOnly: true });
  try {
    const rows = db
      .prepare(`
        SELECT u.url, j.raw AS reward FROM judgement j JOIN visit v ON v.seq = j.visit JOIN url u ON u.id = v.url
        WHERE j.judge = (SELECT value FROM note WHERE key = 'judge') AND v.outcome = 'page' AND v.parent > 0
        ORDER BY j.visit`)
      .iterate();
    yield* rows as Iterable<unknown> as Iterable<LinkedPage>;
  } finally {
    db.close();
  }
}
