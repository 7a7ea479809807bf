import { urlHash } from '../url/hash64.js';
import { registrableDomain } from '../url/registrable-domain.js';

/** Shares of the web that a worker can own. A power of two; it can never change for a crawl. */
export const buckets = 1_024;

const known = new Map<string, number>();
/** Hosts whose bucket is remembered: the public suffix list takes longer than all else that is done for a link. */
const mostKnown = 100_000;

/** The bucket of a host: all hosts of a registrable domain are in one, since they share limits. */
export function bucketOf(host: string): number {
  const remembered = known.get(host);
  if (remembered !== undefined) return remembered;
  const bucket = Number(BigInt.asUintN(64, urlHash(registrableDomain(host))) % BigInt(buckets));
  if (known.size >= mostKnown) known.clear();
  known.set(host, bucket);
  return bucket;
}
