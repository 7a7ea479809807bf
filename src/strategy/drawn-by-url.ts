import { seededRandom } from '../random.js';
import { urlHash } from '../url/hash64.js';

/** A number in [0, 1) drawn by chance, decided by the URL and the seed: a crawl that is resumed draws the same. */
export function drawnByUrl(url: string, seed: number): number {
  return seededRandom(Number(BigInt.asUintN(32, urlHash(url))) ^ seed)();
}
