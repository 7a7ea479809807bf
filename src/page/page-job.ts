import type { HttpMessage } from '../archive/http-message.js';
import { type Exchange, responseRecords } from '../archive/warc-record.js';
import type { Page } from './page.js';
import { pageInputOf } from './page-input.js';
import { type ReadOptions, readPage } from './read-page.js';

/** What happens to the bytes of an answer away from the main thread: content decoding, reading, archive records. */
export interface PageJob {
  readonly exchange: Exchange;
  /** Make the records of the archive. */
  readonly archive: boolean;
  /** Read the body as a page; false for redirects and errors. */
  readonly read: boolean;
  readonly maxPageBytes: number;
}

export interface PageJobResult {
  readonly page?: Page;
  /** The request and response records, ready to append. */
  readonly records?: Uint8Array;
}

/** Throws a `Failure` when the body cannot be decoded within the limits. */
export function runPageJob(job: PageJob, options: ReadOptions): PageJobResult {
  const { exchange } = job;
  const page = job.read ? readPage(pageInputOf(exchange.url, exchange.response, job.maxPageBytes), options) : undefined;
  const records = job.archive ? responseRecords(exchange) : undefined;
  return { ...(page && { page }), ...(records && { records }) };
}

/** Only to be read, from an answer that came at another time. */
export function readingJob(url: string, response: HttpMessage, fetchedAt: number, maxPageBytes: number): PageJob {
  const request = { method: 'GET', headers: [] };
  return { exchange: { url, request, response, fetchedAt }, archive: false, read: true, maxPageBytes };
}
