import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Archive } from '../archive/archive.js';
import type { ArchiveStorage } from '../archive/bodies/archive-storage.js';
import { claimStorage } from '../archive/bodies/claim-storage.js';
import { FolderBodies } from '../archive/bodies/folder-bodies.js';
import { openStorage } from '../archive/bodies/open-storage.js';
import { openOwnedArchive } from '../archive/bodies/owned-archive.js';
import { WarcWriter } from '../archive/warc-writer.js';
import type { CrawlStore } from '../model/crawl-store.js';
import { archiveIdNote } from '../store/archive-id.js';
import { spoolOf } from '../store/crawl-bodies.js';
import { version } from '../version.js';

const info = { software: `Osprey/${version}`, robots: 'classic' } as const;

/**
 * Opens the archive of a crawl to write to: in the crawl's own folder, which one process has for itself, or where `location` says, with files
 * of its own for each `worker`.
 */
export async function openArchive(
  location: string | true,
  folder: string | undefined,
  store: CrawlStore,
  worker: string = randomUUID().slice(0, 8),
): Promise<Archive | undefined> {
  if (location === true) return folder === undefined ? undefined : ownFolder(folder, store);
  const storage = await openStorage(location);
  try {
    const id = await claimed(storage, store.notes);
    return await openOwnedArchive(storage, { owner: worker, spool: spoolOf(folder, id), info });
  } catch (thrown) {
    await storage.close();
    throw thrown;
  }
}

/** Makes a place that of a new crawl which several workers will share, before any of them begins. */
export async function claimArchive(location: string, notes: CrawlStore['notes']): Promise<void> {
  const storage = await openStorage(location);
  await claimed(storage, notes).finally(() => storage.close());
}

async function claimed(storage: ArchiveStorage, notes: CrawlStore['notes']): Promise<string> {
  const known = await notes.get(archiveIdNote);
  const id = known ?? randomUUID();
  await claimStorage(storage, id, known === undefined);
  if (known === undefined) await notes.set(archiveIdNote, id);
  return id;
}

/** A power cut may leave less of the archive on the disk than was committed: what is gone is not referred to any more. */
async function ownFolder(folder: string, store: CrawlStore): Promise<Archive> {
  const end = await store.archiveEnd();
  const size = end && statSync(path.join(folder, end.file), { throwIfNoEntry: false })?.size;
  if (end !== undefined && size !== undefined && size < end.end) await store.forgetArchived(end.file, size);
  const writer = await WarcWriter.open(folder, { committed: await store.archiveEnd(), info });
  return Object.assign(writer, { bodies: new FolderBodies(folder) });
}
