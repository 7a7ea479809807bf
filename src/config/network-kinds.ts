import { isIP } from 'node:net';
import type { HostAddress, PinnedHosts } from '../download/host-address.js';
import { isSecretHeader } from '../download/secret-header.js';
import { messageOf } from '../failure.js';
import type { QuietHours } from '../frontier/quiet-hours.js';
import { parsedUrl } from '../url/parsed-url.js';
import { map } from './collection-kinds.js';
import { type BadValue, badValue, mustBe, type OptionKind } from './option-kind.js';
import { duration, file, lineOf, type ScalarKind, text } from './scalar-kinds.js';

/** An http or https URL. Passwords in it are refused: a seed is stored and shown. */
export function httpUrl(): ScalarKind<string, string> {
  const expected = 'an http or https URL such as https://example.org/';
  return {
    ...text('url', expected),
    parse(input) {
      const url = webUrl(input);
      if (url === undefined) throw meantUrl(input) ?? mustBe(expected, input);
      assertNoPassword(url.href);
      return url.href;
    },
  };
}

/** The name of a file or an http or https URL; passwords in that are refused, as `httpUrl` does. */
export function fileOrUrl(): ScalarKind<string, string> {
  const either = file('url-or-file', 'a file name or an http or https URL', isHttpUrl);
  return {
    ...either,
    parse(input, source) {
      const value = either.parse(input, source);
      assertNoPassword(value);
      return value;
    },
  };
}

/** What is stored and shown must not hold a secret; nor is one in a URL ever sent. */
export function assertNoPassword(value: string): void {
  const url = webUrl(value);
  if (url !== undefined && (url.username !== '' || url.password !== ''))
    throw badValue('must be a URL without a user name or password');
}

/** An http or https proxy. Its URL may carry a password, so messages never repeat it. */
export function proxyUrl(): ScalarKind<string, string> {
  const expected = 'an http or https URL such as http://proxy.example.org:3128';
  return {
    ...text('url', expected),
    parse(input) {
      const url = webUrl(input);
      if (url === undefined) throw badValue(`must be ${expected}`);
      return url.href;
    },
  };
}

export function withoutPassword(url: string): string {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare.href;
}

export function isHttpUrl(input: string): boolean {
  return webUrl(input) !== undefined;
}

/** An address to listen at, `HOST:PORT`; a bare port is one of this machine alone. Port 0 is any that is free. */
export function listenAddress(): ScalarKind<HostAddress & { readonly port: number }, string | number> {
  const expected = 'HOST:PORT such as 127.0.0.1:9464, [::1]:9464 or 9464';
  return {
    placeholder: 'host:port',
    expected,
    parse(input) {
      const line = typeof input === 'number' ? String(input) : (lineOf(input) ?? '');
      const [, six, four, digits] = /^(?:(?:\[([^\]]+)\]|([\d.]+|localhost)):)?(\d{1,5})$/.exec(line) ?? [];
      const address = six ?? (four === 'localhost' ? '127.0.0.1' : (four ?? '127.0.0.1'));
      const port = Number(digits);
      if (digits === undefined || isIP(address) !== (six === undefined ? 4 : 6) || port > 65_535)
        throw mustBe(expected, input);
      return { address, port };
    },
    format: ({ address, port }) => `${isIP(address) === 6 ? `[${address}]` : address}:${port}`,
  };
}

/** A host name in the form that URLs give it: lower case, international names in ASCII, no dot at the end. */
export function hostName(): ScalarKind<string, string> {
  const expected = 'a host name such as example.org';
  return {
    ...text('host', expected),
    parse(input) {
      const host = hostOf(lineOf(input) ?? '');
      if (host === undefined) throw mustBe(expected, input);
      return host;
    },
  };
}

/** A URL pattern: a glob with `*` and `**`, or a regular expression between slashes. Only its syntax is checked here. */
export function urlPattern(): ScalarKind<string, string> {
  const pattern = text(
    'pattern',
    'a glob such as https://example.org/docs/** or a regular expression such as /[?&]page=/',
  );
  return {
    ...pattern,
    parse(input, source) {
      const value = pattern.parse(input, source);
      const [, expression] = /^\/(.+)\/$/.exec(value) ?? [];
      if (expression !== undefined) assertCompiles(expression);
      return value;
    },
  };
}

export function mediaType(): ScalarKind<string, string> {
  const type = text('type', 'a content type such as text/html', (value) => /^[\w.+-]+\/[\w.+-]+$/.test(value));
  return { ...type, parse: (input, source) => type.parse(input, source).toLowerCase() };
}

/** Text that may stand in a header: visible ASCII and spaces. */
export function headerText(placeholder: string): ScalarKind<string, string> {
  return text(placeholder, 'one line of plain ASCII text', isHeaderText);
}

/** How site owners reach whoever runs the crawler; it becomes part of the User-Agent. */
export function contact(): ScalarKind<string, string> {
  return text(
    'url-or-mail',
    'a web page or mail address such as crawl@example.org',
    (value) => /^[!-'*-~]+$/.test(value) && (isHttpUrl(value) || /^[^@]+@[^@]+$/.test(value)),
  );
}

/** Headers that the crawler must set itself for requests to work. */
const OWN_HEADERS = new Set(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/** Request headers. Their values may be secret, so messages never repeat them. */
export function headers(): OptionKind<
  ReadonlyMap<string, string>,
  string | readonly string[] | Readonly<Record<string, string>>
> {
  const expected = 'a header such as "Accept-Language: en"';
  return map<string, string>({
    placeholder: 'name: value',
    separator: ':',
    expected,
    parse(name, value) {
      if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw badValue(`must be ${expected}`);
      if (OWN_HEADERS.has(name.toLowerCase())) throw badValue(`cannot set ${name}: the crawler sets it itself`);
      if (name.toLowerCase() === 'user-agent') throw badValue('cannot set User-Agent: use userAgent (--user-agent)');
      const line = typeof value === 'string' ? value.trim() : undefined;
      if (line === undefined || !isHeaderText(line))
        throw badValue(`must have one line of plain ASCII text for ${name}`);
      return [name, line];
    },
    format: (value) => value,
  });
}

/** Headers that may be written to a crawl's folder: those whose name does not suggest a secret. */
export function withoutSecretHeaders(all: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...all].filter(([name]) => !isSecretHeader(name)));
}

/** Addresses by host name, for intranets and tests; `*` stands for every other host. */
export function hostMap(): OptionKind<PinnedHosts, string | readonly string[] | Readonly<Record<string, string>>> {
  const expected = 'HOST=ADDRESS such as example.org=127.0.0.1:8080, *=127.0.0.1 or example.org=[::1]:8080';
  return map<HostAddress, string>({
    placeholder: 'host=address',
    separator: '=',
    expected,
    parse(name, value) {
      const host = name === '*' ? name : hostOf(name);
      const address = typeof value === 'string' ? addressOf(value.trim()) : undefined;
      if (host === undefined || address === undefined) throw badValue(`must be ${expected}`);
      return [host, address];
    },
    format: ({ address, port }) =>
      (isIP(address) === 6 ? `[${address}]` : address) + (port === undefined ? '' : `:${port}`),
  });
}

/** Times between two requests (ms) by host name. */
export function hostDelays(
  longest: number,
): OptionKind<ReadonlyMap<string, number>, string | readonly string[] | Readonly<Record<string, number | string>>> {
  const kind = duration({ min: 0, max: longest });
  const expected = 'HOST=TIME such as example.org=10s';
  return map<number, number | string>({
    placeholder: 'host=time',
    separator: '=',
    expected,
    isPublic: true,
    parse(name, value) {
      const host = hostOf(name);
      if (host === undefined) throw mustBe(expected, `${name}=${value}`);
      return [host, kind.parse(value, 'file')];
    },
    format: (value) => kind.format(value),
  });
}

/** Hours of the day by host name; `*` stands for every other host. */
export function quietHours(): OptionKind<
  ReadonlyMap<string, QuietHours>,
  string | readonly string[] | Readonly<Record<string, string>>
> {
  const expected = 'HOST=HH:MM-HH:MM such as example.org=08:00-18:00 or *=22:00-06:00';
  return map<QuietHours, string>({
    placeholder: 'host=hours',
    separator: '=',
    expected,
    isPublic: true,
    parse(name, value) {
      const host = name === '*' ? name : hostOf(name);
      const hours = typeof value === 'string' ? hoursOf(value.trim()) : undefined;
      if (host === undefined || hours === undefined) throw mustBe(expected, `${name}=${value}`);
      if (hours.from === hours.to)
        throw badValue(`gives ${host} hours that end as they begin; the whole day is ${host}=00:00-24:00`);
      return [host, hours];
    },
    format: ({ from, to }) => `${clockTime(from)}-${clockTime(to)}`,
  });
}

function hoursOf(value: string): QuietHours | undefined {
  const times = /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-4]):([0-5]\d)$/.exec(value)?.slice(1).map(Number);
  if (times === undefined) return undefined;
  const [fromHour, fromMinute, toHour, toMinute] = times as [number, number, number, number];
  const [from, to] = [60 * fromHour + fromMinute, 60 * toHour + toMinute];
  // Until 24:00 is until the end of the day; nothing comes after it.
  return to > 24 * 60 ? undefined : { from, to };
}

function clockTime(minutes: number): string {
  return [minutes / 60, minutes % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}

function addressOf(value: string): HostAddress | undefined {
  const [, six, four, digits] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(value) ?? [];
  const address = six ?? four ?? '';
  const port = digits === undefined ? undefined : Number(digits);
  if (isIP(address) !== (six === undefined ? 4 : 6) || port === 0 || (port ?? 0) > 65_535) return undefined;
  return port === undefined ? { address } : { address, port };
}

const LONGEST_HOST = 253; // RFC 1035, in text form

function hostOf(name: string): string | undefined {
  if (!/^(?:\[[\da-f:.]+\]|[^\s/\\:@?#%*[\]]+)$/iu.test(name) || /^\.|\.\./.test(name)) return undefined;
  const host = parsedUrl(`http://${name}/`)?.hostname.replace(/\.$/, '') ?? '';
  return host === '' || host.length > LONGEST_HOST ? undefined : host;
}

/** `example.org/cars` is nearly one. */
function meantUrl(input: unknown): BadValue | undefined {
  const line = lineOf(input);
  const isBare = line !== undefined && /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u.test(line);
  const url = isBare ? parsedUrl(`https://${line}`) : undefined;
  return url && badValue(`must be an http or https URL, not "${line}"; did you mean ${url.href}?`);
}

function webUrl(input: unknown): URL | undefined {
  const line = lineOf(input);
  if (line === undefined || !/^https?:\/\//i.test(line) || parsedUrl(line) === undefined) return undefined;
  return new URL(line);
}

function isHeaderText(value: string): boolean {
  return /^[ -~]*$/.test(value);
}

function assertCompiles(expression: string): void {
  try {
    new RegExp(expression);
  } catch (thrown) {
    // The message repeats the expression; only what follows it is news.
    throw badValue(`must be a valid regular expression (${messageOf(thrown).split(': ').at(-1)})`);
  }
}
