import type { TermCounts } from '../text/term-counts.js';
import { endOfHash, hashUnit, startOfHash, termId } from '../text/term-id.js';
import { TermTable } from '../text/term-table.js';

/**
 * A page of fewer distinct terms has no simhash: it differs from its sisters of the same template in a few words, and these are
 * all that it has to say.
 */
const FEWEST_TERMS = 100;
/** Turns the hash of a feature's first 32 bits into the seed of the other 32. */
const OTHER_HALF = 0x5bd1e995;
/** The lowest bit of each byte of a word: four counters of eight bits are added at once. */
const LANES = 0x01010101;
const LANE_LIMIT = 255;
const SLASH = 0x2f;
/** Looked up once: see text/tokens.ts. */
const { charCodeAt } = String.prototype;

/**
 * 64 bits in 16 hex digits, most of them the same for pages that are nearly the same (Charikar 2002; Manku, Jain and Das Sarma 2007):
 * each bit is what most features of the page vote for. The features are its distinct terms, once each, or else a table that
 * repeats "0" a hundred times would decide alone, and the names of its links' targets: pages that share a frame of text but
 * lead elsewhere are no copies, while a mirror leads to the same names on another host. The title is part of every feature, so pages
 * that name themselves differently are as far apart as any two pages.
 */
export function simhash(
  title: string,
  { ids }: TermCounts,
  targets: readonly { readonly url: string }[],
): string | undefined {
  if (ids.length < FEWEST_TERMS) return undefined;
  const salt = termId(title);
  features.clear();
  for (const id of ids) features.add(endOfHash(id ^ salt), 1);
  for (const { url } of targets) features.add(endOfHash(hashOfName(url) ^ salt), 1);
  return majority(features.ids);
}

/** Shared by all pages of a thread: cleared at the start of each call. */
const features = new TermTable();
/** Byte j of word k counts the features with bit 8j + k: of the low half in words 0 to 7, of the high half in 8 to 15. */
const hostQueues = new Uint32Array(16);
const votes = new Uint32Array(64);

/** For every bit the value that more than half of the features have; 0 where they are divided. */
export function majority(hashes: Uint32Array): string {
  votes.fill(0);
  for (let from = 0; from < hashes.length; from += LANE_LIMIT) {
    hostQueues.fill(0);
    const to = Math.min(from + LANE_LIMIT, hashes.length);
    for (let i = from; i < to; i++) {
      const low = hashes[i]!;
      const high = otherHalf(low);
      for (let bit = 0; bit < 8; bit++) {
        hostQueues[bit]! += (low >>> bit) & LANES;
        hostQueues[bit + 8]! += (high >>> bit) & LANES;
      }
    }
    for (let bit = 0; bit < 64; bit++)
      votes[bit]! += (hostQueues[((bit >>> 5) << 3) | (bit & 7)]! >>> (bit & 24)) & 0xff;
  }
  return hexOf(32, hashes.length) + hexOf(0, hashes.length);
}

/** The high 32 bits of a feature, from its low ones. */
export function otherHalf(low: number): number {
  return endOfHash(low ^ OTHER_HALF);
}

function hexOf(firstBit: number, voters: number): string {
  let half = 0;
  for (let bit = 31; bit >= 0; bit--) half = 2 * half + Number(2 * votes[firstBit + bit]! > voters);
  return half.toString(16).padStart(8, '0');
}

/** Of the last part of a URL's path, with its query. */
function hashOfName(url: string): number {
  let end = url.length;
  while (charCodeAt.call(url, end - 1) === SLASH) end--;
  let hash = startOfHash;
  for (let i = end - 1; i >= 0; i--) {
    const unit = charCodeAt.call(url, i);
    if (unit === SLASH) break;
    hash = hashUnit(hash, unit);
  }
  return endOfHash(hash);
}
