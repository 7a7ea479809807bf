import { endianness } from 'node:os';

/** Numbers of a file, little-endian on every machine, as a copy: they may begin anywhere. */
export function uint32sIn(bytes: Uint8Array, from: number, count: number): Uint32Array {
  const copy = new Uint8Array(bytes.subarray(from, from + 4 * count));
  if (endianness() === 'BE') Buffer.from(copy.buffer).swap32();
  return new Uint32Array(copy.buffer);
}
