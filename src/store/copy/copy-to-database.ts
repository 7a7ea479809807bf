import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../failure.js';
import { LabelFile } from '../../labels/label-file.js';
import { queriesName } from '../../topic/asked-queries.js';
import { archiveIdNote } from '../archive-id.js';
import { PostgresDatabase, type Queries } from '../postgres/postgres-database.js';
import { putNote } from '../postgres/postgres-notes.js';
import { drawnLine, labelLine } from '../postgres/reading/label-lines.js';
import { configNote, type ListName, modelNote } from '../postgres/reading/mirror.js';
import { sharedConfig } from '../postgres/shared-config.js';
import type { CopiedCrawl, DatabaseLocation } from './copied-crawl.js';
import type { CopyOptions, CopyResult } from './copy-crawl.js';
import { copyPages } from './copy-pages.js';
import { copyTables } from './copy-tables.js';
import { newPostgresTables } from './postgres-tables.js';

/** Into a database, in one transaction. */
export async function copyToDatabase(
  crawl: CopiedCrawl,
  { url, name, shown }: DatabaseLocation,
  { archive, onStep = () => {} }: CopyOptions,
): Promise<CopyResult> {
  if (name === undefined)
    throw new UsageError('no-crawl-name', `Say what the crawl is called in the database: ${shown}#NAME.`, { shown });
  const target = await PostgresDatabase.connect(url, name, { create: true });
  try {
    await refuseTakenName(target);
    const place = placeOf(crawl, name, archive);
    if (place !== undefined) onStep('WARC files');
    const files = place?.isNew ? await copyPages(crawl, place.location, place.id) : 0;
    const tables = await target.transaction(async (tx) => {
      const copied = await copyTables(crawl.tables, newPostgresTables(tx), onStep);
      await copyFiles(tx, crawl, place);
      return copied;
    });
    const where = place === undefined ? {} : { archive: place.location };
    return { tables, files, from: crawl.shown, to: target.shown, ...where };
  } finally {
    await target.close();
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

/**
 * Pages that are in a place of their own already stay there, unless another is named; those inside the folder of the crawl go along, since
 * that may be removed. Undefined where the crawl keeps none.
 */
function placeOf(
  { settings, folder, archiveId }: CopiedCrawl,
  name: string,
  given: string | undefined,
): Place | undefined {
  if (settings.archive === false) return undefined;
  const here = typeof settings.archive === 'string' ? settings.archive : undefined;
  const elsewhere = here === undefined || isInside(here, folder) ? undefined : here;
  const wanted = given ?? elsewhere ?? path.join('crawls', name);
  const location = wanted.startsWith('s3://') ? wanted : path.resolve(wanted);
  return { location, id: archiveId ?? randomUUID(), isNew: location !== here };
}

function isInside(place: string, folder: string): boolean {
  return !place.startsWith('s3://') && !path.relative(path.resolve(folder), place).startsWith('..');
}

/** What is a file in a folder: settings, labels, queries, the model. */
async function copyFiles(
  tx: Queries,
  { folder, settings }: CopiedCrawl,
  place: Pick<Place, 'location' | 'id'> | undefined,
): Promise<void> {
  await putNote(tx, configNote, sharedConfig({ ...settings, archive: place?.location ?? false }));
  if (settings.model !== undefined) await putNote(tx, modelNote, readFileSync(settings.model, 'utf8'));
  if (place !== undefined) await putNote(tx, archiveIdNote, place.id);
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
