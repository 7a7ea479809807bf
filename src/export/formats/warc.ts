import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { warcinfoRecord } from '../../archive/warc-record.js';
import { Failure, UsageError } from '../../failure.js';
import type { VisitRow } from '../../model/visit.js';
import { version } from '../../version.js';
import type { ExportContext } from '../exporter.js';

/** An archive that was moved away is the user's to bring back. */
async function openArchived(folder: string, name: string): Promise<FileHandle> {
  try {
    return await open(path.join(folder, name));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    throw new UsageError('no-archive', `${name} is not in ${folder}: put it back, or export without the archive.`, {
      name,
    });
  }
}

/** The archived request and response records of the pages, byte for byte as they are in the crawl's archive. */
export async function* warc(rows: AsyncIterable<VisitRow>, { folder }: Pick<ExportContext, 'folder'>): AsyncGenerator<Uint8Array> {
  yield warcinfoRecord({ software: `Osprey/${version}`, robots: 'classic' });
  for await (const { archive } of rows) {
    if (archive === undefined) continue;
    const file = await openArchived(folder, archive.file);
    try {
      const bytes = new Uint8Array(archive.length);
      const { bytesRead } = await file.read(bytes, 0, archive.length, archive.offset);
      if (bytesRead < archive.length)
        throw new Failure(
          'record-unreadable',
          `${archive.file} ends before its record at ${archive.offset}.`,
          'fatal',
          {
            ...archive,
          },
        );
      yield bytes;
    } finally {
      await file.close();
    }
  }
}
