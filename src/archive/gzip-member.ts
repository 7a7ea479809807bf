import { constants, crc32, type InflateRaw, inflateRawSync } from 'node:zlib';

/** Why a gzip member could not be inflated from the bytes at hand. */
export type MemberProblem = 'incomplete' | 'too large' | 'damaged';

export interface Member {
  readonly content: Buffer;
  /** Bytes of the member in the file, header and trailer included. */
  readonly length: number;
}

const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
const TRAILER_BYTES = 8;
/** Most web pages inflate into one buffer of this size, which saves zlib joining several. */
const CHUNK_BYTES = 64 * 1024;

export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Length of the gzip header that begins `bytes` (RFC 1952); undefined when there is none or it is not complete. */
export function gzipHeaderLength(bytes: Buffer): number | undefined {
  if (!isGzip(bytes) || bytes[2] !== 8 || bytes.length < 10) return undefined;
  const flags = bytes[3]!;
  let length = 10;
  if (flags & FEXTRA) length += 2 + (bytes[10] ?? 0) + (bytes[11] ?? 0) * 256;
  for (const flag of [FNAME, FCOMMENT]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, length);
    if (end === -1) return undefined;
    length = end + 1;
  }
  if (flags & FHCRC) length += 2;
  return length <= bytes.length ? length : undefined;
}

/** Inflates the member that begins `bytes`, whatever comes after it, and checks its length and CRC. */
export function inflateMember(bytes: Buffer, maxContentBytes: number): Member | MemberProblem {
  const header = gzipHeaderLength(bytes);
  if (header === undefined) return 'damaged';
  let inflated: { buffer: Buffer; engine: InflateRaw };
  try {
    inflated = inflateRawSync(bytes.subarray(header), {
      info: true,
      chunkSize: CHUNK_BYTES,
      maxOutputLength: maxContentBytes,
    }) as unknown as typeof inflated;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') return 'incomplete';
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'damaged';
  }
  const content = inflated.buffer;
  const trailer = header + inflated.engine.bytesWritten;
  if (trailer + TRAILER_BYTES > bytes.length) return 'incomplete';
  if (bytes.readUInt32LE(trailer) !== crc32(content)) return 'damaged';
  return { content, length: trailer + TRAILER_BYTES };
}

/** The beginning of what `bytes`, cut anywhere, inflates to; empty when it is not gzip. */
export function inflateStart(bytes: Buffer): Buffer {
  const header = gzipHeaderLength(bytes);
  if (header === undefined) return Buffer.alloc(0);
  try {
    return inflateRawSync(bytes.subarray(header, header + 4096), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}
