import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CrawlOptions } from '../../../src/config/options.js';
import { UsageError } from '../../../src/failure.js';
import type { Reached } from '../../../src/model/strategy.js';
import { sharkSearch } from '../../../src/strategy/classic/shark-search.js';
import { html } from '../../site.js';
import { asSeed, made } from '../made.js';
import { near } from '../near.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

const query = 'court law';

async function links(document: string, reached: Reached, set: CrawlOptions['set'] = {}) {
  const { strategy, page: read } = made(sharkSearch, { query, set });
  const page = read(document);
  const judgement = await strategy.judge(page, reached);
  const scores = await strategy.rank(page, judgement, page.links, reached);
  return { inheritedState: judgement.inheritedState!, scores, values: scores.map(({ value }) => value) };
}

function after(inherited: number, depth = 3): Reached {
  return { depth: 1, level: 1, from: { url: 'http://a.test/', inheritedState: { inherited, depth } } };
}

// All words weigh 1. Frequencies: court 3, supreme 1, law 1, music 1, tea 1. |page| = √(9 + 4) = √13, |q| = √2, product
// 3 + 1: cos = 4 / √26 = 0.7845.
const likePage = `<title>court</title><p>court <a href="/s">supreme court</a></p><p>law of <a href="/m">music</a></p>
  <p><a href="/t">tea</a></p>`;
const unlikePage = '<title>tea</title><p><a href="/m">music</a></p>';
const cos = 4 / Math.sqrt(26);

describe('shark-search', () => {
  test('scores a link by what its page hands on and by the text at the link', async () => {
    const { scores, values, inheritedState } = await links(likePage, asSeed);
    // inherited = 0.5·cos = 0.3922.
    near([inheritedState.inherited!], [0.5 * cos]);
    // "supreme court": anchor 1 / (√2·√2) = 0.5, so context 1, neighbourhood 0.8·0.5 + 0.2·1 = 0.6.
    // "music": anchor 0, context "law music" 0.5, neighbourhood 0.2·0.5 = 0.1. "tea": 0.
    near(values, [0.25 * cos + 0.3, 0.25 * cos + 0.05, 0.25 * cos]); // 0.4961, 0.2461, 0.1961
    near(Object.values(scores[0]!.parts), [0.5 * cos, 0.5, 1]);
    near(Object.values(scores[1]!.parts), [0.5 * cos, 0, 0.5]);
    assert.deepEqual(Object.keys(scores[0]!.parts), ['inherited', 'anchor', 'context']);
  });

  test('takes its three numbers from the parameters', async () => {
    const set = { 'shark-search.delta': 0.2, 'shark-search.beta': 0.4, 'shark-search.gamma': 0.1 };
    const { values } = await links(likePage, asSeed, set);
    // inherited 0.2·cos; neighbourhoods 0.4·0.5 + 0.6·1 = 0.8, 0.6·0.5 = 0.3 and 0.
    near(values, [0.1 * 0.2 * cos + 0.9 * 0.8, 0.1 * 0.2 * cos + 0.9 * 0.3, 0.1 * 0.2 * cos]);
  });

  test('hands on a part of what a page without likeness has inherited, and nothing from a seed', async () => {
    near([(await links(unlikePage, after(0.4))).inheritedState.inherited!], [0.2]);
    near((await links(unlikePage, after(0.4))).values, [0.1]);
    near([(await links(unlikePage, asSeed)).inheritedState.inherited!], [0]);
    // A page that is like the query counts itself, however little.
    near([(await links(likePage, after(1))).inheritedState.inherited!], [0.5 * cos]);
  });

  test('lets paths of irrelevant pages end as fish-search does', async () => {
    const pruned = async (document: string, depth: number) =>
      (await links(document, after(0.4, depth))).scores[0]!.pruned;
    assert.equal(await pruned(unlikePage, 1), false);
    assert.equal(await pruned(unlikePage, 0), true);
    assert.equal(await pruned(likePage, 0), false);
  });

  test('refuses weights that are no shares', () => {
    for (const name of ['delta', 'beta', 'gamma'])
      assert.throws(() => made(sharkSearch, { query, set: { [`shark-search.${name}`]: 1.1 } }), UsageError);
  });

  // "two" is far more like the query than "one"; what lies behind both is not like it at all.
  const web = {
    'one.test/': html('Court', 'tea and cake and milk and sugar and bread', [['/a', 'next']]),
    'one.test/a': html('A', 'plain', [['/b', 'more']]),
    'one.test/b': html('B', 'simple'),
    'two.test/': html('Court law', 'court law', [['/a', 'next']]),
    'two.test/a': html('Two A', 'white', [['/b', 'more']]),
    'two.test/b': `<title>Two B</title><p>nothing <a href="/c">here</a></p><p>on law and the court <a href="/d">there</a></p>`,
    'two.test/c': html('C', 'red'),
    'two.test/d': html('D', 'blue'),
  };
  const options = { query, seed: ['http://one.test/', 'http://two.test/'], strategy: 'shark-search' };
  const expected = ['one.test/', 'two.test/', 'two.test/a', 'two.test/b', 'two.test/d'];

  test('swims on behind a good page, and by the words around a link', async () => {
    const order = await visitOrder(web, options);
    assert.deepEqual(order.slice(0, 5), expected);
    for (const strategy of ['breadth-first', 'best-first'])
      assert.notDeepEqual((await visitOrder(web, { ...options, strategy })).slice(0, 5), expected);
  });

  test('goes on after a stop with what each page had inherited', async () => {
    assert.deepEqual(await visitOrderResumed(web, options), await visitOrder(web, options));
  });
});
