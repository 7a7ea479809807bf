import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { messageOf, UsageError } from '../failure.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { textHash, urlHash } from '../url/hash64.js';
import { scanWarc, type WarcEntry } from './warc-reader.js';

export type IndexProgress = (progress: {
  readonly file: string;
  readonly done: number;
  readonly total: number;
}) => void;

/** What an index was made of; it is good while this is still so. */
interface Origin {
  readonly version: number;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
}

/** To be raised when the columns, or the rules of canonicalUrl, change: cached indexes are then made again. */
const INDEX_VERSION = 1;
const ROWS_BETWEEN_REPORTS = 1000;

/** Opens the index of one WARC file, making it first when the cache has none that still fits. */
export async function openIndexFile(
  file: string,
  cacheDir: string,
  onProgress?: IndexProgress,
): Promise<DatabaseSyncInstance> {
  const origin = originOf(file);
  const cached = path.join(cacheDir, `warc-index-${textHash(origin.path)}.db`);
  const found = openIfValid(cached, origin);
  if (found) return found;
  prepareFolder(cacheDir);
  const draft = `${cached}.${randomUUID()}.tmp`;
  try {
    await build(draft, origin, onProgress);
    renameSync(draft, cached);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR' ? notWritable(cacheDir, error) : error;
  } finally {
    rmSync(draft, { force: true });
  }
  return new DatabaseSync(cached, { readOnly: true });
}

async function build(draft: string, origin: Origin, onProgress?: IndexProgress): Promise<void> {
  const db = new DatabaseSync(draft);
  try {
    // A draft that was interrupted is thrown away, so it needs neither a journal nor syncs until it is complete.
    db.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
      CREATE TABLE origin (version INTEGER, path TEXT, size INTEGER, mtime REAL, responses INTEGER, damaged INTEGER);
      CREATE TABLE response (
        hash INTEGER NOT NULL, url TEXT NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL,
        status INTEGER NOT NULL, date TEXT
      );
      BEGIN`);
    const insert = db.prepare('INSERT INTO response VALUES (?, ?, ?, ?, ?, ?)');
    let responses = 0;
    let damaged = 0;
    let records = 0;
    for await (const entry of scanWarc(origin.path, { onDamage: () => damaged++ })) {
      if (++records % ROWS_BETWEEN_REPORTS === 0)
        onProgress?.({ file: origin.path, done: entry.offset, total: origin.size });
      const url = replayableUrl(entry);
      if (url === undefined) continue;
      insert.run(urlHash(url), url, entry.offset, entry.length, entry.httpStatus!, entry.date ?? null);
      responses++;
    }
    const { version, path, size, mtime } = origin;
    db.prepare('INSERT INTO origin VALUES (?, ?, ?, ?, ?, ?)').run(version, path, size, mtime, responses, damaged);
    db.exec('CREATE INDEX response_hash ON response (hash); COMMIT');
    onProgress?.({ file: origin.path, done: size, total: size });
  } finally {
    db.close();
  }
  const handle = await open(draft, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Canonical URL of a record that a crawl can be answered with. A redirect between two forms of one canonical URL is
 * left out: the crawler sees both as the same page, and would go round in circles.
 */
function replayableUrl({ targetUri, httpStatus, location }: WarcEntry): string | undefined {
  if (targetUri === undefined || httpStatus === undefined) return undefined;
  const url = canonicalUrl(targetUri);
  return location !== undefined && canonicalUrl(location, targetUri) === url ? undefined : url;
}

function openIfValid(cached: string, origin: Origin): DatabaseSyncInstance | undefined {
  if (!existsSync(cached)) return undefined;
  let db: DatabaseSyncInstance | undefined;
  try {
    db = new DatabaseSync(cached, { readOnly: true });
    const made = db.prepare('SELECT version, path, size, mtime FROM origin').get() as unknown as Origin;
    const same = (['version', 'path', 'size', 'mtime'] as const).every((name) => made[name] === origin[name]);
    if (same) return db;
  } catch {
    // Not a database, or of another layout: it is made again like one that is out of date.
  }
  db?.close();
  return undefined;
}

function originOf(file: string): Origin {
  const absolute = path.resolve(file);
  try {
    const { size, mtimeMs } = statSync(absolute);
    return { version: INDEX_VERSION, path: absolute, size, mtime: mtimeMs };
  } catch (error) {
    throw new UsageError(
      'archive-unreadable',
      `Cannot read the archive ${file} (${messageOf(error)}); check the path.`,
    );
  }
}

function prepareFolder(cacheDir: string): void {
  const probe = path.join(cacheDir, `.${randomUUID()}.tmp`);
  try {
    mkdirSync(cacheDir, { recursive: true });
    mkdirSync(probe);
    rmSync(probe, { recursive: true });
  } catch (error) {
    throw notWritable(cacheDir, error);
  }
}

function notWritable(cacheDir: string, error: unknown): UsageError {
  return new UsageError(
    'cache-not-writable',
    `Cannot write to the cache folder ${cacheDir} (${messageOf(error)}); set OSPREY_CACHE to one with room that can be written.`,
    { cacheDir },
  );
}
