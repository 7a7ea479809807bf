import { isSecretHeader } from '../download/secret-header.js';
import type { TransportResponse } from '../download/transport.js';
import { headerName, headerValue } from './header-text.js';

export interface ExchangeRequest {
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export type ExchangeResponse = Pick<
  TransportResponse,
  'status' | 'statusText' | 'httpVersion' | 'headers' | 'body' | 'remoteAddress'
>;

/**
 * Head of a request as it went over the wire, to a clean URL; the Host line, which HTTP clients add, is filled in. An
 * archive is passed on to others, so what proves who asked does not go into it.
 */
export function requestHead(url: string, request: ExchangeRequest): Buffer {
  const [, authority = '', target = ''] = /^[^:]*:\/\/([^/?#]*)([^#]*)/.exec(url) ?? [];
  let head = `${headerName(request.method)} ${target.startsWith('/') ? target : `/${target}`} HTTP/1.1\r\n`;
  if (!request.headers.some(([name]) => name.toLowerCase() === 'host')) {
    head += `Host: ${authority}\r\n`;
  }
  for (const [name, value] of request.headers) {
    const shown = isSecretHeader(name) ? '[not archived]' : headerValue(value);
    head += `${headerName(name)}: ${shown}\r\n`;
  }
  return Buffer.from(`${head}\r\n`, 'latin1');
}

/**
 * Head of a response as it was received, except for what would keep a reader from finding the body that follows:
 * - the body is no longer chunked, so `Transfer-Encoding` becomes `X-Archive-Orig-Transfer-Encoding`;
 * - a `Content-Length` that is not the body's (a cut body, say) becomes `X-Archive-Orig-Content-Length`;
 * in both cases the right `Content-Length` is added. Answers without a body by definition (to HEAD, or 304) keep theirs.
 */
export function responseHead(method: string, response: ExchangeResponse): Buffer {
  const size = String(response.body.length);
  const bodiless = response.body.length === 0 && (method === 'HEAD' || response.status === 304);
  const version = response.httpVersion === '1.0' ? '1.0' : '1.1';
  const status = String(Math.trunc(response.status)).padStart(3, '0');
  let head = `HTTP/${version} ${status} ${headerValue(response.statusText)}\r\n`;
  let renamed = false;
  let rightLength = false;
  for (const [name, value] of response.headers) {
    const lower = name.toLowerCase();
    const isLength = lower === 'content-length';
    const rename = lower === 'transfer-encoding' || (isLength && value.trim() !== size && !bodiless);
    if (isLength && !rename) rightLength = true;
    renamed ||= rename;
    head += `${rename ? 'X-Archive-Orig-' : ''}${headerName(name)}: ${headerValue(value)}\r\n`;
  }
  if (renamed && !rightLength) head += `Content-Length: ${size}\r\n`;
  return Buffer.from(`${head}\r\n`, 'latin1');
}
