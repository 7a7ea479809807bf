import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { headerOf } from '../download/transport.js';
import { headerName, headerUri, headerValue } from './header-text.js';
import { type ExchangeRequest, type ExchangeResponse, requestHead, responseHead } from './http-head.js';
import { sha1Digest } from './sha1-digest.js';
import { storedMember } from './stored-member.js';

/** A request and its answer, as they are archived. */
export interface Exchange {
  readonly url: string;
  readonly request: ExchangeRequest;
  readonly response: ExchangeResponse;
  /** When the request was sent; a number is milliseconds since 1970. */
  readonly fetchedAt: Date | number;
  /** Why the body is not the whole body, where it is not. */
  readonly truncated?: 'length' | 'time' | 'disconnect' | 'unspecified';
  /** Media type found by looking at the body, where someone looked. */
  readonly identifiedType?: string;
  /** The document that a browser made of the answer, in HTML and UTF-8; archived beside it. */
  readonly rendered?: Uint8Array;
}

/** What the first record of a WARC file says about the file; other names are allowed. */
export interface WarcInfo {
  readonly software: string;
  readonly filename?: string;
  /** `classic` when robots.txt was obeyed, `ignore` when not. */
  readonly robots?: 'classic' | 'ignore';
  readonly [name: string]: string | undefined;
}

/** What an answer repeats: the answer to an earlier request for the same URL, which is archived. */
export interface Revisit {
  /** How it is known: the server said so (304), or the body is the same to the byte. */
  readonly profile: 'server-not-modified' | 'identical-payload-digest';
  /** The `WARC-Date` of the earlier answer. */
  readonly fetchedAt: Date | number;
}

type Fields = readonly (readonly [name: string, value: string | undefined])[];

/** What a rendered document is. */
export const renderedType = 'text/html; charset=utf-8';
const RECORD_END = Buffer.from('\r\n\r\n');
/** Bytes of a record that gzip would make a few hundred smaller, at the price of reading two kilobytes of text: all requests are such. */
const notWorthDeflating = 1024;
const USER_AND_PASSWORD = /^([a-z]+:\/\/)[^/?#]*@/i;

/**
 * The WARC 1.1 `request` and `response` records of an exchange, and a `resource` record where it was rendered: gzip members in a row, in
 * memory of their own that may be transferred to another thread. A body that arrived content-encoded is kept so and stored without deflating
 * it again; otherwise `level` is the gzip level.
 */
export function responseRecords(exchange: Exchange, level = 1): Uint8Array {
  return exchangeRecords(exchange, level);
}

/** The same with a `revisit` record in place of the `response`: the head of the answer, and where the body is that it repeats. */
export function revisitRecords(exchange: Exchange, revisit: Revisit): Uint8Array {
  return exchangeRecords(exchange, 1, revisit);
}

function exchangeRecords(exchange: Exchange, level: number, revisit?: Revisit): Uint8Array {
  const { response } = exchange;
  const url = headerUri(exchange.url).replace(USER_AND_PASSWORD, '$1');
  const date = new Date(exchange.fetchedAt).toISOString();
  const address = /^[0-9a-fA-F.:]+/.exec(response.remoteAddress ?? '')?.[0];
  const responseId = recordId();
  const encoded = (headerOf(response, 'content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity';

  const asked = requestHead(url, exchange.request);
  const request = gzipRecord(
    [
      ['WARC-Type', 'request'],
      ['WARC-Record-ID', recordId()],
      ['WARC-Date', date],
      ['WARC-Target-URI', url],
      ['WARC-IP-Address', address],
      ['WARC-Concurrent-To', responseId],
      ['WARC-Block-Digest', sha1Digest(asked)],
      ['Content-Type', 'application/http; msgtype=request'],
    ],
    [asked],
    level,
  );
  const answered = responseHead(exchange.request.method, response);
  const block: readonly [Buffer, ...Uint8Array[]] = revisit ? [answered] : [answered, response.body];
  const answer = gzipRecord(
    [
      ['WARC-Type', revisit ? 'revisit' : 'response'],
      ['WARC-Record-ID', responseId],
      ['WARC-Date', date],
      ['WARC-Target-URI', url],
      ['WARC-IP-Address', address],
      ...(revisit ? revisitFields(url, revisit) : []),
      // Of what the body would be; a 304 has none to tell it of.
      ['WARC-Payload-Digest', revisit?.profile === 'server-not-modified' ? undefined : sha1Digest(response.body)],
      ['WARC-Block-Digest', sha1Digest(...block)],
      ['WARC-Truncated', exchange.truncated],
      ['WARC-Identified-Payload-Type', exchange.identifiedType && headerValue(exchange.identifiedType)],
      ['Content-Type', 'application/http; msgtype=response'],
    ],
    block,
    encoded && !revisit ? 0 : level,
  );
  const document = exchange.rendered && renderedRecord(exchange.rendered, url, date, responseId, level);
  const records = new Uint8Array(request.length + answer.length + (document?.length ?? 0));
  records.set(request);
  records.set(answer, request.length);
  if (document !== undefined) records.set(document, request.length + answer.length);
  return records;
}

/** A `resource` record (WARC 1.1, section 6.3): no server sent it. */
function renderedRecord(document: Uint8Array, url: string, date: string, responseId: string, level: number) {
  const digest = sha1Digest(document);
  const fields: Fields = [
    ['WARC-Type', 'resource'],
    ['WARC-Record-ID', recordId()],
    ['WARC-Date', date],
    ['WARC-Target-URI', url],
    ['WARC-Concurrent-To', responseId],
    ['WARC-Payload-Digest', digest],
    ['WARC-Block-Digest', digest],
    ['Content-Type', renderedType],
  ];
  return gzipRecord(fields, [document], level);
}

/** WARC 1.1, section 6.7. */
function revisitFields(url: string, { profile, fetchedAt }: Revisit): Fields {
  return [
    ['WARC-Profile', `http://netpreserve.org/warc/1.1/revisit/${profile}`],
    ['WARC-Refers-To-Target-URI', url],
    ['WARC-Refers-To-Date', new Date(fetchedAt).toISOString()],
  ];
}

/** The `warcinfo` record that begins each file: who wrote it, how, under which rules. */
export function warcinfoRecord(info: WarcInfo): Uint8Array {
  let text = '';
  for (const [name, value] of Object.entries({ format: 'WARC File Format 1.1', ...info })) {
    if (value !== undefined) text += `${headerName(name)}: ${value.replace(/\p{Cc}/gu, ' ')}\r\n`;
  }
  const block = Buffer.from(text, 'utf8');
  const fields: Fields = [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', recordId()],
    ['WARC-Date', new Date().toISOString()],
    ['WARC-Filename', info.filename && headerValue(info.filename)],
    ['WARC-Block-Digest', sha1Digest(block)],
    ['Content-Type', 'application/warc-fields'],
  ];
  return gzipRecord(fields, [block], 1);
}

function recordId(): string {
  return `<urn:uuid:${randomUUID()}>`;
}

/** One record whose block is the parts in a row. The field values must be free of line ends. */
function gzipRecord(fields: Fields, block: readonly Uint8Array[], level: number): Uint8Array {
  let text = 'WARC/1.1\r\n';
  for (const [name, value] of fields) if (value !== undefined && value !== '') text += `${name}: ${value}\r\n`;
  text += `Content-Length: ${block.reduce((sum, { length }) => sum + length, 0)}\r\n\r\n`;
  const record = Buffer.concat([Buffer.from(text, 'latin1'), ...block, RECORD_END]);
  return level === 0 || record.length <= notWorthDeflating ? storedMember(record) : gzipSync(record, { level });
}
