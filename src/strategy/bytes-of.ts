/** The bytes of numbers as they lie in memory, not a copy. */
export function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
