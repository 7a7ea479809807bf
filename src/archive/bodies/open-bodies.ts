import { existsSync } from 'node:fs';
import { readRange } from '../read-range.js';
import type { WarcPlace } from '../warc-writer.js';
import type { ArchiveStorage } from './archive-storage.js';
import type { Bodies } from './bodies.js';
import { FolderBodies } from './folder-bodies.js';
import { isRemote, openStorage } from './open-storage.js';
import { Spool } from './spool.js';

/** Opens a crawl's archived answers for reading. `spool` is where files wait on this machine before they are sent to remote storage. */
export function openBodies(location: string, spool: string): Bodies {
  if (!isRemote(location)) return new FolderBodies(location);
  let opened: Promise<ArchiveStorage> | undefined;
  // Credentials are asked for only by those who read pages.
  const storage = () => {
    opened ??= openStorage(location);
    return opened;
  };
  return remoteBodies(storage, new Spool(spool), async () => (await opened)?.close());
}

/** What waits on this machine is read there, all else from the storage. */
export function remoteBodies(
  storage: () => Promise<Pick<ArchiveStorage, 'bodies'>>,
  spool: Spool,
  close: () => Promise<void>,
): Bodies {
  let used: ArchiveStorage['bodies'] | undefined;
  const waiting = (file: string) => {
    const found = spool.path(file);
    return found !== undefined && existsSync(found) ? found : undefined;
  };
  return {
    async read(place) {
      const local = waiting(place.file);
      if (local !== undefined) {
        const bytes = fromSpool(local, place);
        if (bytes !== undefined) return bytes;
      }
      used ??= (await storage()).bodies;
      return used.read(place);
    },
    path: waiting,
    forget: (place) => used?.forget(place),
    close,
  };
}

/** Undefined where it was sent away in this moment. */
function fromSpool(file: string, place: WarcPlace): Buffer | undefined {
  try {
    return readRange(file, place.offset, place.length);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}
