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
import { Failure } from '../failure.js';
import type { HostPace } from '../frontier/frontier.js';
import { canonicalUrl } from '../page/canonical-url.js';
import type { Page } from '../page/page.js';
import type { Visit } from '../store/visit.js';
import type { Arrival } from './arrival.js';

/** What an arrival amounts to, by protocol alone: strategies come later. */
export type Outcome =
  | { readonly kind: 'page'; readonly page: Page; readonly visit: Pick<Visit, 'fetchedAt' | 'status' | 'bytes'> }
  | { readonly kind: 'redirect'; readonly target: string; readonly visit: Visit }
  | { readonly kind: 'over'; readonly visit: Visit; readonly unused?: boolean }
  | { readonly kind: 'again'; readonly attempts: number; readonly reason: string };

export interface OutcomeRules {
  readonly retries: number;
  readonly maxRedirects: number;
  readonly now: number;
}

export function outcomeOf(arrival: Arrival, rules: OutcomeRules): Outcome {
  const { claim, download, bytes } = arrival;
  switch (download.kind) {
    case 'robots':
      return { kind: 'again', attempts: claim.attempts, reason: 'robots' };
    case 'closed':
      return { kind: 'again', attempts: claim.attempts, reason: 'robots-unavailable' };
    case 'refused': {
      const { reason, detail } = download;
      return {
        kind: 'over',
        unused: true,
        visit: { outcome: 'refused', reason, detail, fetchedAt: rules.now, status: 0 },
      };
    }
    case 'failed':
      return failed(arrival, download.failure.code, download.failure, rules);
    case 'answer': {
      const { response, fetchedAt } = download;
      const { status } = response;
      const facts = { fetchedAt, status, bytes };
      if (arrival.unreadable !== undefined) return failed(arrival, arrival.unreadable.code, arrival.unreadable, rules);
      if (arrival.result?.page !== undefined) return { kind: 'page', page: arrival.result.page, visit: facts };
      if (status >= 200 && status <= 299) {
        const detail = headerOf(response, 'content-type') ?? '';
        return { kind: 'over', visit: { ...facts, outcome: 'refused', reason: 'content-type', detail } };
      }
      if (isRedirect(status)) return redirected(arrival, facts, rules);
      return failed(arrival, `http-${status}`, status, rules);
    }
  }
}

function redirected(
  arrival: Arrival,
  facts: Pick<Visit, 'fetchedAt' | 'status' | 'bytes'>,
  rules: OutcomeRules,
): Outcome {
  const { claim, download } = arrival;
  const location = download.kind === 'answer' ? locationOf(download.response) : undefined;
  const target = location === undefined ? undefined : canonicalUrl(location, claim.url);
  const problem = (reason: string): Outcome => ({
    kind: 'over',
    visit: { ...facts, outcome: 'failed', reason, ...(location && { detail: location.slice(0, 500) }) },
  });
  if (target === undefined) return problem('bad-redirect');
  if (target === claim.url) return problem('redirect-loop');
  if (claim.hops >= rules.maxRedirects) return problem('max-redirects');
  return { kind: 'redirect', target, visit: { ...facts, outcome: 'redirect', reason: 'redirect', detail: target } };
}

function failed(arrival: Arrival, reason: string, cause: number | Failure, rules: OutcomeRules): Outcome {
  const { claim, download, bytes } = arrival;
  const attempts = claim.attempts + 1;
  if (worthRetrying(cause, attempts, rules.retries)) return { kind: 'again', attempts, reason };
  const answered = download.kind === 'answer' ? download : undefined;
  const detail = cause instanceof Failure ? cause.message : undefined;
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

/** The host's pace after this arrival; undefined when no request was sent. */
export function paceAfter(
  { claim, download }: Arrival,
  outcome: Outcome,
  now: number,
  rules: PaceRules,
  crawlDelayMs: number | undefined,
  random: () => number,
): HostPace | undefined {
  if (download.kind === 'refused') return undefined;
  if (download.kind === 'closed') return { ...claim.pace, notBefore: download.until };
  const { pace, nextAt } = nextPace(
    { delayMs: claim.pace.delay, failures: claim.pace.failures },
    said(download, now),
    now,
    rules,
    crawlDelayMs,
  );
  const retryAt =
    outcome.kind === 'again' && outcome.attempts > claim.attempts ? now + retryDelay(outcome.attempts, random) : 0;
  return { delay: pace.delayMs, failures: pace.failures, notBefore: Math.max(nextAt, retryAt) };
}

function said(download: Exclude<Arrival['download'], { kind: 'refused' | 'closed' }>, now: number): PaceOutcome {
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
  ...Object.entries(fetchFailures).flatMap(([code, { policy }]) => (policy === 'retry' ? [code] : [])),
  ...[...retriedStatuses].map((status) => `http-${status}`),
];
