import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { failureOf, fetchFailure } from './fetch-failures.js';

/** What a request offers. zstd is not offered: Node 20 cannot decode it. */
export const acceptEncoding = 'gzip, deflate, br';

const maxEncodings = 3;

/**
 * Takes the content encodings off a body. Every step stops at `maxBytes` of output, so a bomb costs no more than the
 * limit; a stream that breaks off early yields what it held until then. Synchronous, for the page workers.
 * Throws `body-too-large`, `bad-encoding` or `too-many-encodings`.
 */
export function decodeContent(body: Uint8Array, contentEncoding: string | undefined, maxBytes: number): Uint8Array {
  let decoded = body;
  for (const encoding of encodingsOf(contentEncoding).reverse()) decoded = decodeStep(decoded, encoding, maxBytes);
  if (decoded.length > maxBytes) throw failureOf('body-too-large', { maxBytes });
  return decoded;
}

/** The encodings in the order they were applied, `identity` left out. */
function encodingsOf(contentEncoding = ''): string[] {
  const names = contentEncoding.toLowerCase().split(',', 100);
  const encodings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > maxEncodings) throw failureOf('too-many-encodings', { contentEncoding, max: maxEncodings });
  return encodings;
}

function decodeStep(data: Uint8Array, encoding: string, maxBytes: number): Uint8Array {
  const decoder = decoders.get(encoding);
  if (decoder === undefined) throw failureOf('bad-encoding', { encoding });
  if (data.length === 0) return data;
  try {
    return decoder(data, maxBytes);
  } catch (error) {
    const { code, cause } = fetchFailure(error, '');
    if (code === 'body-too-large') throw failureOf(code, { encoding, maxBytes }, cause);
    throw failureOf('bad-encoding', { encoding, error: (error as NodeJS.ErrnoException).code }, cause);
  }
}

type Decoder = (data: Uint8Array, maxBytes: number) => Uint8Array;

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', unbrotli],
]);

/** A body that is labelled gzip and is none is taken as it is: servers label files they never compressed. */
function gunzip(data: Uint8Array, maxBytes: number): Uint8Array {
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  try {
    return gunzipSync(data, deflateOptions(maxBytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'Z_DATA_ERROR') throw error;
    // A wrong checksum or bytes after the end fail the whole stream, though the document is there. Browsers show it.
    return inflateRawSync(data.subarray(gzipHeaderLength(data)), deflateOptions(maxBytes));
  }
}

/** Length of the gzip member header, RFC 1952 section 2.3. */
function gzipHeaderLength(data: Uint8Array): number {
  const flags = data[3] ?? 0;
  const [extra, name, comment, checksum] = [flags & 4, flags & 8, flags & 16, flags & 2];
  let length = 10;
  if (extra) length += 2 + (data[length] ?? 0) + 256 * (data[length + 1] ?? 0);
  if (name) length = data.indexOf(0, length) + 1 || data.length;
  if (comment) length = data.indexOf(0, length) + 1 || data.length;
  return checksum ? length + 2 : length;
}

/** `deflate` means the zlib format (RFC 9110 section 8.4.1.2), but servers send bare deflate data under that name too. */
function inflate(data: Uint8Array, maxBytes: number): Uint8Array {
  const [first = 0, second = 0] = data;
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  return isZlib ? inflateSync(data, deflateOptions(maxBytes)) : inflateRawSync(data, deflateOptions(maxBytes));
}

function unbrotli(data: Uint8Array, maxBytes: number): Uint8Array {
  const finishFlush = constants.BROTLI_OPERATION_FLUSH;
  return brotliDecompressSync(data, { finishFlush, maxOutputLength: maxBytes, chunkSize });
}

/** Flushing instead of finishing is what keeps the readable part of a truncated stream. */
function deflateOptions(maxBytes: number) {
  return { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes, chunkSize };
}

/** Most pages fit in one output chunk of this size and are not copied again. */
const chunkSize = 64 * 1024;
