/** A cookie and where it goes (RFC 6265, section 5.3). */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** In lower case, without a dot in front. */
  readonly domain: string;
  /** It goes to that very host, not to those below it. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Milliseconds since 1970; infinity for one that lasts as long as the crawl. */
  readonly expiresAt: number;
}

/** A name that can be sent as part of a header. */
export function isCookieName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/** A value that can be sent as part of a header and ends there: no control characters, no semicolon. */
export function isCookieValue(value: string): boolean {
  return /^[\x20-\x3a\x3c-\x7e\x80-\xff]*$/.test(value);
}

/** Section 5.1.3; addresses have no hosts below them. */
export function isBelow(host: string, domain: string): boolean {
  if (host === domain) return true;
  return host.endsWith(`.${domain}`) && !/^[\d.]+$|^\[/.test(host);
}

/** Section 5.1.4. */
export function isUnder(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false;
  return path.length === prefix.length || prefix.endsWith('/') || path[prefix.length] === '/';
}
