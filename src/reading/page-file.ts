import { readFileSync, statSync } from 'node:fs';
import { messageOf, UsageError } from '../failure.js';

const textName = /\.(?:txt|text|md)$/i;

/** By its name; all other files are read as HTML. */
export function isTextFile(name: string): boolean {
  return textName.test(name);
}

/** Text has no zero bytes, except in UTF-16 and UTF-32, which begin with a byte order mark. */
export function isBinary(body: Uint8Array): boolean {
  const hasMark = (body[0] === 0xfe && body[1] === 0xff) || (body[0] === 0xff && body[1] === 0xfe);
  return !hasMark && body.subarray(0, 8192).includes(0);
}

export interface PageFile {
  readonly body: Buffer;
  readonly contentType: string;
}

/** A saved page, ready to be read at any address. Throws `UsageError` when the file cannot be read or is too long. */
export function readPageFile(file: string, maxBytes = Number.POSITIVE_INFINITY): PageFile {
  try {
    const { size } = statSync(file);
    if (size > maxBytes) throw new Error(`it has ${size} bytes, more than --max-page-bytes`);
    const body = readFileSync(file);
    if (isBinary(body)) throw new Error('neither HTML nor text');
    return { body, contentType: isTextFile(file) ? 'text/plain' : 'text/html' };
  } catch (thrown) {
    throw new UsageError('bad-page-file', `Cannot read the page ${file} (${messageOf(thrown)}); check the path.`, {
      file,
    });
  }
}
