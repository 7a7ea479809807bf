import { sha1Digest } from '../archive/sha1-digest.js';
import { parseRecord, readRecord } from '../archive/warc-reader.js';
import { type Exchange, responseRecords, revisitRecords } from '../archive/warc-record.js';
import { headerOf } from '../download/transport.js';
import { Failure } from '../failure.js';
import { longestList } from '../lists/longest-list.js';
import type { Page } from '../model/page.js';
import { asRendered } from './as-rendered.js';
import { pageInputOf } from './page-input.js';
import { readDocument } from './read-document.js';
import type { ReadOptions } from './read-page.js';
import { readSitemap } from './read-sitemap.js';

/** What happens to the bytes of an answer away from the main thread: content decoding, reading, archive records. */
export interface PageJob {
  readonly exchange: Exchange;
  /** Make the records of the archive. */
  readonly archive: boolean;
  /** Read the body as a page, as a sitemap, or as whichever of the two it is; false for redirects and errors. */
  readonly read: boolean | 'sitemap' | 'sitemap-or-page';
  readonly maxPageBytes: number;
  /** What is known of the page from an earlier visit. */
  readonly known?: KnownAnswer;
}

/** An answer of before, and where it is in the archive. */
export interface KnownAnswer {
  readonly fingerprint?: string;
  readonly place?: { readonly file: string; readonly offset: number; readonly length: number };
  /** What is there, where this machine does not have the file. */
  readonly record?: Uint8Array;
}

export interface PageJobResult {
  readonly page?: Page | undefined;
  /** The request and response records, ready to append. */
  readonly records?: Uint8Array | undefined;
}

/** Throws a `Failure` when the body cannot be decoded within the limits, or is no sitemap where it has to be one. */
export async function runPageJob(job: PageJob, options: ReadOptions): Promise<PageJobResult> {
  const page = job.read === false ? undefined : await pageOf(job, options);
  const records = job.archive ? recordsOf(job, page) : undefined;
  return { page, records };
}

async function pageOf({ exchange, read, maxPageBytes }: PageJob, options: ReadOptions): Promise<Page> {
  const { url, response, fetchedAt, rendered } = exchange;
  if (rendered !== undefined) {
    const { needsScripts: _, ...page } = await readDocument(
      pageInputOf(url, asRendered(response, rendered), maxPageBytes),
      options,
    );
    return page;
  }
  if (read !== true) {
    try {
      return readSitemap(pageInputOf(url, response, longestList), options, Number(fetchedAt));
    } catch (thrown) {
      const isNoSitemap = thrown instanceof Failure && /^(?:sitemap|xml)-/.test(thrown.code);
      if (read === 'sitemap' || !isNoSitemap) throw thrown;
    }
  }
  return readDocument(pageInputOf(url, response, maxPageBytes), options);
}

/** An answer that repeats what the archive has is not kept a second time. */
function recordsOf({ exchange, known }: PageJob, page: Page | undefined): Uint8Array {
  const { status, body } = exchange.response;
  // Only what reads the same may be the same to the byte.
  const mayRepeat = status === 304 || (page !== undefined && page.fingerprint === known?.fingerprint);
  const archived = mayRepeat ? archivedAnswer(known) : undefined;
  if (archived === undefined) return responseRecords(exchange);
  const { digest, fetchedAt } = archived;
  if (status === 304) return revisitRecords(exchange, { profile: 'server-not-modified', fetchedAt });
  return digest === sha1Digest(body)
    ? revisitRecords(exchange, { profile: 'identical-payload-digest', fetchedAt })
    : responseRecords(exchange);
}

/** Of an archived answer, or of the one that it repeats; undefined where the archive has lost it. */
function archivedAnswer({
  place,
  record: bytes,
}: KnownAnswer = {}): { readonly digest: string; readonly fetchedAt: Date } | undefined {
  if (place === undefined) return undefined;
  try {
    const { file, offset, length } = place;
    const record = bytes === undefined ? readRecord(file, offset, length) : parseRecord(Buffer.from(bytes), place);
    const digest = headerOf(record, 'warc-payload-digest');
    const date = headerOf(record, 'warc-refers-to-date') ?? headerOf(record, 'warc-date');
    return digest === undefined || date === undefined ? undefined : { digest, fetchedAt: new Date(date) };
  } catch {
    return undefined;
  }
}
