import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { warcinfoRecord } from '../../archive/warc-record.js';
import { Failure } from '../../failure.js';
import type { RobotsNote } from '../../model/crawl-store.js';
import { version } from '../../version.js';
import type { RecordedAnswer } from './recorded-answers.js';
import { responseMember } from './response-member.js';
import { robotsRecord } from './robots-answers.js';

/**
 * The records of a recorded web, each a gzip member: responses as the crawls archived them, byte for byte. One that is damaged
 * is reported to `onLost` and left out.
 */
export function* webRecords(
  answers: Iterable<RecordedAnswer>,
  robots: readonly RobotsNote[],
  onLost: (answer: RecordedAnswer) => void,
): Generator<Uint8Array, void, undefined> {
  yield warcinfoRecord({
    software: `Osprey/${version}`,
    description: "Recorded web made of crawls; heads of robots.txt answers are not the servers' own.",
    robots: 'classic',
  });
  for (const note of robots) yield robotsRecord(note);
  const descriptors = new Map<string, number>();
  try {
    for (const answer of answers) {
      const bytes = archived(answer, descriptors);
      if (bytes === undefined) onLost(answer);
      else yield bytes;
    }
  } finally {
    for (const descriptor of descriptors.values()) closeSync(descriptor);
  }
}

/** Undefined where the archive is shorter than it should be, or damaged. */
function archived({ crawl, place }: RecordedAnswer, descriptors: Map<string, number>): Buffer | undefined {
  try {
    const file = path.join(crawl.folder, place.file);
    const descriptor = descriptors.get(file) ?? openSync(file, 'r');
    descriptors.set(file, descriptor);
    const bytes = Buffer.allocUnsafe(place.length);
    const read = readSync(descriptor, bytes, 0, place.length, place.offset);
    return read === place.length ? responseMember(bytes) : undefined;
  } catch (thrown) {
    const isMissing = (thrown as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing || (thrown instanceof Failure && thrown.policy === 'skip')) return undefined;
    throw thrown;
  }
}
