import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { html } from '../site.js';
import { visitOrder } from './visit-order.js';

// Three seeds with a link each, for the query "court law"; all words weigh 1. Title and heading count twice, the anchor text once.
// a: court 4, law 4, news 1: cos = 8 / (√33·√2) = 0.985; anchor "news": 0. Mean 0.49.
// b: music 4, concert 2, court 1: cos = 1 / (√21·√2) = 0.154; anchor "court concert": 1 / (√2·√2) = 0.5. Mean 0.33.
// c: garden 4, rose 3, court 3, law 3: cos = 6 / (√43·√2) = 0.647; anchor "court law": 1. Mean 0.82.
const web = {
  'x.test/a': html('Court law', 'court law court law', [['/a1', 'news']]),
  'x.test/b': html('Music', 'music music concert', [['/b1', 'court concert']]),
  'x.test/c': html('Garden', 'garden garden rose rose rose court law court law', [['/c1', 'court law']]),
  'x.test/a1': html('A', 'one'),
  'x.test/b1': html('B', 'two'),
  'x.test/c1': html('C', 'three'),
};

describe('the order of visits of the classic crawlers', () => {
  const orders: [strategy: string, links: string[]][] = [
    ['breadth-first', ['a1', 'b1', 'c1']],
    ['best-first-page', ['a1', 'c1', 'b1']],
    ['best-first-anchor', ['c1', 'b1', 'a1']],
    ['best-first', ['c1', 'a1', 'b1']],
  ];
  for (const [strategy, links] of orders) {
    test(strategy, async () => {
      const seed = ['a', 'b', 'c'].map((name) => `http://x.test/${name}`);
      const order = await visitOrder(web, { query: 'court law', idf: 'one', strategy, seed });
      assert.deepEqual(
        order.slice(3),
        links.map((name) => `x.test/${name}`),
      );
    });
  }
});
