import type { Bodies } from './bodies.js';

/** Where WARC files come to rest: files are written once, as a whole, and never changed. */
export interface ArchiveStorage {
  /** For messages; without secrets. */
  readonly location: string;
  /** Sends a file under its name, and returns when it is there. One of that name and size is the same. */
  put(file: string): Promise<void>;
  /** A small file as a whole; undefined where there is none. */
  readSmall(name: string): Promise<Buffer | undefined>;
  writeSmall(name: string, bytes: Uint8Array): Promise<void>;
  /** All files with their sizes. */
  list(): AsyncIterable<{ readonly key: string; readonly size: number }>;
  remove(name: string): Promise<void>;
  readonly bodies: Pick<Bodies, 'read' | 'forget'>;
  close(): Promise<void>;
}
