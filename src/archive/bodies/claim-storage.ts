import { UsageError } from '../../failure.js';
import type { ArchiveStorage } from './archive-storage.js';

const markerName = 'osprey-archive.json';

/**
 * Makes sure that a place belongs to one crawl, and that all of its workers and readers mean the same place: a folder may be another one on
 * another machine. `isNew` claims it.
 */
export async function claimStorage(storage: ArchiveStorage, crawl: string, isNew: boolean): Promise<void> {
  const found = await storage.readSmall(markerName);
  const owner = found === undefined ? undefined : ownerIn(found);
  if (owner === crawl) return;
  const { location } = storage;
  if (found !== undefined)
    throw new UsageError(
      'archive-taken',
      `${location} holds the archive of another crawl; choose another place with --archive.`,
      { location },
    );
  if (!isNew)
    throw new UsageError(
      'archive-elsewhere',
      `${location} is not where this crawl keeps its pages (${markerName} is missing): give this machine the same folder, or name it with --archive.`,
      { location },
    );
  await storage.writeSmall(markerName, Buffer.from(`${JSON.stringify({ crawl })}\n`));
}

function ownerIn(marker: Buffer): unknown {
  try {
    return (JSON.parse(marker.toString()) as { crawl?: unknown } | null)?.crawl;
  } catch {
    return undefined;
  }
}
