import { constants, writeSync } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure, messageOf } from '../failure.js';
import { type WarcInfo, warcinfoRecord } from './warc-record.js';

/** Where something was written: `length` bytes from `offset` on in `file`, a name in the crawl's folder. */
export interface WarcPlace {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

export interface WarcWriterOptions {
  /**
   * End of the last records that the store has committed. Everything after it, later files too, is thrown away, since
   * the crawl will fetch it again. `undefined` says that nothing was committed: **all** pages-*.warc.gz files go. Files of owners are
   * not touched.
   */
  readonly committed: { readonly file: string; readonly end: number } | undefined;
  /**
   * Who writes, where several write to one folder: its files are pages-OWNER-00001.warc.gz and so on, all of them new, and no others are
   * touched. Each run has to have a name of its own.
   */
  readonly owner?: string;
  /** Called with the name of each file that nothing will be added to any more. */
  readonly onComplete?: (file: string) => void;
  /** A batch that would make a file longer begins the next file; default 1 GiB. */
  readonly maxFileBytes?: number;
  /** What the first record of each file says; `filename` is filled in. */
  readonly info: WarcInfo;
}

const FILE_NAME = /^pages-(\d{5,})\.warc\.gz$/;

/**
 * Appends records to a crawl's rolling pages-00001.warc.gz, pages-00002.warc.gz, … Batches are written in the order of
 * the calls. A transaction may refer to what was appended at once: after a power cut, `openArchive` drops references to records
 * that did not reach the disk. `sync` makes all of it durable, at the end of a run.
 */
export class WarcWriter {
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    /** The crawl's folder. */
    readonly dir: string,
    private readonly options: WarcWriterOptions,
    private number: number,
    private handle: FileHandle,
    /** Bytes written in the current file. Writes name their position, so one that failed half-way is written over. */
    private end: number,
    private earlierBytes: number,
    /** Whether the current file has nothing after its warcinfo record: rolling would not make room for a large batch. */
    private fresh: boolean,
  ) {}

  static async open(dir: string, options: WarcWriterOptions): Promise<WarcWriter> {
    const { committed, owner } = options;
    try {
      if (owner !== undefined) {
        const first = await createFile(dir, fileName(1, owner), options.info, 'wx+');
        return new WarcWriter(dir, options, 1, first.handle, first.end, 0, true);
      }
      if (committed) await assertLongEnough(dir, committed);
      const last = committed ? fileNumber(committed.file) : 0;
      let earlierBytes = 0;
      for (const name of await readdir(dir)) {
        const number = fileNumber(name);
        if (number > last) await rm(path.join(dir, name));
        else if (number > 0 && number < last) earlierBytes += (await stat(path.join(dir, name))).size;
      }
      if (!committed) {
        const first = await createFile(dir, fileName(1), options.info);
        return new WarcWriter(dir, options, 1, first.handle, first.end, 0, true);
      }
      const handle = await open(path.join(dir, committed.file), 'r+');
      await handle.truncate(committed.end);
      return new WarcWriter(dir, options, last, handle, committed.end, earlierBytes, false);
    } catch (error) {
      throw asFailure(error, dir);
    }
  }

  /** Bytes of all the crawl's WARC files, or of those of the owner. */
  get bytes(): number {
    return this.earlierBytes + this.end;
  }

  async append(records: Uint8Array): Promise<WarcPlace> {
    const [place] = await this.appendAll([records]);
    return place!;
  }

  /** Appends a batch with one write, into one file. */
  appendAll(batch: readonly Uint8Array[]): Promise<WarcPlace[]> {
    return this.inTurn(async () => {
      if (batch.length === 0) return [];
      const bytes = Buffer.concat(batch);
      const { maxFileBytes = 1024 ** 3 } = this.options;
      if (!this.fresh && this.end + bytes.length > maxFileBytes) await this.roll();
      try {
        writeAt(this.handle, bytes, this.end);
      } catch (error) {
        // On a full disk the database needs the room, to note what ended the crawl.
        await this.handle.truncate(this.end);
        throw error;
      }
      this.fresh = false;
      const { file } = this;
      return batch.map(({ length }) => {
        const place = { file, offset: this.end, length };
        this.end += length;
        return place;
      });
    });
  }

  /** Begins the next file, if there is anything in this one. */
  endFile(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.fresh) await this.roll();
    });
  }

  /** Returns when all that was appended before is on the disk. */
  sync(): Promise<void> {
    return this.inTurn(() => this.handle.datasync());
  }

  /** Finishes what was appended, then closes. */
  close(): Promise<void> {
    return this.inTurn(async () => {
      try {
        await this.handle.truncate(this.end);
        await this.handle.datasync();
      } finally {
        await this.handle.close();
      }
      if (!this.fresh) this.options.onComplete?.(this.file);
      else if (this.options.owner !== undefined) await rm(path.join(this.dir, this.file), { force: true });
    });
  }

  private get file(): string {
    return fileName(this.number, this.options.owner);
  }

  private async roll(): Promise<void> {
    await this.handle.truncate(this.end);
    await this.handle.datasync();
    const next = await createFile(this.dir, fileName(this.number + 1, this.options.owner), this.options.info);
    const full = this.handle;
    const { file } = this;
    this.earlierBytes += this.end;
    this.number += 1;
    this.handle = next.handle;
    this.end = next.end;
    this.fresh = true;
    await full.close();
    this.options.onComplete?.(file);
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work).catch((error) => {
      throw asFailure(error, path.join(this.dir, this.file));
    });
    this.queue = done.catch(() => {});
    return done;
  }
}

function fileName(number: number, owner?: string): string {
  return `pages-${owner === undefined ? '' : `${owner}-`}${String(number).padStart(5, '0')}.warc.gz`;
}

/** 0 for a name that is not one of a folder's only writer. */
function fileNumber(name: string): number {
  return Number(FILE_NAME.exec(name)?.[1] ?? 0);
}

/** A file that begins with its warcinfo record and whose name is on the disk too. */
async function createFile(
  dir: string,
  filename: string,
  info: WarcInfo,
  flags = 'w+',
): Promise<{ handle: FileHandle; end: number }> {
  const record = warcinfoRecord({ ...info, filename });
  const handle = await open(path.join(dir, filename), flags);
  try {
    writeAt(handle, record, 0);
    const folder = await open(dir, constants.O_RDONLY);
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { handle, end: record.length };
}

/**
 * A write may be short, on a disk that is nearly full for one. Synchronous: a copy into the page cache is sooner done
 * than handed to another thread.
 */
function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(handle.fd, bytes, written, bytes.length - written, position + written);
  }
}

async function assertLongEnough(dir: string, committed: { file: string; end: number }): Promise<void> {
  const file = path.join(dir, committed.file);
  const size = await stat(file).then(
    (info) => info.size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (fileNumber(committed.file) > 0 && size !== undefined && size >= committed.end) return;
  const found = size === undefined ? 'is missing' : `has ${size} bytes`;
  throw new Failure(
    'archive-shorter',
    `${file} ${found}, but the crawl has committed ${committed.end} bytes of it: restore the file and resume again.`,
    'fatal',
    { file, size, committed: committed.end },
  );
}

function asFailure(error: unknown, file: string): Failure {
  if (error instanceof Failure) return error;
  const { code } = error as NodeJS.ErrnoException;
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return full
    ? new Failure('disk-full', `No space left to write ${file}; free some and resume.`, 'fatal', { file, code }, error)
    : new Failure('archive-io', `Cannot write ${file}: ${messageOf(error)}.`, 'fatal', { file, code }, error);
}
