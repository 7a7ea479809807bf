import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CrawlOptions } from '../../../src/config/options.js';
import { UsageError } from '../../../src/failure.js';
import type { Reached } from '../../../src/model/strategy.js';
import { fishSearch } from '../../../src/strategy/classic/fish-search.js';
import { html } from '../../site.js';
import { asSeed, made } from '../made.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

const query = 'court law';
const hit = html(
  'Court',
  'court law',
  [1, 2, 3, 4, 5].map((n) => [`/${n}`, 'tea'] as const),
);
const miss = html(
  'Tea',
  'green',
  [1, 2, 3, 4, 5].map((n) => [`/${n}`, 'tea'] as const),
);

async function links(document: string, reached: Reached, set: CrawlOptions['set'] = {}) {
  const { strategy, page: read } = made(fishSearch, { query, set });
  const page = read(document);
  const judgement = await strategy.judge(page, reached);
  const scores = await strategy.rank(page, judgement, page.links, reached);
  return {
    depth: judgement.inheritedState?.depth,
    values: scores.map(({ value }) => value),
    pruned: scores[0]!.pruned,
  };
}

function after(depth: number): Reached {
  return { depth: 1, level: 1, from: { url: 'http://a.test/', inheritedState: { depth } } };
}

describe('fish-search', () => {
  // With depth D = 3 the depth left adds 0.5·left / 4: potential 1 with 3 left is 1.375, potential 0.5 with 2 left 0.75.
  test('puts links of relevant pages before those of others', async () => {
    assert.deepEqual(await links(hit, asSeed), { depth: 3, values: Array(5).fill(1.375), pruned: false });
    assert.deepEqual(await links(miss, asSeed), { depth: 2, values: Array(5).fill(0.75), pruned: false });
  });

  test('loses a life with each irrelevant page, dies with none left, and is fed by a relevant page', async () => {
    assert.deepEqual(await links(miss, after(2)), { depth: 1, values: Array(5).fill(0.625), pruned: false });
    assert.deepEqual(await links(miss, after(1)), { depth: 0, values: Array(5).fill(0.5), pruned: false });
    assert.equal((await links(miss, after(0))).pruned, true);
    assert.deepEqual(await links(hit, after(0)), { depth: 3, values: Array(5).fill(1.375), pruned: false });
  });

  test('counts the first links of a page in full, alpha times as many of a relevant one', async () => {
    const set = { 'fish-search.width': 2 }; // alpha 1.5: three links of a relevant page
    assert.deepEqual((await links(hit, asSeed, set)).values, [1.375, 1.375, 1.375, 0.375, 0.375]);
    assert.deepEqual((await links(miss, asSeed, set)).values, [0.75, 0.75, 0.25, 0.25, 0.25]);
  });

  // One life, a width of 1. "deep" is a second link of the court page, a hit, which gives it one life, and of the milk page,
  // which gives it none: with that, its own link would not be followed.
  test('of two ways to a URL beyond the width the one with the longer life counts, whichever comes first', async () => {
    const pages = {
      'a.test/milk': html('Milk', 'white', [
        ['/tea', 'three'],
        ['/deep', 'four'],
      ]),
      'a.test/court': html('Court', 'court law', [
        ['/judge', 'five'],
        ['/deep', 'six'],
      ]),
      'a.test/tea': html('Tea', 'green'),
      'a.test/judge': html('Judge', 'wig'),
      'a.test/deep': html('Deep', 'water', [['/last', 'seven']]),
      'a.test/last': html('Last', 'one'),
    };
    const set = { 'fish-search.depth': 1, 'fish-search.width': 1, 'fish-search.alpha': 1 };
    for (const [first, second] of [
      ['/milk', '/court'],
      ['/court', '/milk'],
    ] as const) {
      const start = html('Court', 'court law', [
        [first, 'one'],
        [second, 'two'],
      ]);
      const web = { ...pages, 'a.test/': start };
      const order = await visitOrder(web, { query, seed: 'http://a.test/', strategy: 'fish-search', set });
      assert.ok(order.includes('a.test/last'), first);
    }
  });

  test('calls a page relevant from the threshold on', async () => {
    assert.equal((await links(hit, asSeed, { 'fish-search.relevance-threshold': 1 })).depth, 2);
    assert.equal((await links(miss, asSeed, { 'fish-search.relevance-threshold': 0 })).depth, 3);
  });

  test('refuses a depth below 0', () => {
    assert.throws(() => made(fishSearch, { query, set: { 'fish-search.depth': -1 } }), UsageError);
  });

  const web = {
    'a.test/': html('Start', 'here', [
      ['/tea', 'one'],
      ['/court', 'two'],
    ]),
    'a.test/tea': html('Tea', 'green', [
      ['/milk', 'three'],
      ['/both', 'four'],
    ]),
    'a.test/court': html('Court', 'court law', [
      ['/both', 'five'],
      ['/judge', 'six'],
    ]),
    'a.test/milk': html('Milk', 'white'),
    'a.test/judge': html('Judge', 'wig', [['/wig', 'seven']]),
    'a.test/both': html('Both', 'sides', [['/sides', 'eight']]),
    'a.test/wig': html('Wig', 'hair', [['/hair', 'nine']]),
    'a.test/sides': html('Sides', 'of law', [['/last', 'ten']]),
    'a.test/hair': html('Hair', 'long'),
    'a.test/last': html('Last', 'one'),
  };
  const options = (depth: number) => ({
    query,
    seed: 'http://a.test/',
    strategy: 'fish-search',
    set: { 'fish-search.depth': depth },
  });

  // One life. The start is no hit, so "tea" has none left: its links are not followed. "court" is a hit: its links have one
  // left, those of "judge" and "both" none, and "wig" is the end of its path. "sides" is a hit in time.
  test('follows the food, and lets paths end that bring none', async () => {
    assert.deepEqual(await visitOrder(web, options(1)), [
      'a.test/',
      'a.test/tea',
      'a.test/court',
      'a.test/both',
      'a.test/judge',
      'a.test/sides',
      'a.test/last',
      'a.test/wig',
    ]);
  });

  test('with more lives visits all, links of relevant pages first', async () => {
    const order = await visitOrder(web, options(3));
    assert.deepEqual(order.slice(0, 5), ['a.test/', 'a.test/tea', 'a.test/court', 'a.test/both', 'a.test/judge']);
    assert.equal(order.length, 10);
    assert.equal(order.includes('a.test/milk'), true);
  });

  test('remembers on resume how long each path may live', async () => {
    for (const depth of [1, 3])
      assert.deepEqual(await visitOrderResumed(web, options(depth)), await visitOrder(web, options(depth)));
  });
});
