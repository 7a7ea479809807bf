import type { CrawlNotes, RobotsNote } from '../../model/crawl-store.js';
import type { GroupCommit } from './group-commit.js';
import { rawRow } from './rows.js';
import type { Database } from './sqlite-database.js';

/** Written in the group of the visits, so that a note that fails ends the writing too: SQLite may have undone the whole group. */
export class SqliteNotes implements CrawlNotes {
  constructor(
    private readonly db: Database,
    private readonly group: GroupCommit,
  ) {}

  async get(key: string): Promise<string | undefined> {
    return rawRow<{ value: string }>(this.db.prepare('SELECT value FROM note WHERE key = ?'), key)?.value;
  }

  async set(key: string, value: string): Promise<void> {
    this.group.write(() => this.put(key, value));
    this.group.commit();
  }

  /** For whoever is writing already. */
  put(key: string, value: string): void {
    this.db
      .prepare('INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
      .run(key, value);
  }

  async robots(origin: string): Promise<RobotsNote | undefined> {
    const find = this.db.prepare('SELECT origin, fetched_at AS fetchedAt, status, body FROM robots WHERE origin = ?');
    return rawRow<RobotsNote>(find, origin);
  }

  async setRobots(note: RobotsNote): Promise<void> {
    const put = this.db.prepare(`
      INSERT INTO robots (origin, fetched_at, status, body) VALUES (?, ?, ?, ?)
      ON CONFLICT (origin) DO UPDATE SET fetched_at = excluded.fetched_at, status = excluded.status, body = excluded.body`);
    this.group.write(() => put.run(note.origin, note.fetchedAt, note.status, note.body));
  }
}
