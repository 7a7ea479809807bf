import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { claimStorage } from '../../archive/bodies/claim-storage.js';
import { folderStorage } from '../../archive/bodies/folder-storage.js';
import { openStorage } from '../../archive/bodies/open-storage.js';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { writeConfig } from '../../config/write-config.js';
import { UsageError } from '../../failure.js';
import { LabelFile } from '../../labels/label-file.js';
import { queriesName } from '../../topic/asked-queries.js';
import { archiveIdNote } from '../archive-id.js';
import { readCrawlConfig } from '../crawl-folder.js';
import type { CrawlLocation } from '../crawl-location.js';
import { PostgresDatabase, type Queries } from '../postgres/postgres-database.js';
import { drawnLine, labelLine } from '../postgres/reading/label-lines.js';
import { configNote, type ListName } from '../postgres/reading/mirror.js';
import { lockFolder, openDatabase } from '../sqlite/sqlite-database.js';
import { databaseName, lockName } from '../sqlite/sqlite-store.js';
import { copyBodies } from './copy-bodies.js';
import type { CopyOptions, CopyResult } from './copy-crawl.js';
import { copyTables } from './copy-tables.js';
import { newPostgresTables } from './postgres-tables.js';
import { sqliteTables } from './sqlite-tables.js';

/** From a folder, which nobody crawls in meanwhile, into a database, in one transaction. */
export async function copyToDatabase(
  folder: string,
  { url, name, shown }: Extract<CrawlLocation, { kind: 'postgres' }>,
  { archive, onStep = () => {} }: CopyOptions,
): Promise<CopyResult> {
  if (name === undefined)
    throw new UsageError('no-crawl-name', `Say what the crawl is called in the database: ${shown}#NAME.`, { shown });
  const settings = settingsFrom({ file: readCrawlConfig(folder) });
  const unlock = lockFolder(path.join(folder, lockName), folder);
  const db = openDatabase(path.join(folder, databaseName));
  const target = await PostgresDatabase.connect(url, name, { create: true });
  try {
    await refuseTakenName(target);
    const place = await placeOf(settings, folder, name, archive);
    if (place !== undefined) onStep('WARC files');
    const files = place?.isNew ? await copyPages(settings, folder, place.location, place.id) : 0;
    db.exec('BEGIN');
    const tables = await target.transaction(async (tx) => {
      const copied = await copyTables(sqliteTables(db), newPostgresTables(tx), onStep);
      await copyFiles(tx, folder, { ...settings, archive: place?.location ?? false }, place?.id);
      return copied;
    });
    const where = place === undefined ? {} : { archive: place.location };
    return { tables, files, from: folder, to: target.shown, ...where };
  } finally {
    await target.close();
    db.close();
    unlock();
  }
}

/** A name that was used up by a copy that was broken off has nothing in it, and can be used again. */
async function refuseTakenName(db: PostgresDatabase): Promise<void> {
  const [taken] = await db.query(`SELECT 1 FROM note WHERE key = '${configNote}' UNION SELECT 1 FROM url LIMIT 1`);
  if (taken !== undefined)
    throw new UsageError('crawl-taken', `${db.shown} is a crawl already; choose another name.`, { at: db.shown });
}

interface Place {
  readonly location: string;
  readonly id: string;
  /** The pages have to be brought there. */
  readonly isNew: boolean;
}

/** Pages that are in a place of their own already stay there, unless another is named. Undefined where the crawl keeps none. */
async function placeOf(
  settings: Settings,
  folder: string,
  name: string,
  given: string | undefined,
): Promise<Place | undefined> {
  if (settings.archive === false) return undefined;
  const here = typeof settings.archive === 'string' ? settings.archive : undefined;
  const wanted = given ?? here ?? path.join('crawls', name);
  const location = wanted.startsWith('s3://') ? wanted : path.resolve(wanted);
  const known = here === undefined ? undefined : await knownId(folder);
  return { location, id: known ?? randomUUID(), isNew: location !== here };
}

async function knownId(folder: string): Promise<string | undefined> {
  const db = openDatabase(path.join(folder, databaseName), { readOnly: true });
  try {
    const row = db.prepare('SELECT value FROM note WHERE key = ?').get(archiveIdNote);
    return (row as { value: string } | undefined)?.value;
  } finally {
    db.close();
  }
}

async function copyPages(settings: Settings, folder: string, location: string, id: string): Promise<number> {
  const from = typeof settings.archive === 'string' ? await openStorage(settings.archive) : folderStorage(folder);
  const to = await openStorage(location);
  try {
    await claimStorage(to, id, true);
    return await copyBodies(from, to);
  } finally {
    await from.close();
    await to.close();
  }
}

/** What is a file in a folder: settings, labels, queries. */
async function copyFiles(tx: Queries, folder: string, settings: Settings, id: string | undefined): Promise<void> {
  const note = 'INSERT INTO note VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value';
  await tx.query(note, [configNote, writeConfig(settings)]);
  if (id !== undefined) await tx.query(note, [archiveIdNote, id]);
  const add = (name: ListName, lines: readonly string[]) =>
    tx.query(
      'INSERT INTO line (name, at, text) SELECT $1, $2, t FROM unnest($3::text[]) WITH ORDINALITY x (t, n) ORDER BY n',
      [name, Date.now(), lines],
    );
  const { judgements, randomSeed } = LabelFile.read(folder);
  const labels = [...judgements].map(([page, { label, at }]) => labelLine(page, label, at));
  await add('labels.tsv', [...(randomSeed === undefined ? [] : [drawnLine(randomSeed)]), ...labels]);
  const queries = path.join(folder, queriesName);
  if (existsSync(queries))
    await add(
      'queries.jsonl',
      readFileSync(queries, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== ''),
    );
}
