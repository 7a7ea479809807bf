import path from 'node:path';
import type { HttpMessage } from '../archive/http-message.js';
import { readRecord, type WarcRecord } from '../archive/warc-reader.js';
import { Failure } from '../failure.js';
import type { VisitRow } from '../model/visit.js';
import { pageInputOf } from './page-input.js';
import { type PageInput, readPage } from './read-page.js';

type Archived = Pick<VisitRow, 'url' | 'archive'>;

/** Far above any page limit: what was archived once must be readable. */
export const maxArchivedBytes = 1 << 30;

/** Text for people does not depend on the topic: no terms are counted that anyone would see. */
export const plainReading = { language: 'en', stem: false, phrases: [], detectLanguage: false } as const;

/** The text of a page without its navigation. Throws a `Failure` where the archive does not have it. */
export function archivedMainText(folder: string, row: Archived): string {
  return readPage(archivedPage(folder, row), plainReading).mainText;
}

/** A document of the crawl as it was received, from the crawl's own archive. */
export function archivedPage(folder: string, row: Archived): PageInput {
  return pageInputOf(row.url, archivedResponse(folder, row), maxArchivedBytes);
}

export function archivedResponse(folder: string, row: Archived): HttpMessage {
  const { http } = recordOf(folder, row);
  if (http === undefined)
    throw new Failure('record-unreadable', `The archive has no response for ${row.url}.`, 'skip', { url: row.url });
  return http;
}

/** A crawl may have run without an archive, or have lost the end of it in a power cut. */
function recordOf(folder: string, { url, archive }: Archived): WarcRecord {
  const missing = () => new Failure('not-archived', `The record of ${url} is not in the archive.`, 'skip', { url });
  if (archive === undefined) throw missing();
  try {
    return readRecord(path.join(folder, archive.file), archive.offset, archive.length);
  } catch (thrown) {
    throw (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? missing() : thrown;
  }
}
