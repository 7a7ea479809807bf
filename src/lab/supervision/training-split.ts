import { hashUnit } from '../web/hash-unit.js';
import type { RecordedWeb } from '../web/recorded-web.js';

/**
 * 1 for the labelled pages that are given for training, and so left out of every score: about `share` of them. A page is in or
 * out by its URL alone: for all topics, contenders, random seeds and runs alike, and whatever else the web holds. The split of
 * a smaller share is a part of that of a larger one.
 */
export function trainingSplit(
  { urls }: Pick<RecordedWeb, 'urls'>,
  labels: readonly (readonly string[])[],
  share: number,
): Uint8Array {
  return Uint8Array.from(urls, (url, page) => (labels[page]?.length && hashUnit(url) < share ? 1 : 0));
}
