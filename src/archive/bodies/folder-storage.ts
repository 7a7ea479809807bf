import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf, UsageError } from '../../failure.js';
import type { ArchiveStorage } from './archive-storage.js';
import { FolderBodies } from './folder-bodies.js';

/** A folder that all machines of a crawl see, such as a network file system. */
export function folderStorage(folder: string): ArchiveStorage {
  const at = (name: string) => path.join(folder, path.basename(name));
  const written = async (name: string, write: (draft: string) => Promise<void>) => {
    const draft = `${at(name)}.tmp`;
    try {
      await mkdir(folder, { recursive: true });
      await write(draft);
      await rename(draft, at(name));
    } catch (thrown) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw new UsageError('folder-unwritable', `Cannot write to the archive ${folder} (${messageOf(thrown)}).`, {
        folder,
      });
    }
  };
  return {
    location: folder,
    put: (file) =>
      written(file, async (draft) => {
        await pipeline(createReadStream(file), createWriteStream(draft));
        const handle = await open(draft, 'r+');
        await handle.sync().finally(() => handle.close());
      }),
    readSmall: (name) => readFile(at(name)).catch(absent),
    writeSmall: (name, bytes) =>
      written(name, async (draft) => {
        const handle = await open(draft, 'w');
        await handle
          .writeFile(bytes)
          .then(() => handle.sync())
          .finally(() => handle.close());
      }),
    async *list() {
      for (const key of (await readdir(folder).catch(absent)) ?? []) {
        // A file may vanish meanwhile, as SQLite's log does when a database is closed.
        const info = await stat(at(key)).catch(absent);
        if (info?.isFile()) yield { key, size: info.size };
      }
    },
    remove: (name) => rm(at(name), { force: true }),
    bodies: new FolderBodies(folder),
    close: async () => {},
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
