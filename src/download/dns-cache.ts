import { promises as dns, type LookupAddress } from 'node:dns';
import { Failure } from '../failure.js';
import { failureOf } from './fetch-failures.js';

export interface DnsCacheOptions {
  readonly ttlMs?: number;
  /** Milliseconds from any origin. */
  readonly now?: () => number;
  /** Asks the system's resolver unless given. */
  readonly query?: DnsQuery;
}

/** All addresses of a host, in the order to try them. */
export type DnsQuery = (hostname: string) => Promise<readonly LookupAddress[]>;

const DEFAULT_TTL_MS = 60_000;
const MAX_HOSTS = 10_000;
const NOT_FOUND_CODES = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME', 'EAI_NODATA']);

/**
 * Answers are kept for `ttlMs`, calls for a host that is being asked for share one query, failures are not kept.
 * Rejects with a `Failure`: `dns-not-found` or `dns-unavailable`.
 */
export function dnsCache(options: DnsCacheOptions): DnsQuery {
  const { ttlMs = DEFAULT_TTL_MS, now = () => performance.now(), query = systemQuery } = options;
  const cache = new Map<string, { readonly answers: ReturnType<DnsQuery>; readonly expires: number }>();

  return (hostname) => {
    const kept = cache.get(hostname);
    if (kept !== undefined && now() < kept.expires) return kept.answers;
    // Deleted first, so that keys stay in the order of their expiry and the first one is the one to give up.
    cache.delete(hostname);
    const answers = query(hostname).catch((thrown: unknown) => {
      if (cache.get(hostname)?.answers === answers) cache.delete(hostname);
      throw lookupFailure(hostname, thrown);
    });
    cache.set(hostname, { answers, expires: now() + ttlMs });
    if (cache.size > MAX_HOSTS) cache.delete(cache.keys().next().value!);
    return answers;
  };
}

/**
 * By the system's own rules (hosts file, intranet names), which only its blocking call knows: each query occupies one of
 * libuv's threads, four unless UV_THREADPOOL_SIZE says otherwise, and a dead name server holds it for seconds.
 */
function systemQuery(hostname: string): Promise<LookupAddress[]> {
  return dns.lookup(hostname, { all: true });
}

function lookupFailure(hostname: string, thrown: unknown): Failure {
  // Of a query that is kept by another cache.
  if (thrown instanceof Failure) return thrown;
  const error = (thrown as NodeJS.ErrnoException | null)?.code ?? '';
  return failureOf(NOT_FOUND_CODES.has(error) ? 'dns-not-found' : 'dns-unavailable', { hostname, error }, thrown);
}
