import { isIP } from 'node:net';
import type { HostAddress, PinnedHosts } from '../download/host-address.js';
import { isSecretHeader } from '../download/secret-header.js';
import { messageOf } from '../failure.js';
import { map } from './collection-kinds.js';
import { badValue, mustBe, type OptionKind } from './option-kind.js';
import { lineOf, type ScalarKind, text } from './scalar-kinds.js';

/** An http or https URL. Passwords in it are refused: a seed is stored and shown. */
export function httpUrl(): ScalarKind<string, string> {
  const expected = 'an http or https URL such as https://example.org/';
  return {
    ...text('url', expected),
    parse(input) {
      const url = webUrl(input);
      if (url === undefined) throw mustBe(expected, input);
      if (url.username !== '' || url.password !== '') throw badValue('must be a URL without a user name or password');
      return url.href;
    },
  };
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
  const host = URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`).hostname.replace(/\.$/, '') : '';
  return host === '' || host.length > LONGEST_HOST ? undefined : host;
}

function webUrl(input: unknown): URL | undefined {
  const line = lineOf(input);
  if (line === undefined || !/^https?:\/\//i.test(line) || !URL.canParse(line)) return undefined;
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
