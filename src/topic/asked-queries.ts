import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';

/** What people searched a crawl for, one JSON object a line, in the crawl's folder. */
export const queriesName = 'queries.jsonl';

export interface AskedQuery {
  /** ISO 8601. */
  readonly at: string;
  readonly query: string;
  /** Pages shown. */
  readonly results: number;
  /** Who asked. */
  readonly by?: string;
}

/** One write to the end of the file: several processes may do it at once. */
export function appendQuery(folder: string, asked: AskedQuery): void {
  appendFileSync(path.join(folder, queriesName), `${JSON.stringify(asked)}\n`);
}

/** How far a log of queries has been read, with a digest of what stands before that place. */
export interface LogPlace {
  readonly offset: number;
  readonly before: string;
}

export const logStart: LogPlace = { offset: 0, before: '' };

const chunkBytes = 1 << 20;
const digestBytes = 256;
const lineFeed = 10;
/** A line that is longer holds no query that a person typed. */
const longestLine = 1 << 16;

/**
 * Reads the queries of a log that are new since a place: a query a line, or JSON objects with `query` or `q`; other lines
 * are passed over. A log that was cut or replaced since (rotated) is read from its start. Returns the place to go on from.
 * A last line without its end is read too, unless it is JSON that is still being written. A JSON object with `afterPages` was asked
 * when the crawl had so many pages: it ends the reading if there are fewer yet, so that a log can be replayed beside a crawl.
 */
export function readQueries(
  file: string,
  since: LogPlace,
  take: (query: string) => void,
  pages = Number.POSITIVE_INFINITY,
): LogPlace {
  const descriptor = openSync(file, 'r');
  try {
    const from = isStillThere(descriptor, since) ? since.offset : 0;
    const offset = readLines(descriptor, from, take, pages);
    return { offset, before: digestBefore(descriptor, offset) };
  } finally {
    closeSync(descriptor);
  }
}

/** Returns where the last line that was read ends. */
function readLines(descriptor: number, from: number, take: (query: string) => void, pages: number): number {
  const buffer = Buffer.alloc(chunkBytes);
  let unfinished = Buffer.alloc(0);
  let at = from;
  for (;;) {
    const read = readSync(descriptor, buffer, 0, chunkBytes, at);
    if (read === 0) break;
    at += read;
    const chunk = buffer.subarray(0, read);
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const line = Buffer.concat([unfinished, chunk.subarray(start, end)]);
      if (isLater(line, pages)) return at - read + end - line.length;
      takeLine(line, take);
      unfinished = Buffer.alloc(0);
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    // Of an endless line only so much is kept that it is seen to be too long.
    unfinished = unfinished.length > longestLine ? unfinished : Buffer.concat([unfinished, rest]);
  }
  if (unfinished.length === 0 || (!isLater(unfinished, pages) && takeLine(unfinished, take))) return at;
  return at - unfinished.length;
}

/** Whether it was asked of a crawl with more pages than these. */
function isLater(line: Buffer, pages: number): boolean {
  if (pages === Number.POSITIVE_INFINITY || line.length > longestLine || !line.includes('"afterPages"')) return false;
  try {
    const { afterPages } = JSON.parse(line.toString('utf8')) as { afterPages?: unknown };
    return typeof afterPages === 'number' && afterPages > pages;
  } catch {
    return false;
  }
}

/** False for what may be the beginning of a JSON object. */
function takeLine(bytes: Buffer, take: (query: string) => void): boolean {
  if (bytes.length > longestLine) return true;
  const line = bytes.toString('utf8').trim();
  if (!line.startsWith('{')) {
    if (line !== '') take(line);
    return true;
  }
  try {
    const { query, q } = JSON.parse(line) as { query?: unknown; q?: unknown };
    const asked = query ?? q;
    if (typeof asked === 'string' && asked.trim() !== '') take(asked.trim());
    return true;
  } catch {
    return false;
  }
}

function isStillThere(descriptor: number, { offset, before }: LogPlace): boolean {
  return fstatSync(descriptor).size >= offset && digestBefore(descriptor, offset) === before;
}

function digestBefore(descriptor: number, offset: number): string {
  const length = Math.min(digestBytes, offset);
  if (length === 0) return '';
  const bytes = Buffer.alloc(length);
  const read = readSync(descriptor, bytes, 0, length, offset - length);
  return createHash('sha256').update(bytes.subarray(0, read)).digest('base64url').slice(0, 16);
}
