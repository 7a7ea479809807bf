import type { CrawlRecords } from '../model/crawl-store.js';
import { bringsKnown } from '../model/replaces-known.js';
import type { VisitRow } from '../model/visit.js';

/**
 * What is known of a page, with the validators and the place in the archive of the answer that last brought it. This may be a later
 * one, which differs in nothing but bytes. Validators and place are of the same answer: "not modified" is said of this one.
 */
export async function knownPage(
  records: Pick<CrawlRecords, 'visitOf' | 'visits'>,
  urlId: number,
): Promise<VisitRow | undefined> {
  const known = await records.visitOf(urlId);
  if (known === undefined) return undefined;
  let last = known;
  for await (const look of records.visits({ urlId, versions: 'all', after: known.seq }))
    if (bringsKnown(look)) last = look;
  const { etag: _, lastModified: __, archive: ___, ...page } = known;
  const { etag, lastModified, archive } = last;
  return { ...page, ...(etag && { etag }), ...(lastModified && { lastModified }), ...(archive && { archive }) };
}
