import { headerOf } from '../download/transport.js';
import { type Headers, MAX_HEAD_BYTES, readHeaderBlock } from './header-block.js';

/** An HTTP response as an archive holds it. */
export interface HttpMessage {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: Headers;
  /** Without chunk framing, still content-encoded, in memory of its own that may be transferred to another thread. */
  readonly body: Uint8Array;
}

const STATUS_LINE = /^HTTP\/(\d(?:\.\d)?) +(\d{3})(?: (.*))?$/;

/** What the beginning of a response tells: its status and, for a redirect, where to. */
export function peekHttpResponse(start: Buffer): { status: number; location?: string } | undefined {
  const lineEnd = start.subarray(0, MAX_HEAD_BYTES).indexOf(10);
  const match = STATUS_LINE.exec(start.toString('latin1', 0, Math.max(lineEnd, 0)).trimEnd());
  if (!match) return undefined;
  const status = Number(match[2]);
  const isRedirect = status >= 300 && status < 400;
  const location = isRedirect
    ? headerOf({ headers: readHeaderBlock(start, 'latin1')?.headers ?? [] }, 'location')
    : undefined;
  return location === undefined ? { status } : { status, location };
}

/** The response in `block`; undefined when it is not one. */
export function readHttpResponse(block: Buffer): HttpMessage | undefined {
  const head = readHeaderBlock(block, 'latin1');
  const match = STATUS_LINE.exec(head?.firstLine ?? '');
  if (!head || !match) return undefined;
  const payload = block.subarray(head.end);
  const chunked = /\bchunked\b/i.test(headerOf(head, 'transfer-encoding') ?? '');
  return {
    status: Number(match[2]),
    statusText: match[3]?.trimStart() ?? '',
    httpVersion: match[1] === '1.0' ? '1.0' : '1.1',
    headers: head.headers,
    body: (chunked && dechunk(payload)) || new Uint8Array(payload),
  };
}

/**
 * The data of a chunked body; of a damaged one, the data up to the damage. Undefined when it does not begin with a
 * chunk: many recorders keep the header of a body whose chunks they have joined.
 */
function dechunk(payload: Buffer): Uint8Array | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at < payload.length; ) {
    const lineEnd = payload.indexOf(10, at);
    const line = lineEnd === -1 || lineEnd - at > 1024 ? '' : payload.toString('latin1', at, lineEnd);
    const size = /^ *([0-9a-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(line)?.[1];
    if (size === undefined) {
      if (at === 0) return undefined;
      break;
    }
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    parts.push(payload.subarray(lineEnd + 1, lineEnd + 1 + length));
    const dataEnd = lineEnd + 1 + length;
    at = payload[dataEnd] === 13 ? dataEnd + 2 : dataEnd + 1;
  }
  return joined(parts);
}

function joined(parts: readonly Buffer[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
