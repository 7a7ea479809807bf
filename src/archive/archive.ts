import type { Bodies } from './bodies/bodies.js';
import type { UploadFigures } from './bodies/uploads.js';
import type { WarcWriter } from './warc-writer.js';

/** The archive of a crawl while it runs. Whoever opened it closes it. */
export interface Archive extends Pick<WarcWriter, 'appendAll' | 'sync' | 'close' | 'bytes'> {
  /** What is archived, that of other runs and workers too. */
  readonly bodies: Bodies;
  /** Of an archive in remote storage. */
  uploads?(): UploadFigures;
}
