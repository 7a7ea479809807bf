import { headerOf } from '../download/transport.js';
import { type Headers, readHeaderBlock } from './header-block.js';

/** The named fields of a WARC record, and where its block is. */
export interface WarcHead {
  readonly headers: Headers;
  /** Where the block begins, counted from the beginning of the record. */
  readonly blockStart: number;
  readonly blockEnd: number;
  /** Whole record: head, block and the two line ends after it. */
  readonly recordEnd: number;
}

/** Any version: what is read here has not changed since 0.17. */
const VERSION_LINE = /^WARC\/\d/;

export function looksLikeWarc(bytes: Buffer): boolean {
  return VERSION_LINE.test(bytes.toString('latin1', 0, 6));
}

/** Reads the head that begins `bytes`; undefined when it is not the complete head of a WARC record. */
export function readWarcHead(bytes: Buffer): WarcHead | undefined {
  if (!looksLikeWarc(bytes)) return undefined;
  const head = readHeaderBlock(bytes, 'utf8');
  const blockLength = /^\d{1,15}$/.exec((head && headerOf(head, 'content-length')) ?? '')?.[0];
  if (!head || blockLength === undefined) return undefined;
  const blockEnd = head.end + Number(blockLength);
  return { headers: head.headers, blockStart: head.end, blockEnd, recordEnd: blockEnd + 4 };
}

/** The record's URI, without the angle brackets that some writers put around it. */
export function targetUri(head: Pick<WarcHead, 'headers'>): string | undefined {
  return headerOf(head, 'warc-target-uri')?.replace(/^<(.*)>$/, '$1');
}
