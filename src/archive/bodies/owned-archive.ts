import path from 'node:path';
import { messageOf, UsageError } from '../../failure.js';
import type { Archive } from '../archive.js';
import type { WarcInfo } from '../warc-record.js';
import { WarcWriter } from '../warc-writer.js';
import type { ArchiveStorage } from './archive-storage.js';
import { FolderBodies } from './folder-bodies.js';
import { remoteBodies } from './open-bodies.js';
import { isRemote } from './open-storage.js';
import { Spool } from './spool.js';
import { Uploads } from './uploads.js';

export interface OwnedArchiveOptions {
  /** Who writes; a name that no other run has or had. */
  readonly owner: string;
  /** Where files wait on this machine until they are in remote storage. */
  readonly spool: string;
  readonly info: WarcInfo;
  readonly maxFileBytes?: number;
  /** A file is sent after this time (ms) even if it could take more, so that readers elsewhere see its pages. */
  readonly maxFileMs?: number;
}

/** Large enough for few requests, small enough to wait on a small disk. */
const remoteFileBytes = 256 * 1024 ** 2;
const remoteFileMs = 10 * 60_000;

/** An archive that several processes may write to, each to files of its own. It owns the storage. */
export function openOwnedArchive(storage: ArchiveStorage, options: OwnedArchiveOptions): Promise<Archive> {
  return isRemote(storage.location) ? remoteArchive(storage, options) : sharedFolder(storage, options);
}

async function sharedFolder(storage: ArchiveStorage, options: OwnedArchiveOptions): Promise<Archive> {
  const writer = await WarcWriter.open(storage.location, { ...options, committed: undefined });
  return archiveOf(writer, { bodies: new FolderBodies(storage.location), close: () => writer.close() });
}

async function remoteArchive(storage: ArchiveStorage, options: OwnedArchiveOptions): Promise<Archive> {
  const { maxFileBytes = remoteFileBytes, maxFileMs = remoteFileMs, owner } = options;
  const spool = new Spool(options.spool);
  await spool.clear((file) => storage.put(file));
  const own = begun(spool, owner);
  const uploads = new Uploads(storage);
  const onComplete = (file: string) => uploads.add(path.join(own.folder, file));
  const writer = await WarcWriter.open(own.folder, { ...options, maxFileBytes, onComplete, committed: undefined });
  // What fails here fails for the next who appends, too.
  const timer = setInterval(() => void writer.endFile().catch(() => undefined), maxFileMs).unref();
  return archiveOf(writer, {
    bodies: remoteBodies(
      async () => storage,
      spool,
      async () => {},
    ),
    uploads: () => uploads.figures,
    beforeAppend: () => uploads.assertFlowing(),
    async close() {
      clearInterval(timer);
      try {
        await writer.close();
        await uploads.finish();
      } finally {
        own.release();
        await storage.close();
      }
    },
  });
}

function begun(spool: Spool, owner: string): ReturnType<Spool['begin']> {
  try {
    return spool.begin(owner);
  } catch (thrown) {
    throw new UsageError(
      'folder-unwritable',
      `Cannot write to ${spool.folder}, where pages wait to be sent (${messageOf(thrown)}).`,
      { folder: spool.folder },
    );
  }
}

function archiveOf(
  writer: WarcWriter,
  { beforeAppend, ...parts }: Pick<Archive, 'bodies' | 'uploads' | 'close'> & { readonly beforeAppend?: () => void },
): Archive {
  return {
    ...parts,
    get bytes() {
      return writer.bytes;
    },
    async appendAll(batch) {
      beforeAppend?.();
      return writer.appendAll(batch);
    },
    sync: () => writer.sync(),
  };
}
