import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Scope, type ScopeSettings, urlMatcher } from '../../src/frontier/scope.js';

function scope(changes: Partial<ScopeSettings>): Scope {
  return new Scope({
    domains: [],
    include: [],
    exclude: [],
    blockHosts: [],
    maxDepth: Number.POSITIVE_INFINITY,
    ...changes,
  });
}

describe('a pattern', () => {
  const cases: [pattern: string, matches: string[], not: string[]][] = [
    [
      'https://a.org/docs/**',
      ['https://a.org/docs/', 'https://a.org/docs/x/y?z=1'],
      ['https://a.org/docs', 'http://a.org/docs/', 'https://b.org/https://a.org/docs/'],
    ],
    ['https://a.org/*.html', ['https://a.org/x.html'], ['https://a.org/x/y.html', 'https://a.org/xhtml']],
    ['a.org/**', ['http://a.org/', 'https://a.org/x/y'], ['https://b.a.org/', 'https://a.org.evil.net/']],
    ['*.a.org/**', ['https://b.a.org/', 'http://b.a.org/x'], ['https://a.org/', 'https://evil.net/b.a.org/']],
    ['/docs/**', ['https://a.org/docs/x', 'http://b.org:81/docs/'], ['https://a.org/x/docs/y']],
    ['**.pdf', ['https://a.org/x/y.pdf'], ['https://a.org/x.pdf?page=1']],
    ['**', ['https://a.org/', 'http://b.org/x?y'], []],
    ['a.org', ['https://a.org/', 'http://a.org/'], ['https://a.org/x']],
    ['https://a.org', ['https://a.org/'], ['http://a.org/']],
    ['*://a.org/', ['https://a.org/', 'http://a.org/'], ['https://b.org/']],
    ['a.org/?to=http://b.org/*', ['https://a.org/?to=http://b.org/x'], ['https://a.org/?to=http://b.org/x/y']],
    ['/[?&]page=/', ['https://a.org/?page=2', 'https://a.org/?x=1&page='], ['https://a.org/page=']],
    ['/^https://a\\.org//', ['https://a.org/x'], ['https://axorg/', 'https://b.org/https://a.org/']],
  ];
  for (const [pattern, matches, not] of cases) {
    test(`${pattern} matches what it says`, () => {
      const matcher = urlMatcher(pattern);
      for (const url of matches) assert.ok(matcher.test(url), `${url} should match`);
      for (const url of not) assert.ok(!matcher.test(url), `${url} should not match`);
    });
  }

  test('without wildcards matches the URL itself and nothing else, whatever its characters', () => {
    const path = fc.string({ unit: fc.constantFrom(...'ab.+?^$()|[]{}\\/=&%~') });
    fc.assert(
      fc.property(path, path, (one, other) => {
        const matcher = urlMatcher(`https://a.org/${one}`);
        assert.equal(matcher.test(`https://a.org/${other}`), one === other);
        assert.ok(matcher.test(`https://a.org/${one}`));
      }),
    );
  });
});

describe('the scope', () => {
  test('without rules holds every URL', () => {
    assert.equal(scope({}).rejection('https://a.org/x', 1_000), undefined);
  });

  test('of domains holds them and what lies below, on any port', () => {
    const within = scope({ domains: ['a.org', 'b.net'] });
    for (const url of ['https://a.org/', 'https://x.y.a.org/', 'http://b.net:8080/'])
      assert.equal(within.rejection(url, 0), undefined);
    for (const url of ['https://xa.org/', 'https://a.org.evil.net/', 'https://evil.net/a.org'])
      assert.equal(within.rejection(url, 0), 'domain');
  });

  test('leaves blocked hosts out, with what lies below', () => {
    const rest = scope({ blockHosts: ['bad.org'] });
    assert.equal(rest.rejection('https://www.bad.org:444/', 0), 'blocked-host');
    assert.equal(rest.rejection('https://notbad.org/', 0), undefined);
    assert.ok(rest.isBlocked('bad.org:8080'));
    assert.ok(!rest.isBlocked('good.org'));
  });

  test('takes what one include pattern matches, unless an exclude pattern matches too', () => {
    const some = scope({ include: ['a.org/**', '/docs/**'], exclude: ['**.pdf', '/logout/'] });
    assert.equal(some.rejection('https://a.org/x', 0), undefined);
    assert.equal(some.rejection('https://b.org/docs/x', 0), undefined);
    assert.equal(some.rejection('https://b.org/x', 0), 'include');
    assert.equal(some.rejection('https://a.org/x.pdf', 0), 'exclude');
    assert.equal(some.rejection('https://a.org/user/logout?now', 0), 'exclude');
  });

  test('ends at the depth given, seeds being at 0', () => {
    const shallow = scope({ maxDepth: 1 });
    assert.equal(shallow.rejection('https://a.org/', 0), undefined);
    assert.equal(shallow.rejection('https://a.org/', 1), undefined);
    assert.equal(shallow.rejection('https://a.org/', 2), 'max-depth');
    assert.equal(scope({ maxDepth: 0 }).rejection('https://a.org/', 0), undefined);
  });
});
