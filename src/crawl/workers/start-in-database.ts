import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../config/options.js';
import { UsageError } from '../../failure.js';
import { crawlLocation } from '../../store/crawl-location.js';
import { PostgresDatabase } from '../../store/postgres/postgres-database.js';
import { PostgresNotes } from '../../store/postgres/postgres-notes.js';
import { configNote, Mirror, modelNote } from '../../store/postgres/reading/mirror.js';
import { sharedConfig } from '../../store/postgres/shared-config.js';
import { prepareStrategy } from '../../strategy/prepare-strategy.js';
import { claimArchive } from '../open-archive.js';
import type { CrawlHooks } from '../open-crawl.js';
import { keepSeeds } from '../seeds/kept-seeds.js';
import { seedsFor } from '../seeds/seed-finding.js';

/** Makes a new crawl in the database `settings.store`, with its seeds found and nobody at work yet. Returns its address, for workers. */
export async function startInDatabase(settings: Settings, hooks: CrawlHooks = {}): Promise<string> {
  const location = crawlLocation(settings.store!);
  if (location.kind !== 'postgres')
    throw new UsageError('no-database', 'The store of a crawl is an address like postgres://user@host/database.');
  const name = settings.name ?? location.name ?? nameOf(settings.query ?? 'crawl');
  // Before anybody is asked for seeds, which may take a while.
  await prepareStrategy(settings);
  const { seeds, report } = await seedsFor(settings, hooks);
  if (report !== undefined) hooks.onSeeds?.(report, seeds);
  const db = await PostgresDatabase.connect(location.url, name, { create: true });
  try {
    const notes = new PostgresNotes(db);
    if ((await notes.get(configNote)) !== undefined)
      throw new UsageError(
        'crawl-taken',
        `${db.shown} already is a crawl: join it with "osprey worker ${db.shown}", or choose another --name.`,
        { at: db.shown },
      );
    const archive = settings.archive === true ? path.resolve('crawls', name) : settings.archive;
    if (typeof archive === 'string') await claimArchive(archive, notes);
    if (settings.model !== undefined) await notes.set(modelNote, readFileSync(settings.model, 'utf8'));
    await notes.set(configNote, sharedConfig({ ...settings, archive }));
    const mirror = await Mirror.open(db);
    keepSeeds(mirror.folder, settings.query, seeds);
    return `${location.url}#${name}`;
  } finally {
    await db.close();
  }
}

/** `law-court` for "Law court". */
function nameOf(query: string): string {
  const plain = query
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+/, '').slice(0, 40).replace(/-+$/, '') || 'crawl';
}
