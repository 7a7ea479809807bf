import { existsSync } from 'node:fs';
import path from 'node:path';
import { readRange } from '../read-range.js';
import type { WarcPlace } from '../warc-writer.js';
import type { Bodies } from './bodies.js';
import { missingRecord } from './missing-record.js';

/** WARC files in a folder. */
export class FolderBodies implements Bodies {
  constructor(private readonly folder: string) {}

  /** Synchronous within: a record is a few kilobytes at a known place, which is sooner read than waited for. */
  async read(place: WarcPlace): Promise<Buffer> {
    try {
      return readRange(this.fileOf(place.file), place.offset, place.length);
    } catch (thrown) {
      throw (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? missingRecord(place) : thrown;
    }
  }

  path(file: string): string | undefined {
    const found = this.fileOf(file);
    return existsSync(found) ? found : undefined;
  }

  forget(): void {}

  async close(): Promise<void> {}

  /** A database may come from others: what it names as a file must not lead out of the folder. */
  private fileOf(file: string): string {
    return path.join(this.folder, path.basename(file));
  }
}
