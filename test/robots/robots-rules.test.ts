import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MAX_PATTERN_LENGTH, parsePattern, patternMatches } from '../../src/robots/robots-pattern.js';
import { MAX_CRAWL_DELAY, MAX_ROBOTS_BYTES, parseRobots, rulesForStatus } from '../../src/robots/robots-rules.js';
import { canonicalUrl } from '../../src/url/canonical-url.js';

function allowed(robots: string | Uint8Array, location: string, agent = 'osprey'): boolean {
  return parseRobots(robots).verdict([agent], `https://example.com${location}`).allowed;
}

describe('groups', () => {
  test('the group of the product token is obeyed instead of the group of all', () => {
    const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Osprey/2.0 (focused)\nDisallow: /private/\n';
    assert.equal(allowed(robots, '/public'), true);
    assert.equal(allowed(robots, '/private/x'), false);
    assert.equal(allowed(robots, '/public', 'heron'), false);
  });

  test('a longer or shorter token is another crawler', () => {
    const robots = 'User-agent: osprey-images\nDisallow: /\nUser-agent: osp\nDisallow: /\n';
    assert.equal(allowed(robots, '/x'), true);
  });

  test('groups of one token are merged wherever they stand', () => {
    const robots =
      'User-agent: osprey\nDisallow: /a\nUser-agent: heron\nDisallow: /b\nUser-agent: OSPREY\nDisallow: /c\n';
    assert.deepEqual(
      ['/a', '/b', '/c'].map((location) => allowed(Buffer.from(robots), location)),
      [false, true, false],
    );
  });

  test('neither blank lines nor other records separate agents that share rules', () => {
    const robots =
      'User-agent: osprey\n\nSitemap: https://example.com/s.xml\nCrawl-delay: 2\nUser-agent: heron\nDisallow: /\n';
    assert.equal(allowed(robots, '/x'), false);
    assert.equal(allowed(robots, '/x', 'heron'), false);
  });

  test('a group without rules frees its agent from the rules for all', () => {
    assert.equal(allowed('User-agent: *\nDisallow: /\nUser-agent: osprey\n', '/x'), true);
    assert.equal(allowed('User-agent: *\nDisallow: /\nUser-agent: osprey\nDisallow:\n', '/x'), true);
  });

  test('rules before the first agent say nothing', () => {
    assert.equal(allowed('Disallow: /\nUser-agent: *\nAllow: /\n', '/x'), true);
  });

  test('an agent line that holds no product token names nobody', () => {
    assert.equal(allowed('User-agent: 80legs\nDisallow: /\n', '/x', ''), true);
    assert.equal(allowed('User-agent: *bot\nDisallow: /\n', '/x'), true);
  });
});

describe('rules', () => {
  test('the verdict names the line and the rule that decided', () => {
    const rules = parseRobots('# ours\r\nUser-agent: *\r\nDisallow: /shop # keep out\r\nAllow: /shop/open\r\n');
    assert.deepEqual(rules.verdict(['osprey'], 'https://example.com/shop/x'), {
      allowed: false,
      line: 3,
      rule: 'Disallow: /shop',
    });
    assert.deepEqual(rules.verdict(['osprey'], 'https://example.com/shop/open/1'), {
      allowed: true,
      line: 4,
      rule: 'Allow: /shop/open',
    });
    assert.deepEqual(rules.verdict(['osprey'], 'https://example.com/'), { allowed: true });
  });

  test('the longest pattern wins, and Allow wins a tie', () => {
    // /a/*.pdf has 8 octets, /a/b 4, /*/b 4.
    assert.equal(allowed('User-agent: *\nAllow: /a/b\nDisallow: /a/*.pdf', '/a/b.pdf'), false);
    assert.equal(allowed('User-agent: *\nDisallow: /*/b\nAllow: /a/b', '/a/b'), true);
  });

  test('/robots.txt is always allowed', () => {
    assert.equal(allowed('User-agent: *\nDisallow: /', '/robots.txt'), true);
    assert.equal(rulesForStatus(503, '').verdict(['osprey'], 'https://example.com/robots.txt').allowed, true);
  });

  test('a query without a path is matched below the root, a fragment is not matched', () => {
    const rules = parseRobots('User-agent: *\nDisallow: /?q=\nDisallow: /*secret');
    assert.equal(rules.verdict(['osprey'], 'https://example.com?q=1').allowed, false);
    assert.equal(rules.verdict(['osprey'], 'https://example.com/#secret').allowed, true);
    assert.equal(rules.verdict(['osprey'], '/x?from=https://example.com/secret').allowed, false);
  });

  test('a line without a colon and odd white space are understood', () => {
    assert.equal(allowed('\uFEFFuser-agent\t*\n  DISALLOW   /x\n', '/x'), false);
    assert.equal(allowed('User-agent : *\nDisallow :/x', '/x'), false);
    assert.equal(allowed('User-agent: *\rDisallow: /x\r', '/x'), false);
  });
});

describe('percent-encoding', () => {
  const forbids = (pattern: string, href: string) =>
    !parseRobots(`User-agent: *\nDisallow: ${pattern}`).verdict(['osprey'], canonicalUrl(href, 'https://example.com')!)
      .allowed;

  test('a Disallow reaches every spelling of a URL', () => {
    for (const pattern of ['/~joe/', '/%7ejoe/', '/%7Ejoe/']) {
      for (const href of ['/~joe/x', '/%7Ejoe/x', '/%7ejoe/x']) assert.ok(forbids(pattern, href), `${pattern} ${href}`);
    }
    for (const pattern of ['/café', '/caf%c3%a9', '/caf%C3%A9']) {
      for (const href of ['/café', '/caf%c3%a9']) assert.ok(forbids(pattern, href), `${pattern} ${href}`);
    }
  });

  test('a Disallow reaches characters that the canonical form escapes', () => {
    assert.ok(forbids('/*?filter[color]=', '/shop?filter[color]=red'));
    assert.ok(forbids("/*?q='x'", "/find?q='x'"));
    assert.ok(forbids("/it's", "/it's"));
    assert.ok(forbids('/a b', '/a b'));
    assert.ok(forbids('/90%', '/90%'));
  });

  test('an escaped reserved character is not that character', () => {
    assert.ok(!forbids('/a/b', '/a%2Fb'));
    assert.ok(forbids('/a%2fb', '/a%2Fb'));
  });

  test('an escaped wildcard is the character itself', () => {
    assert.ok(forbids('/file-with-a-%2A.html', '/file-with-a-*.html'));
    assert.ok(!forbids('/file-with-a-%2A.html', '/file-with-a-b.html'));
    assert.ok(forbids('/foo-%24', '/foo-$'));
    assert.ok(forbids('/a$b', '/a$b'));
  });

  test('an Allow is taken as written: where readings of the standard differ, doubt forbids', () => {
    assert.equal(allowed('User-agent: *\nDisallow: /\nAllow: /%62', '/b'), false);
    assert.equal(allowed('User-agent: *\nAllow: /\nDisallow: /%62', '/b'), false);
  });
});

describe('crawl delay and sitemaps', () => {
  test('the delay of the matching group, fractions included', () => {
    const rules = parseRobots(
      'User-agent: *\nCrawl-delay: 10\nDisallow:\nUser-agent: osprey\nCrawl-delay: 0.5\nDisallow:\n',
    );
    assert.equal(rules.crawlDelay(['osprey']), 0.5);
    assert.equal(rules.crawlDelay(['heron']), 10);
    assert.equal(parseRobots('User-agent: *\nDisallow: /').crawlDelay(['osprey']), undefined);
  });

  test('a delay speaks for the agents named above it, although they share the rules below', () => {
    const rules = parseRobots('User-agent: heron\nCrawl-delay: 30\n\nUser-agent: *\nDisallow: /x\n');
    assert.equal(rules.crawlDelay(['heron']), 30);
    assert.equal(rules.crawlDelay(['osprey']), undefined);
    assert.equal(rules.verdict(['heron'], 'https://example.com/x').allowed, false);
  });

  test('the longest of several delays counts, nonsense does not', () => {
    const delay = (...values: string[]) =>
      parseRobots(`User-agent: *\n${values.map((value) => `Crawl-delay: ${value}`).join('\n')}`).crawlDelay(['osprey']);
    assert.equal(delay('1', '5', '2'), 5);
    assert.equal(delay('-3'), undefined);
    assert.equal(delay('soon'), undefined);
    assert.equal(delay('20 seconds'), 20);
    assert.equal(delay('99999999999'), MAX_CRAWL_DELAY);
    assert.equal(delay('Infinity'), MAX_CRAWL_DELAY);
  });

  test('sitemaps are listed once each, whatever group they stand in', () => {
    const rules = parseRobots(
      'Sitemap: https://example.com/a.xml\nUser-agent: x\nSITEMAP:https://example.com/b.xml\nSitemap: https://example.com/a.xml\nSitemap:\n',
    );
    assert.deepEqual(rules.sitemaps, ['https://example.com/a.xml', 'https://example.com/b.xml']);
  });
});

describe('status of the answer', () => {
  const verdict = (status: number | 'unreachable') =>
    rulesForStatus(status, 'User-agent: *\nDisallow: /x').verdict(['osprey'], 'https://example.com/x');

  test('2xx is read, 4xx allows all, 5xx and no answer forbid all and say why', () => {
    assert.deepEqual(verdict(200), { allowed: false, line: 2, rule: 'Disallow: /x' });
    for (const status of [301, 400, 401, 403, 404, 410, 429, 499])
      assert.equal(verdict(status).allowed, true, `${status}`);
    for (const status of [500, 503, 599] as const) assert.equal(verdict(status).allowed, false, `${status}`);
    assert.deepEqual(verdict(503), { allowed: false, rule: 'robots.txt answered with status 503' });
    assert.deepEqual(verdict('unreachable'), { allowed: false, rule: 'robots.txt is unreachable' });
  });
});

describe('wildcards', () => {
  test('match as the regular expression they stand for', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, fc.boolean(), letters, (tail, anchored, rest) => {
        const value = `/${tail}${anchored ? '$' : ''}`;
        const oracle = new RegExp(`^/${tail.replaceAll('*', '.*')}${anchored ? '$' : ''}`);
        assert.equal(patternMatches(parsePattern(value, false)!, `/${rest}`), oracle.test(`/${rest}`), value);
      }),
      { numRuns: 2_000 },
    );
  });

  test('that would make a backtracking matcher run for ages are answered', () => {
    const robots = `User-agent: *\nDisallow: /${'*a'.repeat(1_000)}*b\nDisallow: /${'a*'.repeat(1_000)}$b`;
    assert.equal(allowed(robots, `/${'a'.repeat(2_000)}`), true);
  });
});

describe('hostile files', () => {
  test('only the first 500 KiB count, and a line cut there is left out', () => {
    const head = 'User-agent: *\nDisallow: /a\n';
    const padding = `#${'x'.repeat(MAX_ROBOTS_BYTES - head.length - 'Disallow: /'.length - 2)}\n`;
    const robots = `${head}${padding}Disallow: /only-this\nDisallow: /b\n`;
    assert.equal(robots.indexOf('only-this'), MAX_ROBOTS_BYTES);
    assert.deepEqual(
      ['/a', '/b', '/c'].map((location) => allowed(Buffer.from(robots), location)),
      [false, true, true],
    );
  });

  test('a list of agents as long as the file shares its rules instead of copying them', () => {
    // 19,000 agents and 15,000 rules: copied to each agent they would be 285 million.
    const agents = Array.from({ length: 19_000 }, (_, index) => `user-agent:${letters(index)}\n`).join('');
    const rules = Array.from({ length: 15_000 }, (_, index) => `disallow:/${index}\n`).join('');
    const parsed = parseRobots(agents + rules);
    assert.equal(parsed.verdict([letters(18_999)], 'https://example.com/14999').allowed, false);
    assert.equal(parsed.verdict([letters(0)], 'https://example.com/x').allowed, true);
  });

  test('groups beyond the limit are ignored, those before it obeyed', () => {
    const robots = Array.from({ length: 100_000 }, (_, index) => `user-agent: ${letters(index)}\ndisallow: /\n`).join(
      '',
    );
    assert.equal(allowed(Buffer.from(robots), '/x', letters(0)), false);
    assert.equal(allowed(Buffer.from(robots), '/x', letters(99_999)), true);
  });

  test('half a megabyte of wildcards is one pattern, cut', () => {
    const stars = '*a'.repeat(MAX_ROBOTS_BYTES / 2 - 20);
    assert.equal(allowed(`User-agent: *\nDisallow: ${stars}`, `/${'a'.repeat(1_500)}`), false);
    assert.equal(allowed(`User-agent: *\nDisallow: ${stars}`, '/aaa'), true);
    const lines = 'Disallow: /*a*a*a*a*a*a*a*a*a*b$\n'.repeat(15_000);
    assert.equal(allowed(`User-agent: *\n${lines}`, `/${'a'.repeat(1_000)}`), true);
  });

  test('too long a pattern is widened in a Disallow and dropped in an Allow', () => {
    const long = `/${'a'.repeat(MAX_PATTERN_LENGTH)}`;
    assert.equal(allowed(`User-agent: *\nDisallow: ${long}b$`, long), false);
    assert.equal(allowed(`User-agent: *\nDisallow: /\nAllow: ${long}`, long), false);
  });
});

/** Numbers as product tokens, which have no digits. */
function letters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}

describe('slips in robots.txt', () => {
  const forbidden = (robots: string | Uint8Array) =>
    !parseRobots(robots).verdict(['osprey'], 'https://example.com/private/x').allowed;

  test('that mean to keep crawlers out do', () => {
    for (const disallow of ['Dissalow:', 'dissallow:', 'Disalow:', 'Disallow', 'DISALLOW :', 'Dissalow'])
      assert.ok(forbidden(`User-agent: *\n${disallow} /private\n`), disallow);
    assert.ok(forbidden('User-agent: *\nDisallow/private\n'));
    for (const agent of ['Useragent:', 'User agent:', 'USERAGENT', 'User agent', 'User-agent'])
      assert.ok(forbidden(`User-agent: heron\nDisallow:\n\n${agent} *\nDisallow: /private\n`), agent);
  });

  test('that mean to let crawlers in say nothing', () => {
    assert.ok(forbidden('User-agent: *\nDisallow: /private\nAlow: /private/x\n'));
  });

  test('in the encoding do not hide it: UTF-16 is read where a byte order mark names it', () => {
    const text = '\ufeffUser-agent: *\nDisallow: /private\n';
    const little = Buffer.from(text, 'utf16le');
    assert.ok(forbidden(little));
    assert.ok(forbidden(Buffer.from(little).swap16()));
  });
});

describe('a crawler of two names', () => {
  const names = ['mybot', 'osprey'];
  const allowed = (robots: string, location: string) =>
    parseRobots(robots).verdict(names, `https://example.com${location}`).allowed;

  test('keeps to the groups of both, the stricter wins', () => {
    const robots = 'User-agent: MyBot\nDisallow: /a\nUser-agent: Osprey\nDisallow: /b\nUser-agent: *\nDisallow: /';
    assert.deepEqual(
      ['/a', '/b', '/c'].map((path) => allowed(robots, path)),
      [false, false, true],
    );
    const delays = 'User-agent: MyBot\nCrawl-delay: 2\nUser-agent: Osprey\nCrawl-delay: 7\n';
    assert.equal(parseRobots(delays).crawlDelay(names), 7);
  });

  test('keeps to the one group that there is, and to that of all others where there is none', () => {
    assert.equal(allowed('User-agent: MyBot\nAllow: /\nUser-agent: *\nDisallow: /', '/x'), true);
    assert.equal(allowed('User-agent: Osprey\nDisallow: /\nUser-agent: *\nAllow: /', '/x'), false);
    assert.equal(allowed('User-agent: Heron\nAllow: /\nUser-agent: *\nDisallow: /', '/x'), false);
  });
});
