import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure, messageOf } from '../../failure.js';
import type { ArchiveStorage } from './archive-storage.js';

/** So many complete files may wait: then the storage has been out of reach for long, and the disk would fill. */
const mostWaiting = 8;

export interface UploadFigures {
  readonly uploads: number;
  readonly failures: number;
  /** Complete files that are not in the storage yet. */
  readonly waiting: number;
  readonly bytes: number;
}

/** Sends complete files one after the other, in the order in which they were added, and removes them here once they are there. */
export class Uploads {
  private readonly waiting: string[] = [];
  private running: Promise<void> | undefined;
  private uploads = 0;
  private failures = 0;
  private bytes = 0;
  private lastFailure: unknown;

  constructor(private readonly storage: Pick<ArchiveStorage, 'put' | 'location'>) {}

  get figures(): UploadFigures {
    const { uploads, failures, bytes } = this;
    return { uploads, failures, waiting: this.waiting.length, bytes };
  }

  add(file: string): void {
    this.waiting.push(file);
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }

  /** Throws where too much waits. */
  assertFlowing(): void {
    if (this.waiting.length > mostWaiting) throw this.stuck();
  }

  /** Sends all that waits. What cannot be sent stays on the disk for the next run; then this throws. */
  async finish(): Promise<void> {
    await this.running;
    if (this.waiting.length > 0) await this.run();
    if (this.waiting.length > 0) throw this.stuck();
  }

  /** Until there is nothing left, or one of them fails: it is tried again when the next is added. */
  private async run(): Promise<void> {
    for (let file = this.waiting[0]; file !== undefined; file = this.waiting[0]) {
      try {
        const { size } = await stat(file);
        await this.storage.put(file);
        await rm(file);
        this.uploads++;
        this.bytes += size;
        this.waiting.shift();
      } catch (thrown) {
        this.failures++;
        this.lastFailure = thrown;
        return;
      }
    }
  }

  private stuck(): Failure {
    const files = this.waiting.length === 1 ? '1 file waits' : `${this.waiting.length} files wait`;
    const folder = path.dirname(this.waiting[0]!);
    const why = messageOf(this.lastFailure);
    return new Failure(
      'archive-upload',
      `${files} in ${folder} to be sent to ${this.storage.location}: ${why} The next run sends them.`,
      'fatal',
      { location: this.storage.location, folder, files: [...this.waiting] },
      this.lastFailure,
    );
  }
}
