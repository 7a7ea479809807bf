import { claimStorage } from '../../archive/bodies/claim-storage.js';
import { folderStorage } from '../../archive/bodies/folder-storage.js';
import { openStorage } from '../../archive/bodies/open-storage.js';
import type { CopiedCrawl } from './copied-crawl.js';
import { copyBodies } from './copy-bodies.js';

/** Brings the pages of a crawl to a place that is theirs under this id, or, without one, into the folder of the copy. Returns how many files. */
export async function copyPages({ settings, folder }: CopiedCrawl, location: string, id?: string): Promise<number> {
  const from = typeof settings.archive === 'string' ? await openStorage(settings.archive) : folderStorage(folder);
  const to = id === undefined ? folderStorage(location) : await openStorage(location);
  try {
    if (id !== undefined) await claimStorage(to, id, true);
    return await copyBodies(from, to);
  } finally {
    await from.close();
    await to.close();
  }
}
