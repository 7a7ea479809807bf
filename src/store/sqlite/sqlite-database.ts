import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Failure, messageOf, UsageError } from '../../failure.js';
import { inTransaction } from './in-transaction.js';
import { migrations } from './migrations.js';
import { isBusy, isUnopened, storeFailure } from './store-failure.js';

export type Database = DatabaseSyncInstance;

/** 'OSPR' in hex: tells our databases from other people's. */
const applicationId = 0x4f535052;

/**
 * In KiB, below zero as SQLite wants it. More would be slower: after a page was split, a commit walks through the whole
 * cache, and what falls out of it is still in the cache of the operating system. Less is slower only where a million URLs of one host are known,
 * by 0.02 CPU-ms a page (bench/frontier-scale.ts).
 */
const cacheSize = -8_192;

/** So long another program may keep the database locked, a backup for one; nothing else is done meanwhile. */
const busyMs = 10_000;

/**
 * Opens a crawl's database and brings it to the current schema version. WAL with synchronous=NORMAL: a killed process loses
 * nothing that was committed; a power cut may lose the last moments but never tears a transaction.
 */
export function openDatabase(file: string, { create = false, readOnly = false, scripts = migrations } = {}): Database {
  if (!create) assertExists(file);
  let db: Database | undefined;
  try {
    db = readOnly ? openForReading(file) : new DatabaseSync(file, { timeout: busyMs, defensive: true });
    // A folder may come from others: views and triggers that its database brings may call nothing with side effects.
    db.exec(`PRAGMA trusted_schema = OFF; PRAGMA cache_size = ${cacheSize}`);
    const version = schemaVersion(db, file, scripts.length);
    refuseForeignCode(db, file, scripts.slice(0, version));
    if (!readOnly) db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 40000');
    if (version < scripts.length) migrate(db, file, scripts.slice(version), readOnly);
    return db;
  } catch (thrown) {
    db?.close();
    if (thrown instanceof UsageError) throw thrown;
    if (isUnopened(thrown) && lacksDescriptors()) throw noDescriptors(file, thrown);
    const failure = storeFailure(thrown, file);
    if (failure instanceof Failure && !isUnopened(thrown)) throw failure;
    throw new UsageError(
      'bad-database',
      `Cannot open ${file} as the database of a crawl: ${messageOf(thrown)}. Choose another folder.`,
      { file },
    );
  }
}

/** SQLite does not tell why it could not open a file, so it is tried whether there are descriptors for its three: database, log, index. */
function lacksDescriptors(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < 3) opened.push(openSync(devNull, 'r'));
    return false;
  } catch (thrown) {
    return /^E[MN]FILE$/.test((thrown as NodeJS.ErrnoException).code ?? '');
  } finally {
    opened.forEach(closeSync);
  }
}

function noDescriptors(file: string, cause: unknown): Failure {
  const message = `Cannot open ${file}: too many files are open. Raise the limit (ulimit -n).`;
  return new Failure('database-io', message, 'fatal', { file }, cause);
}

/**
 * A log is read beside the database, and an empty one made where there is none. Where nothing can be made (a read-only
 * medium, a folder of somebody else's) and there is no log, nobody writes: the database is read as it is.
 */
function openForReading(file: string): Database {
  const db = new DatabaseSync(file, { readOnly: true, timeout: busyMs, defensive: true });
  try {
    db.prepare('SELECT 1 FROM sqlite_schema').get();
    return db;
  } catch (thrown) {
    db.close();
    if (!isUnopened(thrown) || lacksDescriptors()) throw thrown;
    if (existsSync(`${file}-wal`))
      throw new UsageError(
        'log-unreadable',
        `${file} has the log of a killed crawl, which cannot be read in a read-only folder; copy the folder to a writable place.`,
        { file },
      );
    const asItIs = pathToFileURL(file);
    asItIs.searchParams.set('immutable', '1');
    return new DatabaseSync(asItIs, { readOnly: true, defensive: true });
  }
}

export function assertExists(file: string): void {
  if (existsSync(file)) return;
  throw new UsageError(
    'no-crawl',
    `No crawl found in ${path.dirname(file)} (${path.basename(file)} is missing); give a folder made by "osprey crawl".`,
    { file },
  );
}

/** The version of the schema, 0 for a new database. Refuses what is not ours before anything is changed. */
function schemaVersion(db: Database, file: string, newest: number): number {
  const id = pragma(db, 'application_id');
  const version = pragma(db, 'user_version');
  if (id !== applicationId && (id !== 0 || version > 0 || !isEmpty(db))) {
    throw new UsageError('foreign-database', `${file} belongs to another program; choose another folder.`, {
      file,
      id,
    });
  }
  if (version > newest) {
    throw new UsageError(
      'newer-schema',
      `${file} was made by a newer Osprey (schema ${version}, this one knows ${newest}); update Osprey.`,
      { file, version },
    );
  }
  return version;
}

const objects = "SELECT type, name, sql FROM sqlite_schema WHERE type <> 'index' AND name NOT LIKE 'sqlite_%'";

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/**
 * Views, triggers and computed columns of somebody else's database would run with every statement, for as long as they please. What has one of
 * our names must be ours; tables of others are never read.
 */
function refuseForeignCode(db: Database, file: string, scripts: readonly string[]): void {
  const own = new DatabaseSync(':memory:');
  try {
    for (const script of scripts) own.exec(script);
    const known = new Map(objectsIn(own).map(({ name, sql }) => [name, sql]));
    const foreign = objectsIn(db).find(({ type, name, sql }) =>
      known.has(name) ? known.get(name) !== sql : type !== 'table' || /^CREATE VIRTUAL/i.test(sql),
    );
    const found = new Set(objectsIn(db).map(({ name }) => name));
    if (foreign === undefined && [...known.keys()].every((name) => found.has(name))) return;
  } finally {
    own.close();
  }
  throw new UsageError(
    'foreign-schema',
    `${file} lacks tables, or holds tables, views or triggers that Osprey did not make: it is not read. Ask for a folder as "osprey crawl" left it.`,
    { file },
  );
}

function objectsIn(db: Database): SchemaObject[] {
  return db.prepare(objects).all() as unknown[] as SchemaObject[];
}

function migrate(db: Database, file: string, scripts: readonly string[], readOnly: boolean): void {
  if (readOnly) {
    throw new UsageError(
      'older-schema',
      `${file} was made by an older Osprey and cannot be brought up to date here: the folder cannot be written, or an older Osprey is crawling in it. Copy the folder, or stop that crawl.`,
      { file },
    );
  }
  inTransaction(db, () => {
    const version = pragma(db, 'user_version') + scripts.length;
    for (const script of scripts) db.exec(script);
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`);
  });
}

function isEmpty(db: Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

function pragma(db: Database, name: 'application_id' | 'user_version'): number {
  const row = db.prepare(`PRAGMA ${name}`).get() as Record<string, number>;
  return row[name] ?? 0;
}

/** Reads a crawl's database as it is at one moment, whatever is committed meanwhile. */
export function oneView<T>(db: Database, read: (db: Database) => T): T {
  db.exec('BEGIN');
  try {
    return read(db);
  } finally {
    // At once: a running crawl cannot shorten its log until then.
    db.exec('ROLLBACK');
  }
}

/**
 * Takes sole ownership of a crawl's folder until the returned function is called or the process ends, however it ends:
 * an exclusive transaction on a database of its own is an operating system lock.
 */
export function lockFolder(lockFile: string, folder: string): () => void {
  let lock: Database | undefined;
  try {
    // A lock can be had on a read-only medium too, and is worth nothing there.
    accessSync(folder, constants.W_OK);
    lock = new DatabaseSync(lockFile, { timeout: 500 });
    lock.exec('BEGIN EXCLUSIVE');
    const held = lock;
    return () => held.close();
  } catch (thrown) {
    lock?.close();
    const cause = messageOf(thrown);
    if (isBusy(thrown))
      throw new UsageError(
        'crawl-running',
        `Another process is crawling in ${folder}; stop it first or choose another folder.`,
        { folder, cause },
      );
    const failure = storeFailure(thrown, lockFile);
    if (failure instanceof Failure && !isUnopened(thrown)) throw failure;
    throw new UsageError(
      'folder-unwritable',
      `Cannot write to the folder ${folder} (${cause}); make it writable or choose another.`,
      { folder },
    );
  }
}

/** Whether some process owns the folder of this lock; changes nothing. */
export function isLocked(lockFile: string): boolean {
  if (!existsSync(lockFile)) return false;
  const lock = new DatabaseSync(lockFile, { readOnly: true, timeout: 0 });
  try {
    lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (thrown) {
    return isBusy(thrown);
  } finally {
    lock.close();
  }
}
