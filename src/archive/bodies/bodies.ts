import type { WarcPlace } from '../warc-writer.js';

/** The archived answers of a crawl, wherever its WARC files lie. Whoever opened it closes it. */
export interface Bodies {
  /** The bytes of a place. Throws a `Failure` of policy `skip` where the archive does not have them. */
  read(place: WarcPlace): Promise<Buffer>;
  /** Where this machine has the file itself; undefined where it has not. */
  path(file: string): string | undefined;
  /** Forgets what is remembered of a place, since it turned out to be damaged. */
  forget(place: WarcPlace): void;
  close(): Promise<void>;
}
