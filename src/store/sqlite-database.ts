import { existsSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { messageOf, UsageError } from '../failure.js';
import { migrations } from './schema.js';

export type Database = DatabaseSyncInstance;

/** 'OSPR' in hex: tells our databases from other people's. */
const applicationId = 0x4f535052;

/**
 * Opens a crawl's database and brings it to the current schema version. WAL with synchronous=NORMAL: a killed process loses
 * nothing that was committed; a power cut may lose the last moments but never tears a transaction.
 */
export function openDatabase(file: string, { create = false, readOnly = false } = {}): Database {
  if (!create && !existsSync(file)) {
    throw new UsageError(
      'no-crawl',
      `There is no crawl here (${file} is missing); name a folder that "osprey crawl" made.`,
      { file },
    );
  }
  let db: Database;
  try {
    db = new DatabaseSync(file, { readOnly, timeout: 10_000 });
    if (readOnly) db.exec('PRAGMA cache_size = -32768');
    else
      db.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 40000',
      );
  } catch (thrown) {
    throw new UsageError(
      'bad-database',
      `${file} cannot be opened as a crawl's database: ${messageOf(thrown)}. Choose another folder.`,
      { file },
    );
  }
  migrate(db, file, readOnly);
  return db;
}

function migrate(db: Database, file: string, readOnly: boolean): void {
  const id = pragma(db, 'application_id');
  const version = pragma(db, 'user_version');
  if (version > 0 && id !== applicationId) {
    throw new UsageError('foreign-database', `${file} belongs to another program; choose another folder.`, {
      file,
      id,
    });
  }
  if (version > migrations.length) {
    throw new UsageError(
      'newer-schema',
      `${file} was made by a newer Osprey (schema ${version}, this one knows ${migrations.length}); update Osprey.`,
      { file, version },
    );
  }
  if (version === migrations.length) return;
  if (readOnly) {
    throw new UsageError(
      'older-schema',
      `${file} was made by an older Osprey; run "osprey resume" once to bring it up to date.`,
      { file, version },
    );
  }
  inTransaction(db, () => {
    for (const script of migrations.slice(version)) db.exec(script);
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
  });
}

function pragma(db: Database, name: 'application_id' | 'user_version'): number {
  const row = db.prepare(`PRAGMA ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}

/** Runs `work` in one transaction: all of it is committed, or nothing. */
export function inTransaction<T>(db: Database, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (thrown) {
    db.exec('ROLLBACK');
    throw thrown;
  }
}

/**
 * Takes sole ownership of a crawl's folder until the returned function is called or the process ends, however it ends:
 * an exclusive transaction on a database of its own is an operating system lock.
 */
export function lockFolder(lockFile: string, folder: string): () => void {
  const lock = new DatabaseSync(lockFile, { timeout: 500 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    lock.close();
    throw new UsageError(
      'crawl-running',
      `Another process is crawling in ${folder}; stop it first or choose another folder.`,
      { folder, cause: messageOf(thrown) },
    );
  }
  return () => lock.close();
}

/** Whether some process owns the folder of this lock; changes nothing. */
export function isLocked(lockFile: string): boolean {
  if (!existsSync(lockFile)) return false;
  const lock = new DatabaseSync(lockFile, { readOnly: true, timeout: 0 });
  try {
    lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch {
    return true;
  } finally {
    lock.close();
  }
}
