import { createHash, hash } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** SHA-1 of the parts in a row, in the form that WARC digest fields use: `sha1:` and 32 base-32 characters. */
export function sha1Digest(...parts: readonly [Uint8Array, ...Uint8Array[]]): string {
  return `sha1:${base32(parts.length === 1 ? hash('sha1', parts[0], 'buffer') : digestOf(parts))}`;
}

function digestOf(parts: readonly Uint8Array[]): Buffer {
  const sha1 = createHash('sha1');
  for (const part of parts) sha1.update(part);
  return sha1.digest();
}

/** RFC 4648 base 32. Five bytes make eight characters, so the 20 bytes of a SHA-1 need no padding. */
function base32(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(pending >>> bits) & 31];
    }
    pending &= (1 << bits) - 1;
  }
  return text;
}
