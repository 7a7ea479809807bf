import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { UsageError } from '../failure.js';
import type { FileWindow } from './file-window.js';
import { gzipHeaderLength, inflateMember, inflateStart } from './gzip-member.js';
import { MAX_HEAD_BYTES } from './header-block.js';
import { looksLikeWarc, readWarcHead, type WarcHead } from './warc-head.js';

/**
 * A record found in a file: its bytes there (of a plain file, without the line ends that follow the block), its head,
 * and as much of its block as holds an HTTP head.
 */
export interface LocatedRecord {
  readonly length: number;
  readonly head: WarcHead;
  readonly blockStart: Buffer;
}

/** A string says why there is no readable record at the offset. */
export type Located = LocatedRecord | string;

const TRUNCATED = 'the file ends within it';
const NO_HEAD = 'it does not begin with the head of a WARC record';
/** A record's head and an HTTP head: all that the scan looks at. */
const START_BYTES = 2 * MAX_HEAD_BYTES;
const PEEK_BYTES = 8 * 1024;
/** Members up to this size are inflated at one go; larger ones flow through, so that memory stays bounded. */
const USUAL_MEMBER_BYTES = 256 * 1024;
const USUAL_CONTENT_BYTES = 16 * 1024 * 1024;

export async function locatePlainRecord(window: FileWindow, offset: number): Promise<Located> {
  const bytes = await window.at(offset, START_BYTES);
  const head = readWarcHead(bytes);
  if (!head) return NO_HEAD;
  if (head.blockEnd > window.size - offset) return TRUNCATED;
  return { length: head.blockEnd, head, blockStart: bytes.subarray(head.blockStart, head.blockEnd) };
}

export async function locateGzipRecord(window: FileWindow, offset: number): Promise<Located> {
  const bytes = await window.at(offset, USUAL_MEMBER_BYTES);
  const member = inflateMember(bytes, USUAL_CONTENT_BYTES);
  if (member === 'damaged') return 'its compressed data are damaged';
  if (member === 'too large' || (member === 'incomplete' && offset + bytes.length < window.size)) {
    return locateLargeMember(window, offset, gzipHeaderLength(bytes)!);
  }
  if (member === 'incomplete') return TRUNCATED;
  const { content, length } = member;
  const head = readWarcHead(content);
  if (!head) return NO_HEAD;
  if (head.blockEnd > content.length) return 'it is shorter than its Content-Length';
  assertSoleRecord(content.subarray(head.recordEnd), window.path);
  return { length, head, blockStart: content.subarray(head.blockStart, head.blockEnd) };
}

/** Like locateGzipRecord, for a member of any size: only its beginning is kept. */
async function locateLargeMember(window: FileWindow, offset: number, header: number): Promise<Located> {
  const inflate = createInflateRaw({ chunkSize: USUAL_MEMBER_BYTES });
  pipeline(Readable.from(bytesFrom(window, offset + header), { highWaterMark: 1 }), inflate, () => {});
  let start = Buffer.alloc(0);
  let head: WarcHead | undefined;
  let size = 0;
  let crc = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      if (start.length < START_BYTES) {
        start = Buffer.concat([start, chunk]);
        head ??= readWarcHead(start);
        if (!head && start.length >= START_BYTES) return NO_HEAD;
      }
      if (head && size <= head.recordEnd) assertSoleRecord(chunk.subarray(head.recordEnd - size), window.path);
      size += chunk.length;
      crc = crc32(chunk, crc);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR' ? TRUNCATED : 'its compressed data are damaged';
  }
  const length = header + inflate.bytesWritten + 8;
  const trailer = await window.at(offset + length - 8, 8);
  if (trailer.length < 8) return TRUNCATED;
  if (trailer.readUInt32LE() !== crc) return 'its compressed data are damaged';
  if (!head) return NO_HEAD;
  if (head.blockEnd > size) return 'it is shorter than its Content-Length';
  return { length, head, blockStart: start.subarray(head.blockStart, head.blockEnd) };
}

/** In buffers of its own: a stream reads ahead, which would move the window under its other user. */
async function* bytesFrom(window: FileWindow, from: number): AsyncGenerator<Buffer> {
  for (let offset = from; offset < window.size; ) {
    const { buffer, bytesRead } = await window.handle.read({
      buffer: Buffer.allocUnsafe(USUAL_MEMBER_BYTES),
      position: offset,
    });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    offset += bytesRead;
  }
}

/** Random access needs every record to be a gzip member of its own. */
function assertSoleRecord(rest: Buffer, path: string): void {
  if (rest.length === 0 || !'WARC/'.startsWith(rest.toString('latin1', 0, 5))) return;
  throw new UsageError(
    'warc-not-per-record',
    `${path} has several records in one gzip member, so none can be reached on its own: ` +
      'recompress it with one member a record, such as with `warcio recompress OLD.warc.gz NEW.warc.gz`.',
    { file: path },
  );
}

/** Where the line ends at `offset` are over: plain records have two between them, in some files none or more. */
export async function skipLineEnds(window: FileWindow, offset: number): Promise<number> {
  const bytes = await window.at(offset, 64);
  let skipped = 0;
  while (bytes[skipped] === 13 || bytes[skipped] === 10) skipped++;
  return offset + skipped;
}

/** Where the next record may begin, from `offset` on: the size of the file when there is none. */
export async function nextCandidate(window: FileWindow, offset: number, compressed: boolean): Promise<number> {
  const mark = compressed ? Buffer.from([0x1f, 0x8b, 0x08]) : Buffer.from('\nWARC/');
  for (let from = offset; from < window.size; ) {
    const bytes = await window.at(from, PEEK_BYTES);
    const found = bytes.indexOf(mark);
    if (found !== -1) {
      if (!compressed) return from + found + 1;
      // Compressed data hold such bytes by chance, so the first kilobytes must be those of a record.
      const start = await window.at(from + found, PEEK_BYTES);
      if (looksLikeWarc(inflateStart(start.subarray(0, PEEK_BYTES)))) return from + found;
      from += found + 1;
      continue;
    }
    if (from + bytes.length >= window.size || bytes.length < mark.length) break;
    from += bytes.length - mark.length + 1;
  }
  return window.size;
}
