import { readSync } from 'node:fs';
import { headerOf } from '../download/transport.js';
import { inflateStart, isGzip } from './gzip-member.js';
import { peekHttpResponse } from './http-message.js';
import { readWarcHead } from './warc-head.js';
import { readRecord } from './warc-reader.js';

/** The status of a recorded response and, of a redirect, where to, as the server wrote it. */
export interface ResponseHead {
  readonly status: number;
  readonly location?: string;
}

/** The heads of nearly all records and of the responses in them, compressed. */
const usualBytes = 1536;

/** Reads no more of a record than it needs; undefined when it holds no response. */
export function readResponseHead(descriptor: number, offset: number, length: number): ResponseHead | undefined {
  const start = Buffer.allocUnsafe(Math.min(length, usualBytes));
  const read = readSync(descriptor, start, 0, start.length, offset);
  const content = isGzip(start) ? inflateStart(start.subarray(0, read)) : start.subarray(0, read);
  const record = readWarcHead(content);
  const head = record && peekHttpResponse(content.subarray(record.blockStart));
  // Where a redirect does not say where to, its head may go on behind what was read.
  const isWhole = head !== undefined && (head.location !== undefined || head.status < 300 || head.status > 399);
  return isWhole ? head : wholeHead(descriptor, offset, length);
}

function wholeHead(descriptor: number, offset: number, length: number): ResponseHead | undefined {
  const { http } = readRecord(descriptor, offset, length);
  if (http === undefined) return undefined;
  const location = headerOf(http, 'location');
  return { status: http.status, ...(location !== undefined && { location }) };
}
