import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenPromises } from '../../../tools/hostile-web/broken-promises.js';
import { oneHost, type PromisedPaths } from '../../../tools/hostile-web/hostile-site.js';

const visit = (url: string, reason = '', title = '') => ({
  url,
  outcome: reason === '' ? ('page' as const) : ('failed' as const),
  reason,
  title,
});
const site = (promised: PromisedPaths) => oneHost('a.test', 'does it', promised, () => {});

test('a crawl that keeps all promises breaks none', () => {
  const promised = {
    pages: ['/'],
    ends: { '/x': 'robots' },
    waiting: ['/later'],
    titles: { '/': 'A' },
    others: { page: 1 },
  };
  const visits = [visit('http://a.test/', '', 'A'), visit('http://a.test/x', 'robots'), visit('http://a.test/copy-7')];
  assert.deepEqual(brokenPromises([site(promised)], visits), []);
});

test('what is missing, ended otherwise, was visited too early or is of no site is named', () => {
  const promised = { pages: ['/', '/gone'], ends: { '/x': 'robots' }, waiting: ['/later'], titles: { '/': 'A' } };
  const visits = [
    visit('http://a.test/', '', 'B'),
    visit('http://a.test/x', 'http-404'),
    visit('http://a.test/later'),
    visit('http://a.test/more'),
    visit('http://b.test/'),
  ];
  assert.deepEqual(brokenPromises([site(promised)], visits), [
    'http://b.test/: of no known site, ended in page',
    'http://a.test/gone (does it): no visit instead of page',
    'http://a.test/x (does it): http-404 instead of robots',
    'http://a.test/later (does it): page instead of no visit',
    'http://a.test/ (does it): the title "B" instead of "A"',
    'does it: others ended as page × 1 instead of : http://a.test/more',
  ]);
});

test('a trap may cost as many visits as its bound, whatever they end in', () => {
  const visits = [visit('http://a.test/1'), visit('http://a.test/2', 'http-500')];
  assert.deepEqual(brokenPromises([site({ endless: 2 })], visits), []);
  assert.deepEqual(brokenPromises([site({ endless: 1 })], visits), [
    'http://a.test/1 (does it): 2 visits, more than 1',
  ]);
});
