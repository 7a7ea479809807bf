import { renderedType } from '../archive/warc-record.js';
import type { TransportResponse } from '../download/transport.js';

/** Headers that are about the bytes of a body. */
const aboutBytes = /^(?:content-(?:encoding|length|type)|transfer-encoding)$/i;

/** An answer with the document that a browser made of it in place of its body. What its other headers say holds for that too. */
export function asRendered<T extends Pick<TransportResponse, 'headers' | 'body'>>(
  response: T,
  document: Uint8Array,
): T {
  const headers = response.headers.filter(([name]) => !aboutBytes.test(name));
  return { ...response, headers: [...headers, ['Content-Type', renderedType]], body: document };
}
