import { statSync } from 'node:fs';
import path from 'node:path';
import { WarcWriter } from '../archive/warc-writer.js';
import type { CrawlStore } from '../model/crawl-store.js';
import { version } from '../version.js';

/** A power cut may leave less of the archive on the disk than was committed: what is gone is not referred to any more. */
export async function openArchive(folder: string, store: CrawlStore): Promise<WarcWriter> {
  const end = await store.archiveEnd();
  const size = end && statSync(path.join(folder, end.file), { throwIfNoEntry: false })?.size;
  if (end !== undefined && size !== undefined && size < end.end) await store.forgetArchived(end.file, size);
  return WarcWriter.open(folder, {
    committed: await store.archiveEnd(),
    info: { software: `Osprey/${version}`, robots: 'classic' },
  });
}
