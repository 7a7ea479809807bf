import { escapeCharacters, normaliseEscapes } from './percent-encoding.js';

/**
 * The canonical form that every URL takes in the frontier, so that one page has one name. The rules, in order:
 *
 * 1. Parsed by the WHATWG rules against its base: scheme and host in lower case, international names in Punycode, odd
 *    spellings of IPv4 as dotted quads, default port dropped, empty path `/`, dot segments resolved, white space trimmed.
 * 2. Anything but http and https is refused, and so is a canonical form longer than `MAX_URL_LENGTH`.
 * 3. Dropped: user name and password, the fragment (`#!` too), one trailing dot of the host, an empty query.
 * 4. Percent-encoding: escapes of unreserved characters are decoded, others written in upper case; characters that RFC
 *    3986 does not allow (`[ ] { } | ^ \` and the backquote) and a `%` that starts no escape are escaped.
 * 5. Session ids are dropped: `;jsessionid=…` and ASP.NET's `/(S(…))` in the path, `SESSION_PARAMETERS` in the query.
 * 6. `TRACKING_PARAMETERS` are dropped from the query, and so are its empty parts (`a=1&&b=2`).
 *
 * Kept, because a server may tell the difference and the same content under two names costs one fetch, but a wrong
 * name loses the page:
 * - order of parameters, repeats and empty values (`?b&a=` stays: some servers route on the raw query string);
 * - duplicate slashes (empty segments are significant: `/web/2020/http://example.com/`, `/wiki//dev/null`);
 * - `index.html`, a trailing slash, upper case in the path, the scheme, `www.`.
 *
 * The form is a fixed point: canonicalising a canonical URL returns it unchanged.
 */
export function canonicalUrl(href: string, base?: string | URL): string | undefined {
  if (href.length > MAX_HREF_LENGTH) return undefined;
  if (isCleanUrl(href)) return within(href);
  return parseAndNormalise(href, base);
}

/** The common limit of servers, caches and sitemaps; longer URLs are nearly always traps. */
export const MAX_URL_LENGTH = 2_048;

/** A longer attribute (a `data:` image, a page state) is refused unread; the margin is for what the rules drop. */
const MAX_HREF_LENGTH = 4 * MAX_URL_LENGTH;

/** Parameters that say where a visitor came from; the answer does not depend on them. Names in any case. */
const TRACKING_PARAMETERS = [
  'utm_[^=]*', // Google Analytics, and most others by now
  '_ga|_gl|_gac|gclid|gclsrc|dclid|gbraid|wbraid', // Google
  'fbclid|fb_action_ids|fb_action_types|igshid|igsh', // Facebook, Instagram
  'msclkid|twclid|ttclid|li_fat_id|ref_src|ref_url', // Microsoft, X, TikTok, LinkedIn
  'yclid|ymclid|_openstat|spm', // Yandex, Alibaba
  'mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|__hssc|__hstc|__hsfp|hsctatracking|hsa_[^=]*|vero_id|oly_anon_id|oly_enc_id', // mail
  '(?:pk|mtm|matomo|piwik)_(?:campaign|kwd|keyword|source|medium|content|cid|group|placement)', // Matomo
];

/** Parameters that name a visit. The last row is dropped only when the value looks like an id: long, with a digit. */
const SESSION_PARAMETERS = [
  'jsessionid|phpsessid|aspsessionid[a-z]*|cfid|cftoken|oscsid|zenid',
  '(?:sid|sessid|sessionid|session_id)(?==(?=[a-z]*[0-9])[0-9a-z]{16,}$)',
];

const DROPPED_PARAMETER = new RegExp(`^(?:${[...TRACKING_PARAMETERS, ...SESSION_PARAMETERS].join('|')})(?:=|$)`, 'i');
const PATH_SESSION = /;jsessionid=[^/;]*/gi;
const ASP_SESSION_SEGMENT = /\/\((?:[a-z]\([0-9a-z]{24}\))+\)(?=\/)/gi;
/** What the URL parser leaves as it is although RFC 3986 allows it nowhere in path or query. */
const UNSAFE = /[[\]^`{|}\\]/g;
/** One look decides whether a path needs any work after parsing. */
const PATH_NEEDS_WORK = /[%[\]^`{|}\\]|;jsessionid=|\/\([a-z]\(/i;

/**
 * Path segments that parsing and rules 4 and 5 leave as they are: none starts with a dot (dot segments) or a parenthesis
 * (session ids). Every repetition starts with what the one before cannot hold, so matching takes linear time.
 */
const CLEAN_SEGMENT =
  "[\\w~!$&'*+,=@-][\\w~!$&'*+,=@.()-]*(?:%(?:[0189A-F][0-9A-F]|2[0-9A-CF]|3[A-F])[\\w~!$&'*+,=@.()-]*)*";
const CLEAN_PATH = `${CLEAN_SEGMENT}(?:/${CLEAN_SEGMENT})*/?`;
const SCHEME_LENGTH = 'https://'.length;
/** Some port that is the default of neither scheme. */
const CLEAN_PORT = ':(?!(?:80|443)/)(?:[1-9]\\d{0,3}|[1-5]\\d{4})';
const CLEAN_URL = new RegExp(`^https?://(?:[a-z0-9-]+\\.)*[a-z][a-z0-9-]*(?:${CLEAN_PORT})?/(?:${CLEAN_PATH})?$`);
const CLEAN_RELATIVE = new RegExp(`^(?:/|(?:\\.\\./)+)?${CLEAN_PATH}$`);
/** Node 20's parser looks at the first segment that begins with a dot: of `/a/.b/../c` it resolves nothing. */
const DOT_SEGMENT = /\/\.\.?(?:\/|$)/;
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:/i;

/** Resolves the links of one page. Gives what `canonicalUrl(href, base)` gives, at a fraction of the cost. */
export class UrlResolver {
  readonly #base: string;
  readonly #itself: string | undefined;
  /** Prefixes that a clean path is appended to. Known where the base is canonical, as that of a fetched page is. */
  readonly #root: string | undefined;
  readonly #folder: string | undefined;

  /** The base must be an absolute URL; where it is not, no relative link resolves. */
  constructor(base: string | URL) {
    this.#base = String(base);
    this.#itself = canonicalUrl(this.#base);
    if (this.#itself !== this.#base) return;
    const query = this.#base.indexOf('?');
    this.#root = this.#base.slice(0, this.#base.indexOf('/', 'https://'.length) + 1);
    this.#folder = this.#base.slice(0, this.#base.lastIndexOf('/', query < 0 ? undefined : query) + 1);
  }

  resolve(href: string): string | undefined {
    if (href.length > MAX_HREF_LENGTH) return undefined;
    const hash = href.indexOf('#');
    const target = hash < 0 ? href : href.slice(0, hash);
    if (target === '') return this.#itself;
    if (CLEAN_RELATIVE.test(target)) {
      if (this.#root !== undefined && target.startsWith('/')) return within(this.#root + target.slice(1));
      if (this.#folder !== undefined) return within(this.#below(this.#folder, target));
    }
    // In two parts, which V8 joins into a text of its own once it is looked up: a part of the page's source would keep all of it in memory.
    if (isCleanUrl(target)) return within(target.slice(0, SCHEME_LENGTH) + target.slice(SCHEME_LENGTH));
    return OTHER_SCHEME.test(target) ? undefined : parseAndNormalise(href, this.#base);
  }

  #below(start: string, target: string): string {
    let folder = start;
    let climbed = 0;
    for (; target.startsWith('../', climbed); climbed += 3) {
      if (folder !== this.#root) folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
    }
    return folder + target.slice(climbed);
  }
}

/** Host of a canonical URL, with its port where it is not the default one. */
export function hostOf(url: string): string {
  const start = url.indexOf('//') + 2;
  return url.slice(start, url.indexOf('/', start));
}

/** Origin of a canonical URL. */
export function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', SCHEME_LENGTH));
}

/** Whether a host (its port does not matter) is the domain or lies below it: `a.b.org` and `b.org` are within `b.org`. */
export function isDescendantDomain(host: string, domain: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === domain || name.endsWith(`.${domain}`);
}

function parseAndNormalise(href: string, base?: string | URL): string | undefined {
  let parsed: string;
  try {
    parsed = new URL(href, base).href;
  } catch {
    return undefined;
  }
  return parsed.startsWith('http://') || parsed.startsWith('https://') ? normaliseParsed(parsed) : undefined;
}

/** Rules 3 to 6 on a serialised http(s) URL, in which the parser always writes `//`, a host and a path. */
function normaliseParsed(href: string): string | undefined {
  const authorityStart = href.indexOf('//') + 2;
  const pathStart = href.indexOf('/', authorityStart);
  const host = canonicalHost(href.slice(authorityStart, pathStart));
  if (host === undefined) return undefined;

  const hash = href.indexOf('#', pathStart);
  const end = hash < 0 ? href.length : hash;
  const mark = href.indexOf('?', pathStart);
  const pathEnd = mark < 0 || mark > end ? end : mark;

  const origin = href.slice(0, authorityStart) + host;
  const query = pathEnd === end ? '' : canonicalQuery(href.slice(pathEnd + 1, end));
  const parsed = href.slice(pathStart, pathEnd);
  const written = DOT_SEGMENT.test(parsed) ? withoutDotSegments(parsed) : parsed;
  const path = PATH_NEEDS_WORK.test(written) ? canonicalPath(written) : written;
  return within(query === '' ? origin + path : `${origin}${path}?${query}`);
}

function canonicalHost(authority: string): string | undefined {
  let host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.includes('.')) host = host.replace(/\.(?=:\d+$|$)/, '');
  // An empty last label, once the dot of the root is gone, names nothing.
  return /^(?::|$)|\.(?::|$)/.test(host) ? undefined : host;
}

function canonicalPath(written: string): string {
  const path = escapeCharacters(normaliseEscapes(written), UNSAFE);
  const stateless = path.replace(PATH_SESSION, '').replace(ASP_SESSION_SEGMENT, '');
  if (stateless.length === path.length) return path;
  // What is left may be a dot segment (`/..;jsessionid=1/`): resolve again. It is shorter, so this ends.
  const resolved = withoutDotSegments(stateless);
  return PATH_NEEDS_WORK.test(resolved) ? canonicalPath(resolved) : resolved;
}

/** RFC 3986, section 5.2.4; a dot that is escaped is none here. */
function withoutDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  // What a last dot segment names is a folder.
  return /^\.\.?$/.test(segments.at(-1)!) ? `/${[...kept, ''].join('/')}` : `/${kept.join('/')}`;
}

function canonicalQuery(written: string): string {
  const query = escapeCharacters(normaliseEscapes(written), UNSAFE);
  const parameters = query.split('&');
  const kept = parameters.filter((parameter) => parameter !== '' && !DROPPED_PARAMETER.test(parameter));
  return kept.length === parameters.length ? query : kept.join('&');
}

/** Already canonical, by its looks alone. Punycode is left to the parser, which checks that it is valid. */
function isCleanUrl(href: string): boolean {
  return CLEAN_URL.test(href) && !href.includes('xn--');
}

function within(url: string): string | undefined {
  return url.length > MAX_URL_LENGTH ? undefined : url;
}
