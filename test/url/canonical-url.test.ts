import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { canonicalUrl, hostOf, isDescendantDomain, MAX_URL_LENGTH, UrlResolver } from '../../src/url/canonical-url.js';

describe('canonical form', () => {
  const id = '0123456789abcdef';
  const rules: readonly (readonly [rule: string, href: string, canonical: string | undefined])[] = [
    ['scheme and host in lower case', 'HTTP://Example.COM/Path', 'http://example.com/Path'],
    ['international names in Punycode', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['odd IPv4 as a dotted quad', 'http://0x7f.1/', 'http://127.0.0.1/'],
    ['default port dropped', 'https://example.com:443/', 'https://example.com/'],
    ['other port kept', 'http://example.com:443/', 'http://example.com:443/'],
    ['high port kept', 'http://example.com:59999/a', 'http://example.com:59999/a'],
    ['zeros of a port dropped', 'http://example.com:08080/a', 'http://example.com:8080/a'],
    ['port that is none', 'http://example.com:65536/a', undefined],
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
