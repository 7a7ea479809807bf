import type { Download, Downloader } from '../download/downloader.js';
import { headerOf } from '../download/transport.js';
import { Failure, messageOf } from '../failure.js';
import type { Claim } from '../frontier/frontier.js';
import type { PageJobResult } from '../page/page-job.js';
import type { PageReader } from '../page/page-pool.js';

/** What came of a claim, before anything is decided: the download, and the page that was in it. */
export interface Arrival {
  readonly claim: Claim;
  readonly download: Download;
  /** The body was read, archived or both. */
  readonly result?: PageJobResult;
  /** The body could not be read. */
  readonly unreadable?: Failure;
  /** Bytes of the body as received. */
  readonly bytes: number;
}

export interface ArrivalParts {
  readonly downloader: Downloader;
  readonly reader: PageReader;
  readonly archive: boolean;
  readonly maxPageBytes: number;
}

/** Downloads a claimed URL and has its body read. Never throws: a failure is an arrival too. */
export async function arrive(claim: Claim, parts: ArrivalParts, signal?: AbortSignal): Promise<Arrival> {
  const download = await parts.downloader.get(claim.url, signal);
  if (download.kind !== 'answer') return { claim, download, bytes: 0 };
  const { response, fetchedAt } = download;
  const bytes = response.body.byteLength;
  const isDocument = response.status >= 200 && response.status <= 299;
  const read = isDocument && !response.bodySkipped && parts.downloader.isWanted(headerOf(response, 'content-type'));
  const archive = parts.archive && (read || !isDocument);
  if (!read && !archive) return { claim, download, bytes };
  const request = { method: 'GET', headers: Object.entries(parts.downloader.requestHeaders(claim.url)) };
  try {
    const result = await parts.reader.run({
      exchange: { url: claim.url, request, response, fetchedAt },
      archive,
      read,
      maxPageBytes: parts.maxPageBytes,
    });
    return { claim, download, result, bytes };
  } catch (thrown) {
    const unreadable = thrown instanceof Failure ? thrown : new Failure('page-unreadable', messageOf(thrown), 'skip');
    return { claim, download, unreadable, bytes };
  }
}
