import type { Clock } from '../../clock.js';
import { parsedUrl } from '../../url/parsed-url.js';
import { registrableDomain } from '../../url/registrable-domain.js';
import { headerValues, type TransportResponse } from '../transport.js';
import { type Cookie, isBelow, isUnder } from './cookie.js';
import { setCookie } from './set-cookie.js';

/** Of one domain, and in all: those that were set first give way. */
const mostOfDomain = 50;
const mostInAll = 10_000;
/** Bytes of a Cookie header; servers refuse longer ones. */
const longestHeader = 8_192;

/**
 * The cookies of a crawl, in memory. Each goes to the hosts that it is for and to nobody else; none of them is ever written to the
 * crawl's folder.
 */
export class CookieJar {
  /** By domain, then by name and path. */
  readonly #domains = new Map<string, Map<string, Cookie>>();
  #size = 0;

  /** `learns`: sites may set cookies; otherwise there are only those that were given. */
  constructor(
    given: Iterable<Cookie>,
    readonly learns: boolean,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    for (const cookie of given) this.#put(cookie);
  }

  /** The value of the Cookie header of a request for the URL; undefined where there is none to send. */
  headerFor(url: string): string | undefined {
    const { hostname, pathname, protocol } = parsedUrl(url)!;
    const now = this.clock.now();
    const sent = [...this.#of(hostname)].filter(
      ({ domain, hostOnly, path, secure, expiresAt }) =>
        (hostOnly ? hostname === domain : isBelow(hostname, domain)) &&
        isUnder(pathname, path) &&
        (!secure || protocol === 'https:') &&
        expiresAt > now,
    );
    if (sent.length === 0) return undefined;
    // Longer paths first, by section 5.4; the rest in the order in which they came.
    const pairs = sent.sort((a, b) => b.path.length - a.path.length).map(({ name, value }) => `${name}=${value}`);
    let header = '';
    for (const pair of pairs) if (header.length + pair.length < longestHeader) header += `${header && '; '}${pair}`;
    return header;
  }

  /** Keeps what the answer sets, where sites may set cookies. Returns the answer without it: nobody else needs to see it. */
  taken<T extends TransportResponse>(response: T): T {
    const set = headerValues(response, 'set-cookie');
    if (set.length === 0) return response;
    const now = this.clock.now();
    if (this.learns) {
      for (const header of set.slice(0, mostOfDomain)) {
        const cookie = setCookie(header, response.url, now);
        if (cookie !== undefined) this.#put(cookie);
      }
    }
    return { ...response, headers: response.headers.filter(([name]) => name.toLowerCase() !== 'set-cookie') };
  }

  *#of(hostname: string): Generator<Cookie> {
    const site = registrableDomain(hostname);
    for (let domain = hostname; ; domain = domain.slice(domain.indexOf('.') + 1)) {
      yield* this.#domains.get(domain)?.values() ?? [];
      if (domain === site || !domain.includes('.')) return;
    }
  }

  #put(cookie: Cookie): void {
    const { domain, name, path, expiresAt } = cookie;
    const kept = this.#domains.get(domain) ?? new Map<string, Cookie>();
    const key = `${name};${path}`;
    if (kept.delete(key)) this.#size--;
    if (expiresAt > this.clock.now()) {
      if (kept.size >= mostOfDomain && kept.delete(kept.keys().next().value!)) this.#size--;
      kept.set(key, cookie);
      this.#size++;
    }
    this.#domains.delete(domain);
    if (kept.size > 0) this.#domains.set(domain, kept);
    while (this.#size > mostInAll) {
      const [oldest, cookies] = this.#domains.entries().next().value!;
      this.#domains.delete(oldest);
      this.#size -= cookies.size;
    }
  }
}
