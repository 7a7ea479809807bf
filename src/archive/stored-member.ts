import { crc32 } from 'node:zlib';

/** A gzip member (RFC 1952) whose content is stored as it is: made in no time, where zlib sets up 256 KB first. */
export function storedMember(content: Uint8Array): Buffer {
  const { length } = content;
  const blocks = Math.max(1, Math.ceil(length / LONGEST_BLOCK));
  const member = Buffer.allocUnsafe(HEAD.length + BLOCK_HEAD * blocks + length + 8);
  member.set(HEAD);
  let at = HEAD.length;
  for (let block = 1; block <= blocks; block++) {
    const bytes = content.subarray((block - 1) * LONGEST_BLOCK, block * LONGEST_BLOCK);
    at = member.writeUInt8(block === blocks ? LAST_BLOCK_STORED : BLOCK_STORED, at);
    at = member.writeUInt16LE(bytes.length, at);
    at = member.writeUInt16LE(~bytes.length & 0xffff, at);
    member.set(bytes, at);
    at += bytes.length;
  }
  at = member.writeUInt32LE(crc32(content), at);
  member.writeUInt32LE(length, at);
  return member;
}

/** Deflate, no flags, no time, no extra flags, unknown system. */
const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** One byte that says what it is, its length and the complement of it. */
const BLOCK_HEAD = 5;
const LONGEST_BLOCK = 0xffff;
const BLOCK_STORED = 0;
const LAST_BLOCK_STORED = 1;
