import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { canonicalUrl, hostOf, MAX_URL_LENGTH, UrlResolver } from '../../src/url/canonical-url.js';
import { absent, conformance } from '../shared-data.js';
import { fuzz } from './fuzz.js';
import { assertLinear } from './growth.js';
import { mutated } from './mutations.js';

const pieces: readonly string[] = [
  ...[
    '/',
    '//',
    '.',
    '..',
    '...',
    '%',
    '%2',
    '%2e',
    '%2F',
    '%7e',
    '%41',
    '%25',
    '%00',
    '%E9',
    '?',
    '&',
    '=',
    '#',
    ';',
    ':',
  ],
  ...[
    '@',
    ' ',
    '\\',
    '\t',
    '\n',
    '\0',
    '\x7f',
    '\u00ad',
    '\u3002',
    '\uff0e',
    '\uff05',
    '\u202e',
    '\ufeff',
    '\ud800',
    '😀',
  ],
  ...[
    'a',
    'B',
    '1',
    'é',
    'ß',
    'İ',
    '[',
    ']',
    '{',
    '|',
    '^',
    '`',
    "'",
    '"',
    '<',
    '>',
    'xn--',
    'xn--a',
    '*',
    '(',
    ')',
    '~',
  ],
  ...[
    'utm_source=1',
    'sid=0123456789abcdef01',
    ';jsessionid=',
    'jsessionid',
    '/(S(lit3py55t21z5v55vlm25s55))',
    'gclid',
  ],
  ...['http:', 'https://', 'HTTPS:/', 'ftp:', 'javascript:', 'file:///', 'host.example', '127.1', '0x7f', '0177.0.0.1'],
  ...[
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fe80::1%25eth0]',
    ':80',
    ':443',
    ':0',
    ':65536',
    ':00080',
    'user:pass@',
  ],
];
const weird = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));

/** By the grammar of the URL standard, every part of it well-formed or not. */
const grammatical = fc
  .record({
    scheme: fc.constantFrom('http:', 'https:', 'HtTp:', 'ht\ntp:', ''),
    slashes: fc.constantFrom('//', '/', '', '///', '\\\\', '/\\'),
    user: fc.constantFrom('', '', 'me@', 'me:secret@', '@', 'a@b@', ':@'),
    host: fc.oneof(
      fc.domain(),
      fc.ipV4Extended(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.webAuthority(),
      fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join('')),
    ),
    port: fc.constantFrom('', ':', ':80', ':8080', ':65535', ':65536', ':x', ':-1'),
    path: weird,
    query: fc.oneof(
      fc.constant(''),
      weird.map((text) => `?${text}`),
    ),
    fragment: fc.oneof(
      fc.constant(''),
      weird.map((text) => `#${text}`),
    ),
  })
  .map(({ scheme, slashes, user, host, port, path: place, query, fragment }) =>
    [scheme, slashes, user, host, port, place.startsWith('/') ? '' : '/', place, query, fragment].join(''),
  );

const known = [
  'https://example.com/a/b?c=d#e',
  'http://[2001:db8::1]:8080/x;y=z',
  '//example.com/%7Ejoe/../',
  '?q=1&utm_source=x',
];
const hrefs = fc.oneof(
  weird,
  grammatical,
  mutated(known, pieces).map(String),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const bases = fc.oneof(
  fc.constant('https://docs.example.com/guide/start/index.html?v=1'),
  weird.map((tail) => `http://host.example/${tail}`),
);

/** `URL.canParse` of Node 20 refuses international hosts once it is optimised. */
function parse(href: string, base: string): URL | undefined {
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
}

/** What holds of whatever `canonicalUrl` gives. */
function assertCanonical(url: string): void {
  assert.match(url, /^https?:\/\/[^/@\\\s]+\/[\x21-\x7e]*$/);
  assert.ok(url.length <= MAX_URL_LENGTH && !url.includes('#'));
  assert.doesNotMatch(url, /^[^?]*\/\.\.?(?:[/?]|$)/, 'dot segments');
  const { host, username, password } = new URL(url);
  assert.deepEqual([host, username, password], [hostOf(url), '', '']);
  assert.equal(canonicalUrl(url), url);
  // A leading space keeps it off the short cut for clean URLs.
  assert.equal(canonicalUrl(` ${url}`), url);
}

describe('canonical URLs', () => {
  test('are their own canonical form, parse, and hold nothing that a URL may not', () => {
    fuzz(1_500, fc.tuple(hrefs, bases), ([href, base]) => {
      const canonical = canonicalUrl(href, base);
      if (canonical !== undefined) assertCanonical(canonical);
    });
  });

  test('come out the same by every short cut', () => {
    const plain = fc.string({
      unit: fc.constantFrom(...'aZ0._-~/:?#=&;()', '../', '%E9', '%2F', '%2E', '%61', '//'),
      maxLength: 12,
    });
    const links = fc.oneof(
      hrefs,
      plain,
      plain.map((tail) => `https://a-b.example${tail}`),
    );
    fuzz(2_000, fc.tuple(links, bases), ([href, base]) => {
      const parsed = canonicalUrl(` ${href}`, base);
      assert.equal(canonicalUrl(href, base), parsed);
      assert.equal(new UrlResolver(base).resolve(href), parsed);
    });
  });

  test('are made of what the URL standard makes of a reference, and of nothing that it refuses', () => {
    fuzz(800, fc.tuple(hrefs, bases), ([href, base]) => {
      const canonical = canonicalUrl(href, base);
      const parsed = parse(href, base);
      if (parsed === undefined) return assert.equal(canonical, undefined);
      if (canonical === undefined) return;
      assert.equal(`${parsed.protocol}//${parsed.host.replace(/\.(?=:|$)/, '')}`, new URL(canonical).origin);
    });
  });

  test('hold for the cases of the URL standard with damage', {
    skip: absent(conformance, 'OSPREY_CONFORMANCE'),
  }, () => {
    const cases: unknown[] = JSON.parse(readFileSync(path.join(conformance!, 'url/urltestdata.json'), 'utf8'));
    const inputs = cases.flatMap((one) =>
      typeof one === 'object' && one !== null && 'input' in one ? String(one.input) : [],
    );
    fuzz(800, fc.tuple(mutated(inputs, pieces).map(String), bases), ([href, base]) => {
      const canonical = canonicalUrl(href, base);
      if (canonical !== undefined) assertCanonical(canonical);
    });
  });

  test('take time in proportion to the reference, up to the length that is read at all', async () => {
    const resolver = new UrlResolver('https://docs.example.com/guide/start/index.html?v=1');
    for (const unit of [
      ...pieces,
      '../',
      './',
      'a/',
      '/..;jsessionid=1',
      '&&',
      'a=1&',
      '%2e%2e/',
      '/(S(',
      ';jsessionid=/',
    ])
      await assertLinear(
        unit,
        (scale) => Array<string>(2).fill(`/${unit.repeat((scale * 1_000) / unit.length)}`),
        (links) => links.forEach((link) => void [resolver.resolve(link), canonicalUrl(`https://a.example${link}`)]),
      );
  });
});

describe('found by fuzzing', () => {
  test('dot segments behind a segment that only begins with a dot are resolved', () => {
    // Node 20 leaves them, and the path that robots.txt is asked about would not be the one that the server looks up.
    for (const [href, canonical] of [
      ['http://a.example/x/.well-known/../../private/y', 'http://a.example/private/y'],
      ['http://a.example/x/.y/./z/.', 'http://a.example/x/.y/z/'],
      ['http://a.example/x/.y/..', 'http://a.example/x/'],
      ['http://a.example/x/.y/../../../..', 'http://a.example/'],
      ['http://a.example/x/.y//../z', 'http://a.example/x/.y/z'],
      ['http://a.example/x/.y/%2e%2e/z?q=/../r', 'http://a.example/x/z?q=/../r'],
    ] as const)
      assert.equal(canonicalUrl(href), canonical, href);
  });
});
