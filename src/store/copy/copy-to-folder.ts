import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { claimStorage } from '../../archive/bodies/claim-storage.js';
import { openStorage } from '../../archive/bodies/open-storage.js';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { writeConfig } from '../../config/write-config.js';
import { Failure } from '../../failure.js';
import { labelsName } from '../../labels/label-file.js';
import type { FrontierRules } from '../../model/frontier.js';
import { queriesName } from '../../topic/asked-queries.js';
import { archiveIdNote } from '../archive-id.js';
import { configName, makeFolders, readCrawlConfig, refuseTaken } from '../crawl-folder.js';
import type { CrawlLocation } from '../crawl-location.js';
import type { PostgresDatabase, Queries } from '../postgres/postgres-database.js';
import { PostgresStore } from '../postgres/postgres-store.js';
import { Mirror } from '../postgres/reading/mirror.js';
import { openCrawlDatabase } from '../postgres/reading/open-crawl-database.js';
import { openDatabase } from '../sqlite/sqlite-database.js';
import { databaseName } from '../sqlite/sqlite-store.js';
import { copyBodies } from './copy-bodies.js';
import type { CopyOptions, CopyResult } from './copy-crawl.js';
import { copyTables } from './copy-tables.js';
import { postgresTables } from './postgres-tables.js';
import { newSqliteTables } from './sqlite-tables.js';

/** The pages of a copy lie in a folder of its own within the crawl's: all of their files are finished. */
const pagesFolder = 'pages';

/** From a database, which nobody crawls in meanwhile, into a folder, which has its name once all is there. */
export async function copyToFolder(
  source: Extract<CrawlLocation, { kind: 'postgres' }>,
  folder: string,
  { archive, rules, onStep = () => {} }: CopyOptions,
): Promise<CopyResult> {
  refuseTaken(folder);
  const db = await openCrawlDatabase(source);
  const draft = `${path.resolve(folder)}.part`;
  try {
    const mirror = await Mirror.open(db);
    const settings = settingsFrom({ file: readCrawlConfig(mirror.folder) });
    await inboxEmptied(source.url, db, rules(settings));
    rmSync(draft, { recursive: true, force: true });
    makeFolders(draft);
    const tables = await db.oneView((view) => copied(view, draft, onStep));
    const files = await placePages(settings, draft, path.resolve(folder), archive, db, onStep);
    writeFileSync(path.join(draft, configName), writeConfig({ ...settings, archive: files.setting }));
    for (const name of [labelsName, queriesName])
      if (existsSync(path.join(mirror.folder, name)))
        copyFileSync(path.join(mirror.folder, name), path.join(draft, name));
    renameSync(draft, folder);
    return {
      tables,
      files: files.count,
      from: db.shown,
      to: folder,
      ...(files.location && { archive: files.location }),
    };
  } catch (thrown) {
    rmSync(draft, { recursive: true, force: true });
    throw thrown;
  } finally {
    await db.close();
  }
}

/** What workers found for others and these have not taken: whoever opens the crawl alone takes all of it. */
async function inboxEmptied(url: string, db: PostgresDatabase, rules: FrontierRules): Promise<void> {
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

async function copied(view: Queries, draft: string, onStep: (step: string) => void): Promise<CopyResult['tables']> {
  const target = openDatabase(path.join(draft, databaseName), { create: true });
  try {
    target.exec('BEGIN');
    const tables = await copyTables(postgresTables(view), newSqliteTables(target), onStep);
    target.exec('COMMIT');
    return tables;
  } finally {
    target.close();
  }
}

interface PlacedPages {
  readonly count: number;
  /** As the config file has it. */
  readonly setting: boolean | string;
  readonly location?: string;
}

async function placePages(
  { archive: here }: Settings,
  draft: string,
  folder: string,
  given: string | undefined,
  db: PostgresDatabase,
  onStep: (step: string) => void,
): Promise<PlacedPages> {
  if (typeof here !== 'string') return { count: 0, setting: here };
  const isOther = given !== undefined && given !== here;
  if (given !== undefined && !isOther) return { count: 0, setting: here, location: here };
  onStep('WARC files');
  const setting = given === undefined ? pagesFolder : given;
  const target = given === undefined ? path.join(draft, pagesFolder) : given;
  if (given === undefined) mkdirSync(target);
  const [note] = await db.query<{ value: string }>('SELECT value FROM note WHERE key = $1', [archiveIdNote]);
  const [from, to] = [await openStorage(here), await openStorage(target)];
  try {
    if (note !== undefined) await claimStorage(to, note.value, true);
    const count = await copyBodies(from, to);
    return { count, setting, location: given ?? path.join(folder, pagesFolder) };
  } finally {
    await from.close();
    await to.close();
  }
}
