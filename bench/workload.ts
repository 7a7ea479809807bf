import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { DebianPage, DebianWeb } from './debian-web.js';

export const WORKLOAD_PAGES = 3000;
/** A handful of manuals on one page each (up to 2.7 MB) would otherwise decide the mean. */
const LARGEST_PAGE = 400_000;

/**
 * A fixed sample of the web that all programs fetch in the same order: pages drawn evenly by the hash of their address,
 * without copies and listings of source code. The first `n` of a longer workload are the workload of `n`.
 */
export function workload(web: DebianWeb, count = WORKLOAD_PAGES): DebianPage[] {
  const drawn = [...web.pages]
    .filter(([address, page]) => !page.copy && !address.includes('/_modules/'))
    .map(([address, page]) => ({ draw: createHash('sha1').update(address).digest('hex'), page }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1));
  const pages: DebianPage[] = [];
  for (const { page } of drawn) {
    if (pages.length === count) break;
    if (statSync(page.file).size <= LARGEST_PAGE) pages.push(page);
  }
  return pages;
}
