import { urlHash } from '../../url/hash64.js';

/** A number from 0 to 1 for a URL, always the same, as good as random. */
export function hashUnit(url: string): number {
  return Number(BigInt.asUintN(64, urlHash(url))) / 2 ** 64;
}

/** Pages in the order of their URLs' numbers: the same in every run, and of no particular kind. */
export function inHashOrder(pages: readonly number[], urls: readonly string[]): number[] {
  const numbered = pages.map((page) => ({ page, unit: hashUnit(urls[page]!) }));
  return numbered.sort((a, b) => a.unit - b.unit).map(({ page }) => page);
}
