import type { Bodies } from '../archive/bodies/bodies.js';
import type { Download, Downloader } from '../download/downloader.js';
import { headerOf, type TransportResponse } from '../download/transport.js';
import { conditionOf } from '../download/validators.js';
import type { Failure } from '../failure.js';
import { longestList } from '../lists/longest-list.js';
import type { Claim } from '../model/frontier.js';
import { isForSitemap } from '../model/is-for-sitemap.js';
import type { VisitRow } from '../model/visit.js';
import type { KnownAnswer, PageJob, PageJobResult } from '../reading/page-job.js';
import type { PageReader } from '../reading/page-pool.js';
import { unreadable } from '../reading/unreadable.js';
import type { FeatureResult } from './feature-extraction.js';
import { type ClaimRendering, type RenderingParts, runClaimed } from './run-claimed.js';

/** What came of a claim, before anything is decided: the download, and the page that was in it. */
export interface FetchResult {
  /** That of a page that is visited again has the level and priority with which it is known: those in the queue were for its turn alone. */
  readonly claim: Claim;
  /** What was known of a page that is visited again. */
  readonly known?: VisitRow;
  readonly download: Download;
  /** The body was read, archived or both. */
  readonly result?: PageJobResult;
  /** What the strategy's `features` made of the page. */
  readonly extracted?: FeatureResult;
  /** The body could not be read. */
  readonly unreadable?: Failure;
  /** What came of running the scripts of the page. */
  readonly rendering?: ClaimRendering;
  /** Bytes of the body as received. */
  readonly bytes: number;
}

export interface FetchClaimParts {
  readonly downloader: Downloader;
  readonly reader: PageReader;
  readonly archive: boolean;
  /** What is archived. */
  readonly bodies?: Bodies;
  readonly maxPageBytes: number;
  /** Where the scripts of pages are run: of those that are empty without them, or of all. */
  readonly rendering?: RenderingParts;
}

/**
 * Downloads a claimed URL and has its body read. Never throws: a failure is a result too. What is `known` of a page is asked for
 * only if it has changed.
 */
export async function fetchClaim(taken: Claim, parts: FetchClaimParts, known?: VisitRow): Promise<FetchResult> {
  const claim = known === undefined ? taken : { ...taken, level: known.level, priority: known.priority };
  const fetchResult = await arrived(claim, parts, known);
  return known === undefined ? fetchResult : { known, ...fetchResult };
}

async function arrived(claim: Claim, parts: FetchClaimParts, known?: VisitRow): Promise<FetchResult> {
  const located = claim.address === undefined ? await parts.downloader.locate(claim.url) : undefined;
  if (located !== undefined) return { claim, download: located, bytes: 0 };
  // What the archive does not have is asked for in full.
  const mayBeSpared =
    known !== undefined && (!parts.archive || known.archive !== undefined) && !wasRendered(known, parts);
  const condition = mayBeSpared ? conditionOf(known) : {};
  const isSitemap = isForSitemap(claim, known);
  const download = isSitemap
    ? await parts.downloader.getList(claim.url, longestList, condition)
    : await parts.downloader.get(claim.url, undefined, condition);
  if (download.kind !== 'answer') return { claim, download, bytes: 0 };
  const { response, fetchedAt } = download;
  const bytes = response.body.byteLength;
  const isDocument = response.status >= 200 && response.status <= 299;
  const isWanted = parts.downloader.isWanted(headerOf(response, 'content-type'));
  const readable = isDocument && !response.bodySkipped && (isSitemap || isWanted);
  const read = readable && (isSitemap ? sitemapReading(claim.url, response, isWanted) : true);
  // One that was cut off is not what the server sent.
  const isCut = isSitemap && bytes === longestList;
  const archive = parts.archive && (readable || !isDocument) && !isCut;
  if (read === false && !archive) return { claim, download, bytes };
  const request = {
    method: 'GET',
    headers: Object.entries({ ...parts.downloader.requestHeaders(claim.url), ...condition }),
  };
  const job: PageJob = {
    exchange: { url: claim.url, request, response, fetchedAt },
    archive,
    read,
    maxPageBytes: parts.maxPageBytes,
    ...(known && { known: await knownAnswer(known, parts.bodies) }),
  };
  try {
    const done = await runClaimed(job, parts);
    return { claim, download, ...done, bytes };
  } catch (thrown) {
    return { claim, download, unreadable: unreadable(thrown), bytes };
  }
}

/** The document behind the same address may be the same, and what its scripts make of it another. */
function wasRendered({ reason }: VisitRow, { rendering }: FetchClaimParts): boolean {
  return rendering !== undefined && reason === 'rendered';
}

/**
 * What is named as a sitemap may be a page: one for people, or where a sitemap that is gone redirects to. At an address of a file of data,
 * a page is the server's way to say that nothing is there.
 */
function sitemapReading(url: string, response: TransportResponse, isWanted: boolean): PageJob['read'] {
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headerOf(response, 'content-type') ?? '');
  const isData = /\.(?:xml|gz|txt|rss|atom)$/i.test(new URL(url).pathname);
  return isWanted && isHtml && !isData ? 'sitemap-or-page' : 'sitemap';
}

async function knownAnswer({ fingerprint, archive }: VisitRow, bodies: Bodies | undefined): Promise<KnownAnswer> {
  const own = fingerprint === undefined ? {} : { fingerprint };
  if (archive === undefined || bodies === undefined) return own;
  const file = bodies.path(archive.file);
  if (file !== undefined) return { ...own, place: { ...archive, file } };
  // What cannot be read is archived once more.
  const record = await bodies.read(archive).catch(() => undefined);
  return record === undefined ? own : { ...own, place: archive, record: new Uint8Array(record) };
}
