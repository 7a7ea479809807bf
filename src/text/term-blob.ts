import type { TermCounts } from './term-counts.js';

/** Ids, then counts, as 32-bit numbers. */
export function packTerms({ ids, counts }: TermCounts): Uint8Array {
  const packed = new Uint32Array(ids.length * 2);
  packed.set(ids);
  packed.set(counts, ids.length);
  return new Uint8Array(packed.buffer);
}

export function unpackTerms(blob: Uint8Array): TermCounts {
  const packed = new Uint32Array(new Uint8Array(blob).buffer);
  const size = packed.length / 2;
  return { ids: packed.subarray(0, size), counts: packed.subarray(size) };
}
