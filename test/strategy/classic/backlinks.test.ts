import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { backlinks } from '../../../src/strategy/classic/backlinks.js';
import { html } from '../../site.js';
import { asSeed, made } from '../made.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

describe('backlinks', () => {
  test('counts one for each page that has the link, however often it has it', async () => {
    const { strategy, page: read } = made(backlinks, { query: 'court' });
    const page = read('<a href="/a">a</a> <a href="/b">b</a> <a href="/a">again</a>');
    const scores = await strategy.rank(page, await strategy.judge(page, asSeed), page.links, asSeed);
    assert.deepEqual(
      scores,
      [1, 1].map((value) => ({ value, parts: { link: 1 } })),
    );
    assert.equal(strategy.queueing?.merge, 'sum');
  });

  // In-links when it is chosen: after the start all have 1; "a" brings "d" to 2; "d" brings "c" to 2; "c" brings "f" to 1.
  const web = {
    'a.test/': html('Start', 'court', [['/a', 'a'] as const, ['/b', 'b'], ['/c', 'c'], ['/d', 'd']]),
    'a.test/a': html('A', 'one', [['/d', 'd'] as const, ['/e', 'e']]),
    'a.test/b': html('B', 'two'),
    'a.test/c': html('C', 'three', [['/f', 'f']]),
    'a.test/d': html('D', 'four', [['/c', 'c']]),
    'a.test/e': html('E', 'five'),
    'a.test/f': html('F', 'six'),
  };
  const options = { query: 'court', seed: 'http://a.test/', strategy: 'backlinks' };

  test('visits what most pages link to, and what was found first among equals', async () => {
    assert.deepEqual(
      await visitOrder(web, options),
      ['', 'a', 'd', 'c', 'b', 'e', 'f'].map((path) => `a.test/${path}`),
    );
  });

  test('keeps the counts when it is stopped', async () => {
    assert.deepEqual(await visitOrderResumed(web, options), await visitOrder(web, options));
  });
});
