import { parsedUrl } from '../../url/parsed-url.js';
import { registrableDomain } from '../../url/registrable-domain.js';
import { type Cookie, isBelow, isCookieName, isCookieValue } from './cookie.js';

const longest = 4_096;

/**
 * The cookie that an answer from `url` sets (RFC 6265, section 5.2 and 5.3); undefined where it is broken, or not the host's to set: for another
 * site, or for a suffix under which others have sites. An expiry in the past takes a cookie back.
 */
export function setCookie(header: string, url: string, now: number): Cookie | undefined {
  const { hostname, pathname, protocol } = parsedUrl(url)!;
  const [pair = '', ...parts] = header.slice(0, longest + 1_024).split(';');
  const equals = pair.indexOf('=');
  const [name, value] = [pair.slice(0, Math.max(equals, 0)).trim(), pair.slice(equals + 1).trim()];
  if (equals < 1 || name.length + value.length > longest || !isCookieName(name) || !isCookieValue(value))
    return undefined;
  const attributes = new Map(parts.map(attributeOf));
  const secure = attributes.has('secure');
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const path = attributes.get('path') ?? '';
  if (domain !== '' && !maySetFor(hostname, domain)) return undefined;
  if (secure && protocol !== 'https:') return undefined;
  if (/^__(?:Secure|Host)-/i.test(name) && !secure) return undefined;
  if (/^__Host-/i.test(name) && (domain !== '' || path !== '/')) return undefined;
  return {
    name,
    value,
    domain: domain || hostname,
    hostOnly: domain === '' || /^[\d.]+$|^\[/.test(hostname),
    path: path.startsWith('/') ? path : defaultPath(pathname),
    secure,
    expiresAt: expiryOf(attributes, now),
  };
}

function attributeOf(part: string): [name: string, value: string] {
  const equals = part.indexOf('=');
  if (equals === -1) return [part.trim().toLowerCase(), ''];
  return [part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()];
}

/** A public suffix such as `co.uk` is nobody's own; a host that is one may set cookies for itself alone. */
function maySetFor(host: string, domain: string): boolean {
  if (host === domain) return true;
  return isBelow(host, domain) && isBelow(domain, registrableDomain(host));
}

function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d{1,15}$/.test(age)) return Number(age) <= 0 ? 0 : now + Number(age) * 1_000;
  const time = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

function defaultPath(pathname: string): string {
  const end = pathname.lastIndexOf('/');
  return end <= 0 ? '/' : pathname.slice(0, end);
}
