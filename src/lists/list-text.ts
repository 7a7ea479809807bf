import { decodeContent } from '../download/content-decoding.js';
import { Failure } from '../failure.js';
import { decodeBody } from '../page/charset.js';
import { longestList } from './longest-list.js';

export interface ListText {
  readonly text: string;
  /** Whether it was longer than `longestList`. */
  readonly cutOff: boolean;
}

/**
 * The text of a list of pages: decompressed where the file itself is gzipped, decoded by its byte order mark, the charset of its
 * content type or its declaration.
 */
export function listText(bytes: Uint8Array, contentType?: string): ListText {
  const whole = unzipped(bytes);
  const { data, cutOff } = whole ?? longestStart(bytes);
  return {
    text: decodeBody(data.subarray(0, longestList), contentType).text,
    cutOff: cutOff || data.length > longestList,
  };
}

/** Undefined where it would become too long. */
function unzipped(bytes: Uint8Array): { readonly data: Uint8Array; readonly cutOff: boolean } | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { data: bytes, cutOff: false };
  try {
    return { data: decodeContent(bytes, 'gzip', longestList), cutOff: false };
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'body-too-large') return undefined;
    throw thrown;
  }
}

/**
 * What a file that is too long begins with, half of the longest list or more: halves are tried, since decompression cannot be asked to
 * stop. A bomb takes a few tries of bounded cost.
 */
function longestStart(bytes: Uint8Array): { readonly data: Uint8Array; readonly cutOff: boolean } {
  for (let length = bytes.length >> 1; length > 0; length >>= 1) {
    const start = unzipped(bytes.subarray(0, length));
    if (start !== undefined) return { data: start.data, cutOff: true };
  }
  return { data: new Uint8Array(), cutOff: true };
}
