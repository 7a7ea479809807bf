import type { CrawlNotes, RobotsNote } from '../../model/crawl-store.js';
import { keepableText } from './json-text.js';
import type { Queries } from './postgres-database.js';

/** Notes are written at once: they are few, and other workers read them. */
export class PostgresNotes implements CrawlNotes {
  constructor(private readonly db: Queries) {}

  async get(key: string): Promise<string | undefined> {
    const [row] = await this.db.query<{ value: string }>('SELECT value FROM note WHERE key = $1', [key]);
    return row?.value;
  }

  async set(key: string, value: string): Promise<void> {
    await putNote(this.db, key, value);
  }

  async robots(origin: string): Promise<RobotsNote | undefined> {
    const [row] = await this.db.query<RobotsNote>(
      'SELECT origin, fetched_at AS "fetchedAt", status, body FROM robots WHERE origin = $1',
      [origin],
    );
    return row;
  }

  async setRobots({ origin, fetchedAt, status, body }: RobotsNote): Promise<void> {
    await this.db.query(
      `INSERT INTO robots (origin, fetched_at, status, body) VALUES ($1, $2, $3, $4)
       ON CONFLICT (origin) DO UPDATE SET fetched_at = excluded.fetched_at, status = excluded.status, body = excluded.body`,
      [origin, fetchedAt, status, keepableText(body)],
    );
  }
}

/** For whoever is in a transaction already. */
export async function putNote(db: Queries, key: string, value: string): Promise<void> {
  await db.query('INSERT INTO note VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [
    key,
    keepableText(value),
  ]);
}
