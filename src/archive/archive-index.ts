import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { canonicalUrl } from '../url/canonical-url.js';
import { urlHash } from '../url/hash64.js';
import { type IndexProgress, openIndexFile } from './archive-index-file.js';
import { cacheFolder } from './cache-folder.js';
import type { WarcPlace } from './warc-writer.js';

export interface ArchiveIndexOptions {
  /** Folder of the indexes; they are made once a WARC file and hold while its size and time of change stay. */
  readonly cacheDir?: string;
  readonly onProgress?: IndexProgress;
}

interface IndexedFile {
  readonly file: string;
  readonly db: DatabaseSyncInstance;
  readonly find: StatementSyncInstance;
}

/** Finds the responses in one or more WARC files by URL. Of several for a URL the last one counts, in the last file. */
export class ArchiveIndex {
  private constructor(
    /** Last file first: the order of the search. */
    private readonly files: readonly IndexedFile[],
    /** Responses in all files; those of a URL that was recorded several times all count. */
    readonly size: number,
    /** Stretches of the files that could not be read. */
    readonly damaged: number,
  ) {}

  static async open(files: readonly string[], options: ArchiveIndexOptions = {}): Promise<ArchiveIndex> {
    const { cacheDir = cacheFolder(), onProgress } = options;
    const indexed: IndexedFile[] = [];
    let size = 0;
    let damaged = 0;
    try {
      for (const file of files) {
        const db = await openIndexFile(file, cacheDir, onProgress);
        const find = db.prepare('SELECT offset, length FROM response WHERE hash = ? ORDER BY rowid DESC LIMIT 1');
        indexed.unshift({ file, db, find });
        const counts = db.prepare('SELECT responses, damaged FROM origin').get() as {
          responses: number;
          damaged: number;
        };
        size += counts.responses;
        damaged += counts.damaged;
      }
    } catch (error) {
      for (const { db } of indexed) db.close();
      throw error;
    }
    return new ArchiveIndex(indexed, size, damaged);
  }

  find(url: string): WarcPlace | undefined {
    const canonical = canonicalUrl(url);
    if (canonical === undefined) return undefined;
    const key = urlHash(canonical);
    for (const { file, find } of this.files) {
      const row = find.get(key) as { offset: number; length: number } | undefined;
      if (row) return { file, offset: row.offset, length: row.length };
    }
    return undefined;
  }

  /** The canonical URLs in order of recording, the last file's first; one that was recorded several times repeats. */
  *urls(): Generator<string, void, undefined> {
    for (const { db } of this.files) {
      for (const row of db.prepare('SELECT url FROM response ORDER BY rowid').iterate())
        yield (row as { url: string }).url;
    }
  }

  close(): void {
    for (const { db } of this.files) db.close();
  }
}
