import { type FileHandle, open } from 'node:fs/promises';
import { messageOf, UsageError } from '../failure.js';

const WINDOW_BYTES = 1024 * 1024;

/** A moving view of a file of any size, in one buffer of fixed size. */
export class FileWindow {
  private readonly buffer = Buffer.allocUnsafe(WINDOW_BYTES);
  private start = 0;
  private filled = 0;

  private constructor(
    readonly path: string,
    readonly handle: FileHandle,
    readonly size: number,
  ) {}

  static async open(path: string): Promise<FileWindow> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(path, 'r');
      const info = await handle.stat();
      if (!info.isFile()) throw new Error('it is not a regular file');
      return new FileWindow(path, handle, info.size);
    } catch (error) {
      await handle?.close();
      throw new UsageError(
        'archive-unreadable',
        `Cannot read the archive ${path} (${messageOf(error)}); check the path.`,
      );
    }
  }

  /**
   * The bytes from `offset` on: at least `wanted` of them (at most WINDOW_BYTES) unless the file ends first.
   * They are good until the next call.
   */
  async at(offset: number, wanted = WINDOW_BYTES): Promise<Buffer> {
    const needed = Math.min(wanted, WINDOW_BYTES, this.size - offset);
    if (offset < this.start || offset + needed > this.start + this.filled) await this.load(offset);
    return this.buffer.subarray(offset - this.start, this.filled);
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  private async load(offset: number): Promise<void> {
    const wanted = Math.min(WINDOW_BYTES, this.size - offset);
    this.start = offset;
    this.filled = 0;
    while (this.filled < wanted) {
      const { bytesRead } = await this.handle.read(
        this.buffer,
        this.filled,
        wanted - this.filled,
        offset + this.filled,
      );
      if (bytesRead === 0) break;
      this.filled += bytesRead;
    }
  }
}
