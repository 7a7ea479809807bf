import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { canonicalUrl, UrlResolver } from '../../src/url/canonical-url.js';
import { absent, conformance } from '../shared-data.js';

const skip = absent(conformance, 'OSPREY_CONFORMANCE');
const fileOf = (name: string) => readFileSync(path.join(conformance!, 'url', name), 'utf8');

interface ParsingCase {
  readonly input: string;
  readonly base: string | null;
  readonly href?: string;
  readonly failure?: true;
}

/** Hosts that the URL standard accepts and no name service can know: an empty label at the end. */
const hostsRefused = ['.', '..', 'foo.09..'];

describe('the parsing cases of the WHATWG', { skip }, () => {
  const cases = () => (JSON.parse(fileOf('urltestdata.json')) as (ParsingCase | string)[]).filter(isCase);
  /** By both ways that a link can take: on its own, and resolved with the other links of a page. */
  const canonicalBothWays = ({ input, base }: ParsingCase) => {
    const ours = canonicalUrl(input, base ?? undefined);
    if (base !== null) assert.equal(new UrlResolver(base).resolve(input), ours, JSON.stringify(input));
    return ours;
  };

  test('what does not parse, and what is neither http nor https, is refused', () => {
    const failures = cases().filter(({ failure }) => failure);
    const others = cases().filter(({ failure, href }) => !failure && !/^https?:/.test(href!));
    assert.ok(failures.length > 250 && others.length > 350, `${failures.length} failures, ${others.length} others`);
    for (const entry of [...failures, ...others])
      assert.equal(canonicalBothWays(entry), undefined, JSON.stringify(entry.input));
  });

  test('http and https URLs get the expected form, but for what our rules change', () => {
    const refused: string[] = [];
    let compared = 0;
    for (const entry of cases().filter(({ href = '' }) => /^https?:/.test(href))) {
      const ours = canonicalBothWays(entry);
      if (ours !== undefined) {
        assert.equal(ours, byOurRules(entry.href!), JSON.stringify(entry.input));
        compared++;
        // A case that this version of Node judges otherwise, of Punycode mostly, is not about our rules.
      } else if (URL.canParse(entry.input, entry.base ?? undefined)) refused.push(new URL(entry.href!).host);
    }
    assert.ok(compared > 230, `${compared} cases compared`);
    assert.deepEqual(refused, hostsRefused);
  });

  /**
   * The rules of the canonical form that these cases meet, applied to the expected result in the plainest way: no user, password
   * or fragment, no dot of the root, no empty query, one spelling for each octet of path and query. No case has a session or a
   * tracking parameter.
   */
  function byOurRules(href: string): string {
    const { protocol, host, pathname, search } = new URL(href);
    return `${protocol}//${host.replace(/\.(?=:|$)/, '')}${respelt(pathname)}${search === '?' ? '' : respelt(search)}`;
  }

  /** RFC 3986: unreserved characters as they are, reserved ones as they were written, all other octets escaped in upper case. */
  function respelt(text: string): string {
    return text.replace(/%[0-9a-f]{2}|[^\w.~:/?#@!$&'()*+,;=-]/gi, (part) => {
      const octet = part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0);
      const character = String.fromCharCode(octet);
      return /[\w.~-]/.test(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    });
  }

  function isCase(entry: ParsingCase | string): entry is ParsingCase {
    return typeof entry !== 'string';
  }
});

/** Where Osprey differs from crawler-commons' normaliser: href → our form, by reason. */
const deviations: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  'empty segments are significant': {
    'http://foo.com//aa/bb/foo.html': 'http://foo.com//aa/bb/foo.html',
    'http://foo.com/aa//bb/foo.html': 'http://foo.com/aa//bb/foo.html',
    'http://foo.com/aa/bb//foo.html': 'http://foo.com/aa/bb//foo.html',
    'http://foo.com//aa//bb//foo.html': 'http://foo.com//aa//bb//foo.html',
    'http://foo.com////aa////bb//foo.html': 'http://foo.com////aa////bb//foo.html',
    'http://foo.com////aa////bb////foo.html': 'http://foo.com////aa////bb////foo.html',
  },
  'only http and https are crawled': {
    'file:///foo/bar.txt': undefined,
    'ftp:/': undefined,
    'ftp://foo.com/index.html': undefined,
    'file:/path/index.html': undefined,
    'file:/var/www/html/////./bar/index.html': undefined,
    'file:/var/www/html/foo/../bar/index.html': undefined,
  },
  'a URL without a host is malformed': { 'http:////': undefined, 'http:///////': undefined },
  'a URL without a scheme is relative': { 'foo.com/index.html': undefined },
  'servers may depend on the order of parameters': {
    'http://example.com/?b=1&a=1': 'http://example.com/?b=1&a=1',
    'http://foo.com/foo.html?b=1&a=1': 'http://foo.com/foo.html?b=1&a=1',
    'http://foo.com/index?b=2&a=1': 'http://foo.com/index?b=2&a=1',
    'http://foo.com/index?b=2&a=1#c': 'http://foo.com/index?b=2&a=1',
    'http://foo.com/index?b&a=1': 'http://foo.com/index?b&a=1',
    'http://foo.com/index?b=1&a=1&': 'http://foo.com/index?b=1&a=1',
    'http://foo.com/index?&b=1&a=1': 'http://foo.com/index?b=1&a=1',
  },
  'an empty value or name may mean something': {
    'http://foo.com/index?a=1&b=': 'http://foo.com/index?a=1&b=',
    'http://foo.com/index?b=&a=1': 'http://foo.com/index?b=&a=1',
    'http://foo.com/index?&=1&a=1': 'http://foo.com/index?=1&a=1',
    'http://foo.com/index?=1&b=1&a=1': 'http://foo.com/index?=1&b=1&a=1',
  },
};

describe("crawler-commons' normaliser", { skip }, () => {
  const linesOf = (file: string) =>
    fileOf(file)
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'));

  test('every URL gets its normal form, but for the listed deviations', () => {
    const found: Record<string, string | undefined> = {};
    const lines = linesOf('weirdToNormalizedUrls.csv');
    for (const line of lines) {
      const [, quoted, plain, normal] = /^(?:"((?:[^"]|"")*)"|([^,]*)),\s*(.*)$/.exec(line) ?? assert.fail(line);
      const href = quoted?.replaceAll('""', '"') ?? plain!;
      const ours = canonicalUrl(href);
      if (ours !== normal!.trim()) found[href] = ours;
      else assert.equal(canonicalUrl(ours), ours);
    }
    assert.equal(lines.length, 112);
    assert.deepEqual(found, Object.assign({}, ...Object.values(deviations)));
  });

  test('its invalid URLs are refused', () => {
    const lines = linesOf('invalidUrls.csv');
    assert.equal(lines.length, 2);
    for (const line of lines) assert.equal(canonicalUrl(line), undefined, line);
  });
});
