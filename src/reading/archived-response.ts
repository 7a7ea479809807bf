import type { Bodies } from '../archive/bodies/bodies.js';
import type { HttpMessage } from '../archive/http-message.js';
import { parseRecord, type WarcRecord } from '../archive/warc-reader.js';
import { Failure } from '../failure.js';
import type { ArchivePosition, VisitRow } from '../model/visit.js';
import { asRendered } from './as-rendered.js';

export type Archived = Pick<VisitRow, 'url' | 'archive'>;

/** The answer that a page of the crawl was read from. Throws a `Failure` where the archive does not have it. */
export async function archivedResponse(bodies: Bodies, { url, archive }: Archived): Promise<HttpMessage> {
  const missing = () => new Failure('not-archived', `The record of ${url} is not in the archive.`, 'skip', { url });
  // A crawl may have run without an archive.
  if (archive === undefined) throw missing();
  const { http, rendered } = await recordAt(bodies, archive).catch((thrown) => {
    throw thrown instanceof Failure && thrown.code === 'not-archived' ? missing() : thrown;
  });
  if (http === undefined)
    throw new Failure('record-unreadable', `The archive has no response for ${url}.`, 'skip', { url });
  return rendered === undefined ? http : asRendered(http, rendered);
}

/** Every record has a checksum. Bytes may be damaged on their way from remote storage: then they are fetched once more. */
async function recordAt(bodies: Bodies, place: ArchivePosition): Promise<WarcRecord> {
  try {
    return parseRecord(await bodies.read(place), place);
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'record-unreadable') throw thrown;
    bodies.forget(place);
    return parseRecord(await bodies.read(place), place);
  }
}
