import path from 'node:path';
import { decodeContent } from '../download/content-decoding.js';
import { headerOf } from '../download/transport.js';
import { Failure } from '../failure.js';
import type { Page } from '../page/page.js';
import { type ReadOptions, readPage } from '../page/read-page.js';
import type { VisitRow } from '../store/visit.js';
import { readRecord } from './warc-reader.js';

/** A document of the crawl as it was received, from the crawl's own archive. */
export interface ArchivedDocument {
  readonly url: string;
  /** Content decoded. */
  readonly body: Uint8Array;
  readonly contentType?: string;
  readonly xRobotsTag?: string;
}

/** Far above any page limit: what was archived once must be readable. */
const maxBytes = 1 << 30;

export function archivedDocument(folder: string, row: Pick<VisitRow, 'url' | 'archive'>): ArchivedDocument {
  if (row.archive === undefined) {
    throw new Failure('not-archived', `${row.url} was not kept: the crawl ran with --no-archive.`, 'skip', {
      url: row.url,
    });
  }
  const { file, offset, length } = row.archive;
  const { http } = readRecord(path.join(folder, file), offset, length);
  if (http === undefined)
    throw new Failure('record-unreadable', `The archive has no response for ${row.url}.`, 'skip', { url: row.url });
  const contentType = headerOf(http, 'content-type');
  const xRobotsTag = headerOf(http, 'x-robots-tag');
  return {
    url: row.url,
    body: decodeContent(http.body, headerOf(http, 'content-encoding'), maxBytes),
    ...(contentType && { contentType }),
    ...(xRobotsTag && { xRobotsTag }),
  };
}

/** Reads a visited page again, without fetching it. */
export function archivedPage(folder: string, row: Pick<VisitRow, 'url' | 'archive'>, options: ReadOptions): Page {
  return readPage(archivedDocument(folder, row), options);
}
