import { fetchFailures } from '../download/fetch-failures.js';
import {
  nextPace,
  type PaceOutcome,
  type PaceRules,
  parseRetryAfter,
  retriedStatuses,
  retryDelay,
  worthRetrying,
} from '../download/pace.js';
import { headerOf, isRedirect, locationOf } from '../download/transport.js';
import { validatorsOf } from '../download/validators.js';
import { Failure } from '../failure.js';
import type { HostPace } from '../model/frontier.js';
import type { Page } from '../model/page.js';
import { joinedRights } from '../model/page-rights.js';
import type { Visit } from '../model/visit.js';
import { oneLine } from '../page/one-line.js';
import { canonicalUrl } from '../url/canonical-url.js';
import type { FetchResult } from './fetch-claim.js';
import { breather } from './local-shortage.js';

/** Details quote servers: they are kept on one line, without anything that could steer a terminal or forge a log. */
const longestDetail = 500;

/** What is known of any answer. */
export type Fetched = Pick<Visit, 'fetchedAt' | 'status' | 'bytes' | 'etag' | 'lastModified' | 'rights'>;

/** What there is to say of a page that is one: how it came to its content, or why it has none. */
export type PageNote = Pick<Visit, 'reason' | 'detail'>;

/** What a fetch result amounts to, by protocol alone: strategies come later. */
export type Outcome =
  | { readonly kind: 'page'; readonly page: Page; readonly visit: Fetched; readonly note?: PageNote }
  | { readonly kind: 'redirect'; readonly target: string; readonly visit: Visit }
  | { readonly kind: 'over'; readonly visit: Visit; readonly unused?: boolean }
  | { readonly kind: 'again'; readonly attempts: number; readonly reason: string };

export interface OutcomeRules {
  readonly retries: number;
  readonly maxRedirects: number;
  readonly now: number;
}

export function outcomeOf(fetchResult: FetchResult, rules: OutcomeRules): Outcome {
  const { claim, download, bytes } = fetchResult;
  switch (download.kind) {
    case 'robots':
      return { kind: 'again', attempts: claim.attempts, reason: 'robots' };
    case 'closed':
      return { kind: 'again', attempts: claim.attempts, reason: 'robots-unavailable' };
    case 'located':
      return { kind: 'again', attempts: claim.attempts, reason: 'located' };
    case 'refused': {
      const { reason } = download;
      const detail = oneLine(download.detail, longestDetail);
      return {
        kind: 'over',
        unused: true,
        visit: { outcome: 'refused', reason, detail, fetchedAt: rules.now, status: 0 },
      };
    }
    case 'failed':
      // No fault of the host: it is asked again as if nothing had been.
      if (isLocal(download.failure)) return { kind: 'again', attempts: claim.attempts, reason: download.failure.code };
      return failed(fetchResult, download.failure.code, download.failure, rules);
    case 'answer': {
      const { response, fetchedAt } = download;
      const { status } = response;
      const facts = { fetchedAt, status, bytes };
      if (fetchResult.unreadable !== undefined)
        return failed(fetchResult, fetchResult.unreadable.code, fetchResult.unreadable, rules);
      if (fetchResult.rendering?.movedTo !== undefined) return redirected(fetchResult, facts, rules);
      const unchanged = unchangedSince(fetchResult, status);
      if (unchanged !== undefined)
        return {
          kind: 'over',
          visit: { outcome: 'unchanged', reason: unchanged, ...facts, ...validatorsOf(response) },
        };
      if (fetchResult.result?.page !== undefined) {
        const { page } = fetchResult.result;
        const rights = joinedRights(download.rights, page.rights);
        const note = noteOf(fetchResult);
        const visit = { fetchedAt, status, bytes, ...validatorsOf(response), ...(rights && { rights }) };
        return { kind: 'page', page, visit, ...(note && { note }) };
      }
      if (status >= 200 && status <= 299) {
        const detail = oneLine(headerOf(response, 'content-type') ?? '', longestDetail);
        return { kind: 'over', visit: { outcome: 'refused', reason: 'content-type', detail, ...facts } };
      }
      if (isRedirect(status)) return redirected(fetchResult, facts, rules);
      return failed(fetchResult, `http-${status}`, status, rules);
    }
  }
}

function noteOf({ rendering, result }: FetchResult): PageNote | undefined {
  if (rendering === undefined) return result?.page?.needsScripts ? { reason: 'needs-scripts' } : undefined;
  const { reason, detail } = rendering;
  return { reason, ...(detail && { detail }) };
}

/** How a page that is visited again is known to be what it was; undefined where it is not. */
function unchangedSince({ known, result }: FetchResult, status: number): 'not-modified' | 'same-content' | undefined {
  if (known === undefined) return undefined;
  if (status === 304) return 'not-modified';
  const page = result?.page;
  // The fingerprint is of text and links alone.
  const isSame =
    page?.fingerprint === known.fingerprint && page?.title === known.title && page?.noindex === known.noindex;
  return page !== undefined && isSame ? 'same-content' : undefined;
}

function redirected(fetchResult: FetchResult, facts: Fetched, rules: OutcomeRules): Outcome {
  const { claim, download } = fetchResult;
  const location =
    fetchResult.rendering?.movedTo ?? (download.kind === 'answer' ? locationOf(download.response) : undefined);
  const target = location === undefined ? undefined : canonicalUrl(location, claim.url);
  const problem = (reason: string): Outcome => ({
    kind: 'over',
    visit: { outcome: 'failed', reason, ...facts, ...(location && { detail: oneLine(location, longestDetail) }) },
  });
  if (target === undefined) return problem('bad-redirect');
  if (target === claim.url) return problem('redirect-loop');
  if (claim.hops >= rules.maxRedirects) return problem('max-redirects');
  return { kind: 'redirect', target, visit: { outcome: 'redirect', reason: 'redirect', detail: target, ...facts } };
}

function failed(fetchResult: FetchResult, reason: string, cause: number | Failure, rules: OutcomeRules): Outcome {
  const { claim, download, bytes } = fetchResult;
  const attempts = claim.attempts + 1;
  if (worthRetrying(cause, attempts, rules.retries)) return { kind: 'again', attempts, reason };
  const answered = download.kind === 'answer' ? download : undefined;
  const detail = cause instanceof Failure ? oneLine(cause.message, longestDetail) : undefined;
  return {
    kind: 'over',
    visit: {
      outcome: 'failed',
      reason,
      fetchedAt: answered?.fetchedAt ?? rules.now,
      status: answered?.response.status ?? 0,
      bytes,
      ...(detail && { detail }),
    },
  };
}

/** After a page that was rendered its host rests for every request of the page, up to so many. */
const mostRests = 10;

/** The host's pace after this fetchResult; undefined when no request was sent. */
export function paceAfter(
  { claim, download, rendering }: FetchResult,
  outcome: Outcome,
  now: number,
  rules: PaceRules,
  crawlDelayMs: number | undefined,
  random: () => number,
): HostPace | undefined {
  if (download.kind === 'refused' || download.kind === 'located') return undefined;
  if (download.kind === 'closed') return { ...claim.pace, notBefore: download.until };
  if (download.kind === 'failed' && isLocal(download.failure)) return { ...claim.pace, notBefore: now + breather };
  const { pace, nextAt } = nextPace(
    { delayMs: claim.pace.delay, failures: claim.pace.failures },
    said(download, now),
    now,
    rules,
    crawlDelayMs,
  );
  const retryAt =
    outcome.kind === 'again' && outcome.attempts > claim.attempts ? now + retryDelay(outcome.attempts, random) : 0;
  const rest = Math.min(rendering?.requests ?? 0, mostRests) * pace.delayMs;
  return { delay: pace.delayMs, failures: pace.failures, notBefore: Math.max(nextAt, retryAt) + rest };
}

/** What keeps this machine from sending requests, and says nothing of their hosts. */
const local: ReadonlySet<string> = new Set(['no-descriptors', 'lease-lapsed']);

export function isLocal({ code }: Failure): boolean {
  return local.has(code);
}

/** What the end of a request says about its host. */
export function said(
  download: Exclude<FetchResult['download'], { kind: 'refused' | 'closed' | 'located' }>,
  now: number,
): PaceOutcome {
  if (download.kind === 'failed') {
    // Too large a document, say, is no reason to slow down.
    const { policy, evidence } = download.failure;
    if (policy !== 'retry') return { kind: 'answered', latencyMs: 0 };
    const { retryAfterMs } = evidence;
    return typeof retryAfterMs === 'number' ? { kind: 'overloaded', retryAfterMs } : { kind: 'failed' };
  }
  const { response, latencyMs } = download;
  if (response.status !== 429 && response.status !== 503) return { kind: 'answered', latencyMs };
  const retryAfterMs = parseRetryAfter(headerOf(response, 'retry-after'), now);
  return { kind: 'overloaded', ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Reasons of failed visits that may have passed by the time a crawl is resumed. */
export const passingReasons: readonly string[] = [
  'robots-unavailable',
  // Whoever resumes may have installed it.
  'pdf-reader-missing',
  ...Object.entries(fetchFailures).flatMap(([code, { policy }]) => (policy === 'retry' ? [code] : [])),
  ...[...retriedStatuses].map((status) => `http-${status}`),
];
