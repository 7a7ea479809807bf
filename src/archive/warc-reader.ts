import { headerOf } from '../download/transport.js';
import { UsageError } from '../failure.js';
import { FileWindow } from './file-window.js';
import { inflateMember, inflateStart, isGzip } from './gzip-member.js';
import type { Headers } from './header-block.js';
import { type HttpMessage, peekHttpResponse, readHttpResponse } from './http-message.js';
import {
  type LocatedRecord,
  locateGzipRecord,
  locatePlainRecord,
  nextCandidate,
  skipLineEnds,
} from './locate-record.js';
import { MAX_RECORD_BYTES, readRange } from './read-range.js';
import { type RecordRange, unreadableRecord } from './unreadable-record.js';
import { looksLikeWarc, readWarcHead, targetUri } from './warc-head.js';

/** What a scan tells of a record. `offset` and `length` are its bytes in the file, as `readRecord` takes them. */
export interface WarcEntry {
  readonly offset: number;
  readonly length: number;
  readonly type: string;
  readonly targetUri?: string;
  readonly date?: string;
  /** Of a record that holds an HTTP response. */
  readonly httpStatus?: number;
  /** Of a redirect, as the server wrote it. */
  readonly location?: string;
}

export interface ScanOptions {
  /** Called once for each stretch of the file that cannot be read; the scan goes on with the next good record. */
  readonly onDamage?: (damage: { readonly offset: number; readonly reason: string }) => void;
}

export interface WarcRecord {
  readonly headers: Headers;
  /** The record's block as it is in the file. */
  readonly body: Uint8Array;
  /** The block read as HTTP, when it is a response. */
  readonly http?: HttpMessage;
  /** The block of the `resource` record behind it: the document that a browser made of the response. */
  readonly rendered?: Uint8Array;
}

/**
 * Places after a damage that begin like a record and are none. An honest file has a few; one that is made of them would be read to
 * its end at each, so that the work would grow with the square of its size.
 */
const MOST_FALSE_STARTS = 1_000;

/**
 * All records of a WARC file, plain or with a gzip member for each record, in order. Memory is bounded whatever the
 * size of the file or of a record.
 */
export async function* scanWarc(file: string, options: ScanOptions = {}): AsyncGenerator<WarcEntry, void, undefined> {
  const window = await FileWindow.open(file);
  try {
    const compressed = isCompressedWarc(await window.at(0), file);
    const locate = compressed ? locateGzipRecord : locatePlainRecord;
    let damaged = false;
    let falseStarts = 0;
    for (let offset = 0; offset < window.size; ) {
      const located = await locate(window, offset);
      if (typeof located === 'string') {
        if (!damaged) options.onDamage?.({ offset, reason: located });
        else if (++falseStarts > MOST_FALSE_STARTS) {
          options.onDamage?.({ offset, reason: 'too much of the file is damaged, so the rest is not read' });
          return;
        }
        damaged = true;
        offset = await nextCandidate(window, offset + 1, compressed);
        continue;
      }
      damaged = false;
      yield entryOf(located, offset);
      offset += located.length;
      if (!compressed) offset = await skipLineEnds(window, offset);
    }
  } finally {
    await window.close();
  }
}

/**
 * Reads the record in a range of a file, given by path or by open descriptor. A range of several records, such as the
 * request and response that were appended together, answers the last of them, with the rendered document behind it.
 */
export function readRecord(
  file: string | number,
  offset: number,
  length: number,
  maxBytes = MAX_RECORD_BYTES,
): WarcRecord {
  return parseRecord(readRange(file, offset, length, maxBytes), { file, offset, length }, maxBytes);
}

/** The same of bytes that were read already. */
export function parseRecord(bytes: Buffer, range: RecordRange, maxBytes = MAX_RECORD_BYTES): WarcRecord {
  let record: WarcRecord | undefined;
  for (let at = 0; at < bytes.length; ) {
    const rest = bytes.subarray(at);
    const member = isGzip(rest) ? inflateMember(rest, maxBytes) : { content: rest, length: undefined };
    if (typeof member === 'string') throw unreadableRecord(member, range);
    const head = readWarcHead(member.content);
    if (!head || head.blockEnd > member.content.length) throw unreadableRecord('damaged', range);
    const body = member.content.subarray(head.blockStart, head.blockEnd);
    const http = isHttpResponse(head) ? readHttpResponse(body) : undefined;
    if (record?.http !== undefined && headerOf(head, 'warc-type') === 'resource')
      record = { ...record, rendered: body };
    else record = http ? { headers: head.headers, body, http } : { headers: head.headers, body };
    at += member.length ?? head.recordEnd;
  }
  if (!record) throw unreadableRecord('incomplete', range);
  return record;
}

function entryOf({ length, head, blockStart }: LocatedRecord, offset: number): WarcEntry {
  const uri = targetUri(head);
  const date = headerOf(head, 'warc-date');
  const http = isHttpResponse(head) ? peekHttpResponse(blockStart) : undefined;
  return {
    offset,
    length,
    type: headerOf(head, 'warc-type') ?? '',
    ...(uri !== undefined && { targetUri: uri }),
    ...(date !== undefined && { date }),
    ...(http && { httpStatus: http.status }),
    ...(http?.location !== undefined && { location: http.location }),
  };
}

/** Archives also hold DNS answers as `response` records, hence the look at the content type. */
function isHttpResponse(head: { readonly headers: Headers }): boolean {
  const type = headerOf(head, 'warc-type');
  return type === 'response' && /^application\/https?\b/i.test(headerOf(head, 'content-type') ?? 'application/http');
}

function isCompressedWarc(start: Buffer, file: string): boolean {
  if (looksLikeWarc(start)) return false;
  if (looksLikeWarc(inflateStart(start))) return true;
  throw new UsageError('not-a-warc', `${file} is not a WARC file: ${notWarcBecause(start)}.`, { file });
}

function notWarcBecause(start: Buffer): string {
  const magic = start.toString('latin1', 0, 4);
  if (start.length === 0) return 'it is empty; give a .warc or .warc.gz file';
  if (magic === 'PK\x03\x04')
    return 'it is a zip file; if it is a WACZ, unpack it and give the files of its archive folder';
  if (magic === '\x28\xb5\x2f\xfd') return 'it is compressed with zstd; unpack it, and give the .warc file';
  if (isGzip(start)) return 'what is compressed in it does not begin with "WARC/"; give a .warc or .warc.gz file';
  return 'it does not begin with "WARC/"; give a .warc or .warc.gz file';
}
