import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeConfig } from '../../config/write-config.js';
import { labelsName } from '../../labels/label-file.js';
import { queriesName } from '../../topic/asked-queries.js';
import { archiveIdNote } from '../archive-id.js';
import { configName, makeFolders, modelName, refuseTaken } from '../crawl-folder.js';
import { openDatabase } from '../sqlite/sqlite-database.js';
import { databaseName } from '../sqlite/sqlite-store.js';
import type { CopiedCrawl } from './copied-crawl.js';
import type { CopyOptions, CopyResult } from './copy-crawl.js';
import { copyPages } from './copy-pages.js';
import { copyTables } from './copy-tables.js';
import { newSqliteTables } from './sqlite-tables.js';

/** Pages that had a place of their own lie in a folder within the crawl's: all of their files are finished. */
const pagesFolder = 'pages';

/** Into a folder, which has its name once all is there. */
export async function copyToFolder(
  crawl: CopiedCrawl,
  folder: string,
  { archive, onStep = () => {} }: CopyOptions,
): Promise<CopyResult> {
  refuseTaken(folder);
  const draft = `${path.resolve(folder)}.part`;
  try {
    rmSync(draft, { recursive: true, force: true });
    makeFolders(draft);
    const place = placeOf(crawl, draft, archive);
    const tables = await copied(crawl, draft, place.id, onStep);
    if (place.target !== undefined) onStep('WARC files');
    const files = place.target === undefined ? 0 : await copyPages(crawl, place.target, place.id);
    copyFiles(crawl, draft, place.setting);
    renameSync(draft, folder);
    const where = place.setting === false ? {} : { archive: locationOf(place.setting, folder) };
    return { tables, files, from: crawl.shown, to: folder, ...where };
  } catch (thrown) {
    rmSync(draft, { recursive: true, force: true });
    throw thrown;
  }
}

async function copied(
  crawl: CopiedCrawl,
  draft: string,
  archiveId: string | undefined,
  onStep: (step: string) => void,
): Promise<CopyResult['tables']> {
  const target = openDatabase(path.join(draft, databaseName), { create: true });
  try {
    target.exec('BEGIN');
    const tables = await copyTables(crawl.tables, newSqliteTables(target), onStep);
    const note = target.prepare(
      'INSERT INTO note VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    );
    if (archiveId !== undefined) note.run(archiveIdNote, archiveId);
    target.exec('COMMIT');
    return tables;
  } finally {
    target.close();
  }
}

interface Place {
  /** As the config file has it. */
  readonly setting: boolean | string;
  /** Where pages are brought; undefined where they stay, or there are none. */
  readonly target?: string;
  /** Of a place of their own. */
  readonly id?: string;
}

/** Pages in the crawl's own folder go to that of the copy, all others to a folder in it, unless a place is named. */
function placeOf({ settings, archiveId = randomUUID() }: CopiedCrawl, draft: string, given: string | undefined): Place {
  const { archive: here } = settings;
  if (here === false) return { setting: false };
  if (given !== undefined) return { setting: given, id: archiveId, ...(given !== here && { target: given }) };
  if (here === true) return { setting: true, target: draft };
  return { setting: pagesFolder, target: path.join(draft, pagesFolder), id: archiveId };
}

function locationOf(setting: true | string, folder: string): string {
  if (setting === true) return path.resolve(folder);
  return setting.startsWith('s3://') ? setting : path.resolve(folder, setting);
}

function copyFiles({ folder, settings }: CopiedCrawl, draft: string, archive: boolean | string): void {
  const { model, ...rest } = settings;
  const own = model === undefined ? {} : { model: modelName };
  if (model !== undefined) copyFileSync(model, path.join(draft, modelName));
  writeFileSync(path.join(draft, configName), writeConfig({ ...rest, ...own, archive } as typeof settings));
  for (const name of [labelsName, queriesName])
    if (existsSync(path.join(folder, name))) copyFileSync(path.join(folder, name), path.join(draft, name));
}
