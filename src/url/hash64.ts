import xxhash from 'xxhash-wasm';

const { h64, h64ToString } = await xxhash();

/** 64-bit hash of a canonical URL, as SQLite's signed integer. */
export function urlHash(url: string): bigint {
  return BigInt.asIntN(64, h64(url));
}

/** 64-bit hash of one or two texts, in 16 hex digits. */
export function textHash(text: string, other?: string): string {
  return other === undefined ? h64ToString(text) : h64ToString(text, h64(other));
}

/** Hex digits, as SQLite's signed integer. */
export function hashNumber(hex: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hex}`));
}

export function hashText(value: bigint): string {
  return BigInt.asUintN(64, value).toString(16).padStart(16, '0');
}
