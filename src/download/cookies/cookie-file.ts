import { UsageError } from '../../failure.js';
import { parsedUrl } from '../../url/parsed-url.js';
import { type Cookie, isCookieName, isCookieValue } from './cookie.js';

const httpOnly = '#HttpOnly_';

/**
 * The cookies of a file in Netscape's format, as browsers' extensions and curl write it: domain, whether hosts below it get it too, path, whether
 * it needs https, expiry in seconds since 1970 (0: none), name and value, separated by tabs. Messages name the line and never repeat it.
 */
export function parseCookieFile(text: string, file: string): Cookie[] {
  const cookies: Cookie[] = [];
  for (const [index, whole] of text.split('\n').entries()) {
    const line = whole.replace(/\r$/, '');
    const entry = line.startsWith(httpOnly) ? line.slice(httpOnly.length) : line;
    if (entry.trim() === '' || entry.startsWith('#')) continue;
    const problem = problemOf(entry.split('\t'));
    if (problem !== undefined) {
      const where = { file, line: index + 1 };
      throw new UsageError('bad-cookie-file', `${file} line ${index + 1}: ${problem}.`, where);
    }
    cookies.push(cookieOf(entry.split('\t') as Fields));
  }
  if (cookies.length === 0)
    throw new UsageError('bad-cookie-file', `${file} has no cookies; export them in Netscape's format (cookies.txt).`, {
      file,
    });
  return cookies;
}

type Fields = [
  domain: string,
  below: string,
  path: string,
  secure: string,
  expiry: string,
  name: string,
  value: string,
];

function problemOf(fields: readonly string[]): string | undefined {
  if (fields.length !== 7) return `must have seven fields separated by tabs, but has ${fields.length}`;
  const [domain, below, path, secure, expiry, name, value] = fields as Fields;
  if (hostOf(domain) === undefined) return 'the first field must be a domain such as .example.org';
  if (!/^(?:TRUE|FALSE)$/i.test(below)) return 'the second field (subdomains) must be TRUE or FALSE';
  if (!path.startsWith('/')) return 'the third field must be a path that begins with /';
  if (!/^(?:TRUE|FALSE)$/i.test(secure)) return 'the fourth field (https only) must be TRUE or FALSE';
  if (!/^-?\d{1,15}(?:\.\d+)?$/.test(expiry)) return 'the fifth field (expiry) must be seconds since 1970, or 0';
  if (!isCookieName(name)) return 'the sixth field must be the name of a cookie';
  if (!isCookieValue(value)) return 'the seventh field must be the value of a cookie, in plain characters';
  return undefined;
}

function cookieOf([domain, below, path, secure, expiry, name, value]: Fields): Cookie {
  const seconds = Number(expiry);
  return {
    name,
    value,
    domain: hostOf(domain)!,
    hostOnly: /^FALSE$/i.test(below),
    path,
    secure: /^TRUE$/i.test(secure),
    expiresAt: seconds <= 0 ? Number.POSITIVE_INFINITY : seconds * 1_000,
  };
}

function hostOf(domain: string): string | undefined {
  const bare = domain.replace(/^\./, '');
  const hostname = /[/?#@:\s]/.test(bare) ? undefined : parsedUrl(`http://${bare}/`)?.hostname;
  return hostname === '' ? undefined : hostname;
}
