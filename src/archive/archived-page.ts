import path from 'node:path';
import { Failure } from '../failure.js';
import { pageInputOf } from '../page/page-input.js';
import type { PageInput } from '../page/read-page.js';
import type { VisitRow } from '../store/visit.js';
import type { HttpMessage } from './http-message.js';
import { readRecord } from './warc-reader.js';

/** Far above any page limit: what was archived once must be readable. */
const maxBytes = 1 << 30;

/** A document of the crawl as it was received, from the crawl's own archive. */
export function archivedPage(folder: string, row: Pick<VisitRow, 'url' | 'archive'>): PageInput {
  return pageInputOf(row.url, archivedResponse(folder, row), maxBytes);
}

export function archivedResponse(folder: string, { url, archive }: Pick<VisitRow, 'url' | 'archive'>): HttpMessage {
  if (archive === undefined) {
    throw new Failure('not-archived', `${url} was not kept: the crawl ran with --no-archive.`, 'skip', { url });
  }
  const { http } = readRecord(path.join(folder, archive.file), archive.offset, archive.length);
  if (http === undefined)
    throw new Failure('record-unreadable', `The archive has no response for ${url}.`, 'skip', { url });
  return http;
}
