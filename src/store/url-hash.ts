import xxhash from 'xxhash-wasm';

const { h64 } = await xxhash();

/** 64-bit hash of a canonical URL, as SQLite's signed integer. */
export function urlHash(url: string): bigint {
  return BigInt.asIntN(64, h64(url));
}

/** 64-bit fingerprints are 16 hex digits outside of the store and signed integers inside. */
export function fingerprintNumber(hex: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hex}`));
}

export function fingerprintText(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0');
}
