import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { canonicalUrl, hostOf, isDescendantDomain, MAX_URL_LENGTH, UrlResolver } from '../../src/page/canonical-url.js';
import { absent, conformance } from '../shared-data.js';

describe('canonical form', () => {
  const id = '0123456789abcdef';
  const rules: readonly (readonly [rule: string, href: string, canonical: string | undefined])[] = [
    ['scheme and host in lower case', 'HTTP://Example.COM/Path', 'http://example.com/Path'],
    ['international names in Punycode', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['odd IPv4 as a dotted quad', 'http://0x7f.1/', 'http://127.0.0.1/'],
    ['default port dropped', 'https://example.com:443/', 'https://example.com/'],
    ['other port kept', 'http://example.com:443/', 'http://example.com:443/'],
    ['empty path', 'https://example.com', 'https://example.com/'],
    ['dot segments resolved', 'https://example.com/a/./b/%2e%2e/c', 'https://example.com/a/c'],
    ['white space trimmed, line breaks removed', ' https://example.com/a\n/b ', 'https://example.com/a/b'],
    ['fragment dropped', 'https://example.com/a#b', 'https://example.com/a'],
    ['hash-bang dropped', 'https://example.com/#!/a?b', 'https://example.com/'],
    ['user and password dropped', 'https://me:secret@example.com/', 'https://example.com/'],
    ['trailing dot of the host dropped', 'https://example.com.:8080/', 'https://example.com:8080/'],
    ['empty last label refused', 'https://example.com../', undefined],
    ['host of dots refused', 'https://./', undefined],
    ['empty query dropped', 'https://example.com/a?', 'https://example.com/a'],
    ['unreserved escapes decoded', 'https://example.com/%7Ejoe/%41?%62=%2d', 'https://example.com/~joe/A?b=-'],
    ['reserved escapes kept, in upper case', 'https://example.com/a%2fb?c=%26', 'https://example.com/a%2Fb?c=%26'],
    ['stray percent sign escaped', 'https://example.com/90%?x=%zz', 'https://example.com/90%25?x=%25zz'],
    ['escape of an escape left alone', 'https://example.com/%2541', 'https://example.com/%2541'],
    [
      'unsafe characters escaped',
      'https://example.com/{a}|^[b]?c[]=`|',
      'https://example.com/%7Ba%7D%7C%5E%5Bb%5D?c%5B%5D=%60%7C',
    ],
    ['non-ASCII escaped', 'https://example.com/é?ü', 'https://example.com/%C3%A9?%C3%BC'],
    [
      'tracking dropped',
      'https://example.com/?utm_source=a&id=1&fbclid=b&UTM_Medium=c&gclid',
      'https://example.com/?id=1',
    ],
    ['tracking alone', 'https://example.com/a?utm_source=a&mc_cid=1#x', 'https://example.com/a'],
    ['tracking in disguise', 'https://example.com/?utm%5Fsource=a', 'https://example.com/'],
    [
      'names that only look alike kept',
      'https://example.com/?my_utm_source=a&gclids=1&pk_id=2',
      'https://example.com/?my_utm_source=a&gclids=1&pk_id=2',
    ],
    ['session in the path', `https://example.com/a;jsessionid=${id}.node1?b=1`, 'https://example.com/a?b=1'],
    ['session in a folder', 'https://example.com/a;v=1;JSESSIONID=X;w=2/b', 'https://example.com/a;v=1;w=2/b'],
    ['session hiding a dot segment', 'https://example.com/a/..;jsessionid=1/b', 'https://example.com/b'],
    [
      'ASP.NET session segment',
      'https://example.com/(S(lit3py55t21z5v55vlm25s55))/a.aspx',
      'https://example.com/a.aspx',
    ],
    ['other parentheses kept', 'https://example.com/(S(x))/Foo_(bar)', 'https://example.com/(S(x))/Foo_(bar)'],
    [
      'session parameters',
      `https://example.com/?PHPSESSID=1&a=2&ASPSESSIONIDQQ=3&CFID=4&CFTOKEN=5&osCsid=6`,
      'https://example.com/?a=2',
    ],
    ['sid that looks like an id', `https://example.com/?sid=${id}&a=1`, 'https://example.com/?a=1'],
    [
      'sid that does not',
      'https://example.com/?sid=42&sessid=internationalization',
      'https://example.com/?sid=42&sessid=internationalization',
    ],
    ['order and repeats of parameters kept', 'https://example.com/?b=1&a=&b=1&c', 'https://example.com/?b=1&a=&b=1&c'],
    ['empty parts of the query dropped', 'https://example.com/?&a=1&&b=2&', 'https://example.com/?a=1&b=2'],
    ['duplicate slashes kept', 'https://example.com/web/http://a.b//c', 'https://example.com/web/http://a.b//c'],
    ['index.html and trailing slash kept', 'https://example.com/a/index.html', 'https://example.com/a/index.html'],
    ['other schemes refused', 'ftp://example.com/', undefined],
    ['scripts refused', 'javascript:alert(1)', undefined],
    ['malformed refused', 'http://exa mple.com/', undefined],
    ['relative without base refused', 'a/b.html', undefined],
  ];
  for (const [rule, href, canonical] of rules) {
    test(rule, () => {
      assert.equal(canonicalUrl(href), canonical);
      assert.equal(
        new UrlResolver('https://other.example/x').resolve(href),
        canonicalUrl(href, 'https://other.example/x'),
      );
    });
  }

  test('length is limited after, not before, what is dropped', () => {
    const prefix = 'https://example.com/';
    const longest = prefix + 'a'.repeat(MAX_URL_LENGTH - prefix.length);
    assert.equal(canonicalUrl(longest), longest);
    assert.equal(canonicalUrl(`${longest}#top`), longest);
    assert.equal(canonicalUrl(`${longest}a`), undefined);
    assert.equal(canonicalUrl(`${prefix}${'é'.repeat(MAX_URL_LENGTH / 6)}`), undefined);
    assert.equal(canonicalUrl(`data:text/plain,${'a'.repeat(1_000_000)}`), undefined);
  });
});

describe('resolving the links of a page', () => {
  const resolver = new UrlResolver('https://docs.example.com/guide/start/index.html?v=1#top');
  for (const [href, canonical] of [
    ['next.html', 'https://docs.example.com/guide/start/next.html'],
    ['next.html#part', 'https://docs.example.com/guide/start/next.html'],
    ['/a/b/', 'https://docs.example.com/a/b/'],
    ['/', 'https://docs.example.com/'],
    ['../x', 'https://docs.example.com/guide/x'],
    ['../../../../x/Caf%C3%A9_(bar)', 'https://docs.example.com/x/Caf%C3%A9_(bar)'],
    ['.hidden/x', 'https://docs.example.com/guide/start/.hidden/x'],
    ['//cdn.example.com/x', 'https://cdn.example.com/x'],
    ['http:next', 'http://next/'],
    ['https:next', 'https://docs.example.com/guide/start/next'],
    ['?v=2', 'https://docs.example.com/guide/start/index.html?v=2'],
    ['#part', 'https://docs.example.com/guide/start/index.html?v=1'],
    ['', 'https://docs.example.com/guide/start/index.html?v=1'],
    ['mailto:a@example.com', undefined],
    // What is valid Punycode is for the parser to say, and Node's versions differ.
    ['https://xn--a/', URL.canParse('https://xn--a/') ? 'https://xn--a/' : undefined],
  ] as const) {
    test(`'${href}'`, () => assert.equal(resolver.resolve(href), canonical));
  }

  test('a session id in the folder of the page is dropped', () => {
    const page = new UrlResolver('https://example.com/a;jsessionid=1/index.html');
    assert.equal(page.resolve('b.html'), 'https://example.com/a/b.html');
  });
});

describe('invariants', () => {
  const piece = fc.constantFrom(
    ...[
      '/',
      '//',
      '.',
      '..',
      '%',
      '%2',
      '%2e',
      '%2F',
      '%7e',
      '%41',
      '%25',
      '?',
      '&',
      '=',
      '#',
      ';',
      ':',
      '@',
      ' ',
      '\\',
      '\t',
    ],
    ...['a', 'B', '1', 'é', '[', ']', '{', '|', "'", '"', '\ud800', 'xn--', 'utm_source=1', 'sid=0123456789abcdef01'],
    ...[';jsessionid=', 'jsessionid', '/(S(lit3py55t21z5v55vlm25s55))', 'http:', 'https://', 'host.example', '127.1'],
  );
  const weird = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const base = fc.oneof(
    fc.constant('https://docs.example.com/guide/start/index.html?v=1'),
    weird.map((tail) => `http://host.example/${tail}`),
  );

  test('a canonical URL is its own canonical form', () => {
    fc.assert(
      fc.property(
        fc.oneof(weird, fc.webUrl({ withQueryParameters: true, withFragments: true })),
        base,
        (href, from) => {
          const once = canonicalUrl(href, from);
          if (once === undefined) return;
          assert.equal(canonicalUrl(once), once);
          // A leading space keeps it off the short cut for clean URLs.
          assert.equal(canonicalUrl(` ${once}`), once);
          assert.equal(hostOf(once), new URL(once).host);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test('short cuts give what parsing gives', () => {
    const plain = fc.string({
      unit: fc.constantFrom(...'aZ0._-~/:?#=&;()', '../', '%E9', '%2F', '%2E', '%61', '//'),
      maxLength: 12,
    });
    const href = fc.oneof(
      weird,
      plain,
      plain.map((tail) => `https://a-b.example${tail}`),
    );
    fc.assert(
      fc.property(href, base, (link, from) => {
        const parsed = canonicalUrl(` ${link}`, from);
        assert.equal(canonicalUrl(link, from), parsed);
        assert.equal(new UrlResolver(from).resolve(link), parsed);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('hosts', () => {
  test('hostOf keeps a port', () => {
    assert.equal(hostOf('https://example.com/a//b'), 'example.com');
    assert.equal(hostOf('http://example.com:8080/'), 'example.com:8080');
    assert.equal(hostOf('http://[::1]:8080/'), '[::1]:8080');
  });

  test('a domain contains itself and what lies below it', () => {
    assert.ok(isDescendantDomain('example.com', 'example.com'));
    assert.ok(isDescendantDomain('a.b.example.com:8080', 'example.com'));
    assert.ok(!isDescendantDomain('badexample.com', 'example.com'));
    assert.ok(!isDescendantDomain('example.com', 'a.example.com'));
  });
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

/** Hosts that the URL standard accepts and no name service can know: an empty label at the end. */
const hostsRefused = ['.', '..', 'foo.09..'];

describe('conformance', { skip: absent(conformance, 'OSPREY_CONFORMANCE') }, () => {
  const linesOf = (file: string) =>
    readFileSync(path.join(conformance!, 'url', file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'));

  test("crawler-commons' normal forms, but for the listed deviations", () => {
    const found: Record<string, string | undefined> = {};
    for (const line of linesOf('weirdToNormalizedUrls.csv')) {
      const [, quoted, plain, normal] = /^(?:"((?:[^"]|"")*)"|([^,]*)),\s*(.*)$/.exec(line) ?? assert.fail(line);
      const href = quoted?.replaceAll('""', '"') ?? plain!;
      const ours = canonicalUrl(href);
      if (ours !== normal!.trim()) found[href] = ours;
    }
    assert.deepEqual(found, Object.assign({}, ...Object.values(deviations)));
  });

  test("crawler-commons' invalid URLs are refused", () => {
    assert.deepEqual(
      linesOf('invalidUrls.csv').map((line) => canonicalUrl(line)),
      [undefined, undefined],
    );
  });

  test('the WHATWG parsing cases keep their meaning', () => {
    const cases: ({ input: string; base: string | null; href?: string; failure?: true } | string)[] = JSON.parse(
      readFileSync(path.join(conformance!, 'url/urltestdata.json'), 'utf8'),
    );
    const refused: string[] = [];
    let compared = 0;
    for (const entry of cases) {
      if (typeof entry === 'string') continue;
      const { input, base, href = '' } = entry;
      const ours = canonicalUrl(input, base ?? undefined);
      if (!/^https?:/.test(href)) {
        assert.equal(ours, undefined, JSON.stringify(input));
      } else if (ours === undefined) {
        // A case that this version of Node judges otherwise is not about our rules.
        if (URL.canParse(input, base ?? undefined)) refused.push(new URL(href).host);
      } else {
        assert.equal(meaningOf(ours), meaningOf(href), JSON.stringify(input));
        compared++;
      }
    }
    assert.ok(compared > 200, `${compared} cases compared`);
    assert.deepEqual(refused, hostsRefused);
  });

  /** What no rule may change: host but for the dot of the root, octets of path and query. */
  function meaningOf(href: string): string {
    const { protocol, host, pathname, search } = new URL(href);
    return `${protocol} ${host.replace(/\.$/, '')} ${unescapedOctets(pathname)} ${unescapedOctets(search)}`;
  }

  function unescapedOctets(text: string): string {
    return text.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
});
