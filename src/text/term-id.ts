const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Looked up once: see tokens.ts. */
const { charCodeAt } = String.prototype;

/** The id of a term (a stem, or the stems of a phrase joined by one space): a 32-bit hash that is never 0. */
export function termId(term: string): number {
  let state = startOfHash;
  for (let i = 0; i < term.length; i++) state = hashUnit(state, charCodeAt.call(term, i));
  return endOfHash(state);
}

/** The same hash in steps, for scanners that meet a term one UTF-16 code unit at a time: FNV-1a … */
export const startOfHash = FNV_OFFSET | 0;

export function hashUnit(state: number, unit: number): number {
  return Math.imul(state ^ unit, FNV_PRIME);
}

/** … and an avalanche, so that tables may use the low bits alone. 0 is kept free to mean "no term". */
export function endOfHash(state: number): number {
  let hash = state ^ (state >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return hash === 0 ? 1 : hash >>> 0;
}
