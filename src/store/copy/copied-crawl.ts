import path from 'node:path';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { Failure } from '../../failure.js';
import type { FrontierRules } from '../../model/frontier.js';
import { archiveIdNote } from '../archive-id.js';
import { readCrawlConfig } from '../crawl-folder.js';
import type { CrawlLocation } from '../crawl-location.js';
import type { PostgresDatabase } from '../postgres/postgres-database.js';
import { PostgresNotes } from '../postgres/postgres-notes.js';
import { PostgresStore } from '../postgres/postgres-store.js';
import { Mirror } from '../postgres/reading/mirror.js';
import { openCrawlDatabase } from '../postgres/reading/open-crawl-database.js';
import { type Database, lockFolder, openDatabase } from '../sqlite/sqlite-database.js';
import { databaseName, lockName } from '../sqlite/sqlite-store.js';
import type { TableSource } from './crawl-tables.js';
import { postgresTables } from './postgres-tables.js';
import { sqliteTables } from './sqlite-tables.js';

/** A crawl that is copied, as it is at one moment. */
export interface CopiedCrawl {
  /** For people, without a password. */
  readonly shown: string;
  readonly settings: Settings;
  /** Its labels, queries and model are files there. */
  readonly folder: string;
  /** Of the place of its pages, where that is one of their own. */
  readonly archiveId: string | undefined;
  readonly tables: TableSource;
}

/** Where a crawl in a database is. */
export type DatabaseLocation = Extract<CrawlLocation, { kind: 'postgres' }>;

/** Nobody can crawl in the folder meanwhile. */
export async function fromFolder<T>(folder: string, copy: (crawl: CopiedCrawl) => Promise<T>): Promise<T> {
  const settings = settingsFrom({ file: readCrawlConfig(folder) });
  const unlock = lockFolder(path.join(folder, lockName), folder);
  let db: Database | undefined;
  try {
    db = openDatabase(path.join(folder, databaseName));
    db.exec('BEGIN');
    const row = db.prepare('SELECT value FROM note WHERE key = ?').get(archiveIdNote);
    const archiveId = (row as { value: string } | undefined)?.value;
    return await copy({ shown: folder, settings, folder, archiveId, tables: sqliteTables(db) });
  } finally {
    db?.close();
    unlock();
  }
}

/** Refused where somebody crawls in the database. `rules`: of a queue under these settings. */
export async function fromDatabase<T>(
  location: DatabaseLocation,
  rules: (settings: Settings) => FrontierRules,
  copy: (crawl: CopiedCrawl) => Promise<T>,
): Promise<T> {
  const db = await openCrawlDatabase(location);
  try {
    const { folder } = await Mirror.open(db);
    const settings = settingsFrom({ file: readCrawlConfig(folder) });
    await emptyInbox(location.url, db, rules(settings));
    const archiveId = await new PostgresNotes(db).get(archiveIdNote);
    return await db.oneView((view) =>
      copy({ shown: db.shown, settings, folder, archiveId, tables: postgresTables(view) }),
    );
  } finally {
    await db.close();
  }
}

/** What workers found for others and these have not taken: whoever opens the crawl alone takes all of it. */
async function emptyInbox(url: string, db: PostgresDatabase, rules: FrontierRules): Promise<void> {
  const store = await PostgresStore.open(url, db.name, rules);
  await store.close();
  const [left] = await db.query(
    'SELECT 1 FROM inbox UNION ALL SELECT 1 FROM worker WHERE NOT ended AND expires > now() LIMIT 1',
  );
  if (left !== undefined)
    throw new Failure(
      'crawl-running',
      `Workers are crawling in ${db.shown}, or were until a moment ago; stop them and wait a minute.`,
      'fatal',
      { at: db.shown },
    );
}
