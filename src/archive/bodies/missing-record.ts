import { Failure } from '../../failure.js';
import type { WarcPlace } from '../warc-writer.js';

/** A crawl may have lost the end of its archive in a power cut, or a file may wait on the machine that wrote it. */
export function missingRecord(place: WarcPlace): Failure {
  const message = `The archive has no record at byte ${place.offset} of ${place.file}.`;
  return new Failure('not-archived', message, 'skip', { ...place });
}
