import { warcinfoRecord } from '../../archive/warc-record.js';
import { Failure, UsageError } from '../../failure.js';
import type { VisitRow } from '../../model/visit.js';
import { version } from '../../version.js';
import type { ExportContext } from '../exporter.js';

/** The archived request and response records of the pages, byte for byte as they are in the crawl's archive. */
export async function* warc(
  rows: AsyncIterable<VisitRow>,
  { bodies }: Pick<ExportContext, 'bodies'>,
): AsyncGenerator<Uint8Array> {
  yield warcinfoRecord({ software: `Osprey/${version}`, robots: 'classic' });
  for await (const { archive } of rows) {
    if (archive === undefined) continue;
    try {
      yield await bodies.read(archive);
    } catch (thrown) {
      // An archive that was moved away is the user's to bring back.
      if (!(thrown instanceof Failure) || thrown.code !== 'not-archived') throw thrown;
      const { file } = archive;
      throw new UsageError('no-archive', `${file} is not in the archive: put it back, or export without the archive.`, {
        file,
      });
    }
  }
}
