import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MAX_CRAWL_DELAY, parseRobots, robotsText } from '../../src/robots/robots-rules.js';
import { fuzz } from './fuzz.js';
import { assertLinear } from './growth.js';
import { mutated } from './mutations.js';

const corpus = [
  'User-agent: *\nDisallow: /private/\nAllow: /private/open$\nCrawl-delay: 2\n\nUser-agent: osprey\nUser-agent: heron\nDisallow: /*.pdf$\nSitemap: https://example.com/s.xml\n',
  '\ufeffuser-agent : osprey/1.0 (x)\r\ndisallow:/%7Ejoe # home\r\nallow /a*b*c\rcrawl-delay: 0.5\rUser-Agent:*\nDisallow:\n',
  '<!DOCTYPE html><html><title>404</title><p>User-agent: *<br>Disallow: /</html>',
];
const tokens = [
  ...[
    'User-agent:',
    'user-agent: *\n',
    'Disallow:',
    'Disallow: /',
    'Allow:',
    'Allow: /',
    'Sitemap:',
    'Crawl-delay:',
    '\n',
    '\r',
    '\r\n',
  ],
  ...[
    '#',
    ':',
    '*',
    '$',
    '/',
    '%',
    '%2',
    '%2A',
    '%zz',
    '\0',
    '\ud800',
    '\u2028',
    '1e999',
    '-1',
    'NaN',
    '🦅',
    'osprey',
    ' ',
    '\t',
  ],
];
const urls = fc.constantFrom(
  ...[
    'https://example.com/',
    'https://example.com/private/open',
    'https://example.com/a/b/c.pdf?d=*&e=$',
    'https://example.com',
    '',
  ],
  ...[
    'https://example.com/%7Ejoe',
    'https://example.com/robots.txt',
    'https://example.com/%ZZ%',
    'not a url',
    '//',
    '?#',
  ],
);
const agents = fc.constantFrom('osprey', 'OSPREY', 'heron', '*', '', 'constructor', '__proto__', 'a b');

describe('robots.txt', () => {
  test('of any bytes gives a verdict that its own lines account for', () => {
    const bodies = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      mutated(corpus, tokens),
      fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map((parts) => Buffer.from(parts.join(''))),
    );
    fuzz(1_500, fc.tuple(bodies, agents, urls), ([body, agent, url]) => {
      const text = robotsText(body);
      const lines = text.split(/\r\n?|\n/);
      const rules = parseRobots(body);
      const verdict = rules.verdict([agent], url);
      assert.deepEqual(parseRobots(text).verdict([agent], url), verdict);
      if (verdict.line === undefined) assert.equal(verdict.allowed, true);
      else assert.match(lines[verdict.line - 1]!, verdict.allowed ? /^\s*allow/i : /^\s*disallow/i);
      const delay = rules.crawlDelay([agent]) ?? 0;
      assert.ok(delay >= 0 && delay <= MAX_CRAWL_DELAY);
      assert.ok(rules.sitemaps.join('').length <= text.length);
      assert.equal(rules.verdict([agent], 'https://example.com/robots.txt').allowed, true);
    });
  });

  test('of any repeated line takes time in proportion to it', async () => {
    const url = `https://example.com/${'a/'.repeat(500)}`;
    for (const unit of [
      ...tokens,
      'Disallow: /a\n',
      'Disallow: /*a*b\n',
      'Disallow: /%61*$\n',
      'User-agent: a\nAllow: /\n',
      'Crawl-delay: 1\n',
    ])
      await assertLinear(
        unit,
        (scale) => `User-agent: osprey\n${unit.repeat((scale * 8_000) / unit.length)}`,
        (text) => parseRobots(text).verdict(['osprey'], url),
      );
  });
});
