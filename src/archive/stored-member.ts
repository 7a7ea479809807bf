import { crc32 } from 'node:zlib';

/** A gzip member (RFC 1952) whose content is stored as it is, in one block of at most 65,535 bytes: made in no time, where zlib sets up 256 KB first. */
export function storedMember(content: Uint8Array): Buffer {
  const { length } = content;
  const member = Buffer.allocUnsafe(HEAD.length + 5 + length + 8);
  member.set(HEAD);
  let at = member.writeUInt8(LAST_BLOCK_STORED, HEAD.length);
  at = member.writeUInt16LE(length, at);
  at = member.writeUInt16LE(~length & 0xffff, at);
  member.set(content, at);
  at = member.writeUInt32LE(crc32(content), at + length);
  member.writeUInt32LE(length, at);
  return member;
}

/** Deflate, no flags, no time, no extra flags, unknown system. */
const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
const LAST_BLOCK_STORED = 1;
