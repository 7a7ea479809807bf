import { Failure } from '../failure.js';

/** How a host is treated, from the crawl's configuration. */
export interface PaceRules {
  /** Wanted time between two requests to a host; 0 for one's own server. */
  readonly delayMs: number;
  /** A longer Crawl-delay in robots.txt is cut to this. */
  readonly maxCrawlDelayMs: number;
  /** Back-off grows to this. */
  readonly maxBackoffMs: number;
  /** A longer Retry-After is cut to this. */
  readonly maxRetryAfterMs: number;
  /** A host that takes t to answer is left alone for at least t × this, unless `delayMs` is 0. */
  readonly latencyFactor: number;
}

export const defaultPaceRules: PaceRules = {
  delayMs: 1000,
  maxCrawlDelayMs: 60_000,
  maxBackoffMs: 600_000,
  maxRetryAfterMs: 3_600_000,
  latencyFactor: 1,
};

/** How far a host is backed off, remembered between requests. */
export interface Backoff {
  /** Present delay: the base delay, or more after failures. */
  readonly delayMs: number;
  /** Failures since the last success. */
  readonly failures: number;
}

/**
 * What a request said about the host. `failed` is a failure of the host (connection, time-out), not of one document;
 * `overloaded` is status 429 or 503.
 */
export type PaceOutcome =
  | { readonly kind: 'answered'; readonly latencyMs: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'overloaded'; readonly retryAfterMs?: number };

/** First step of the back-off where the delay is shorter, and the delay below which recovery is complete. */
const firstBackoffMs = 1000;
const recoveredMs = 100;

/** The delay in quiet times: the configured one, or the Crawl-delay where the host asks for more. */
export function baseDelay(rules: PaceRules, crawlDelayMs = 0): number {
  return Math.max(rules.delayMs, Math.min(crawlDelayMs, rules.maxCrawlDelayMs));
}

export function initialPace(rules: PaceRules, crawlDelayMs = 0): Backoff {
  return { delayMs: baseDelay(rules, crawlDelayMs), failures: 0 };
}

/**
 * The pace after a request that ended at `now`, and the earliest time of the next request to the host. Failures double
 * the delay, each success halves it back toward the base.
 */
export function nextPace(
  pace: Backoff,
  outcome: PaceOutcome,
  now: number,
  rules: PaceRules,
  crawlDelayMs = 0,
): { readonly pace: Backoff; readonly nextAt: number } {
  const base = baseDelay(rules, crawlDelayMs);
  if (outcome.kind === 'answered') {
    const delayMs = recovered(pace.delayMs, base);
    const courtesyMs = rules.delayMs > 0 ? outcome.latencyMs * rules.latencyFactor : 0;
    return { pace: { delayMs, failures: 0 }, nextAt: now + Math.max(delayMs, courtesyMs) };
  }
  const grown = Math.min(Math.max(firstBackoffMs, pace.delayMs * 2), rules.maxBackoffMs);
  const delayMs = Math.max(base, grown);
  const asked = outcome.kind === 'overloaded' ? Math.min(outcome.retryAfterMs ?? 0, rules.maxRetryAfterMs) : 0;
  return { pace: { delayMs, failures: pace.failures + 1 }, nextAt: now + Math.max(delayMs, asked) };
}

function recovered(delayMs: number, base: number): number {
  const halved = delayMs / 2;
  return halved < Math.max(base, recoveredMs) ? base : halved;
}

/** Statuses that may be gone on the next try. 501 and 505 are left out: the server says it never will. */
export const retriedStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Whether to ask again after `attempt` attempts (1 = the first one) ended in this status or failure. */
export function worthRetrying(outcome: number | Failure, attempt: number, maxRetries = 2): boolean {
  if (attempt > maxRetries) return false;
  return outcome instanceof Failure ? outcome.policy === 'retry' : retriedStatuses.has(outcome);
}

/**
 * Time to wait before trying the URL again: 1 s, 2 s, 4 s … up to 10 minutes, less up to half of it so that URLs that failed
 * together do not come back together. `random` returns a number in [0, 1).
 */
export function retryDelay(attempt: number, random: () => number): number {
  const full = Math.min(1000 * 2 ** (attempt - 1), 600_000);
  return full * (1 - random() / 2);
}

/** The waiting time a Retry-After header asks for (seconds or HTTP date), or undefined where it cannot be understood. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const time = parseHttpDate(text);
  return time === undefined ? undefined : Math.max(0, time - now);
}

/** All three forms of RFC 9110 section 5.6.7 begin with the day's name; the third (asctime) leaves GMT unsaid. */
function parseHttpDate(text: string): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
