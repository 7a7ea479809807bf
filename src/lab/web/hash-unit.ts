import { urlHash } from '../../url/hash64.js';

/** The same number from 0 to 1 for a URL wherever it is met, as good as drawn by lot. */
export function lotOf(url: string): number {
  return Number(BigInt.asUintN(64, urlHash(url))) / 2 ** 64;
}

/** Pages in the order of the lots of their URLs: the same in every run, and of no particular kind. */
export function byLot(pages: readonly number[], urls: readonly string[]): number[] {
  const drawn = pages.map((page) => ({ page, lot: lotOf(urls[page]!) }));
  return drawn.sort((a, b) => a.lot - b.lot).map(({ page }) => page);
}
