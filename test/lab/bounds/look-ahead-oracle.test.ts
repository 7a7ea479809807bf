import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { labelOracle } from '../../../src/lab/bounds/greedy-oracles.js';
import { lookAheadOracle } from '../../../src/lab/bounds/look-ahead-oracle.js';
import { graphOf, hopsFrom, linksOf, reversed } from '../../../src/lab/web/link-graph.js';
import { anyWeb, type DrawnWeb, drawnWeb, findsAlong } from './drawn-web.js';
import { assertLawful } from './lawful-crawl.js';

const visits = (web: DrawnWeb, budget: number) =>
  lookAheadOracle(web.graph, web.start, web.wanted, budget, reversed(web.graph));

describe('the look-ahead oracle', () => {
  test('takes a find that waits before anything else', () => {
    // 1 promises two finds (4, 5), but 2 is one: 0, 2, then 1, 4, 5, and 3 at last.
    const web = drawnWeb([[1, 2, 3], [4, 5], [], [], [], []], [0], [2, 4, 5]);
    assert.deepEqual(visits(web, 6), [0, 2, 1, 4, 5, 3]);
  });

  test('of pages one link before a find takes the one with most finds behind it, then the one met first', () => {
    // 1 and 2 lead to one find each (4; 5), 3 to two (6, 7).
    const web = drawnWeb([[1, 2, 3], [4], [5], [6, 7], [], [], [], []], [0], [4, 5, 6, 7]);
    assert.deepEqual(visits(web, 8), [0, 3, 6, 7, 1, 4, 2, 5]);
  });

  test('counts no find for a page that another page has led to already', () => {
    // 1 leads to 4, 5, 6; 2 to 4, 5 as well; 3 to 7 alone. After 1 there is nothing left behind 2.
    const web = drawnWeb([[1, 2, 3], [4, 5, 6], [4, 5], [7], [], [], [], []], [0], [4, 5, 6, 7]);
    assert.deepEqual(visits(web, 8), [0, 1, 4, 5, 6, 3, 7, 2]);
  });

  test('goes the shortest way to a find through pages that promise nothing', () => {
    // 0 → 1 → 3 → 5 → 7 and 0 → 2 → 4 → 6: the second is shorter. Back on the first: 1, 3, 5, 7.
    const web = drawnWeb([[1, 2], [3], [4], [5], [6], [7], [], []], [0], [6, 7]);
    assert.deepEqual(visits(web, 8), [0, 2, 4, 6, 1, 3, 5, 7]);
  });

  test('of ways of the same length takes the one that ends with most finds, then the one from the page met first', () => {
    // 0 → 1 → 4 → 7; 0 → 2 → 5 → 8, 9; 0 → 3 → 6 → 10.
    const links = [[1, 2, 3], [4], [5], [6], [7], [8, 9], [10], [], [], [], []];
    const web = drawnWeb(links, [0], [7, 8, 9, 10]);
    assert.deepEqual(visits(web, 11), [0, 2, 5, 8, 9, 1, 4, 7, 3, 6, 10]);
  });

  test('takes the finds that a find links to before it looks for another way', () => {
    // 0 → 1 → 2 → 3 → 4 with the finds 3 and 4; 0 → 5 → 6 → 7 with the find 7.
    const web = drawnWeb([[1, 5], [2], [3], [4], [], [6], [7], []], [0], [3, 4, 7]);
    assert.deepEqual(visits(web, 8), [0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('goes on first in, first out when no find can be reached any more', () => {
    // The find 5 links to the web, and nothing links to it.
    const web = drawnWeb([[2, 1], [4], [3], [], [], [0]], [0], [5]);
    assert.deepEqual(visits(web, 6), [0, 2, 1, 3, 4]);
  });

  test('does not look for finds among the seeds, which are visited anyway', () => {
    // 2 links back to the seed 1, a find, and to nothing else; 3 leads to the find 4.
    const web = drawnWeb([[2, 3], [], [1], [4], []], [0, 1], [1, 4]);
    assert.deepEqual(visits(web, 5), [0, 1, 3, 4, 2]);
  });

  test('does better than the label oracle where finds lie behind irrelevant pages', () => {
    // 0 links to nine dead ends and to 10; 10 → 11 → finds 12, 13. Looking one page ahead, all of 1..10 are alike.
    const links = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [], [], [], [], [], [], [], [], [], [11], [12, 13], [], []];
    const web = drawnWeb(links, [0], [12, 13]);
    assert.deepEqual(findsAlong(web, visits(web, 5)), [0, 0, 0, 1, 2]);
    assert.deepEqual(findsAlong(web, labelOracle(web.graph, web.start, web, 5)), [0, 0, 0, 0, 0]);
  });

  test('keeps the rules of a crawl and the admissible bound on any web, and does the same twice', () => {
    fc.assert(
      fc.property(anyWeb, fc.integer({ min: 1, max: 30 }), (web, budget) => {
        assertLawful(web, visits(web, budget), budget);
        assert.deepEqual(visits(web, budget), visits(web, budget));
      }),
    );
  });

  test('always takes a page with the fewest links to a find that was not visited', () => {
    fc.assert(
      fc.property(anyWeb, (web) => {
        const order = visits(web, 24);
        const seeds = new Set(web.start).size;
        for (let at = seeds; at < order.length; at++) assertNearest(web, order.slice(0, at), order[at]!);
      }),
    );
  });
});

/** By the definition: on the web without the visited pages. */
function assertNearest(web: DrawnWeb, visited: readonly number[], next: number): void {
  const { graph, wanted } = web;
  const gone = new Set(visited);
  const waiting = new Set(visited.flatMap((page) => [...linksOf(graph, page)]).filter((page) => !gone.has(page)));
  const left = [...wanted.keys()].map((page) =>
    gone.has(page) ? [] : [...linksOf(graph, page)].filter((target) => !gone.has(target)),
  );
  const finds = [...wanted.keys()].filter((page) => wanted[page] === 1 && !gone.has(page));
  const links = hopsFrom(reversed(graphOf(left)), finds);
  const fewest = Math.min(...[...waiting].map((page) => distance(links, page)));
  assert.equal(distance(links, next), fewest);
}

function distance(links: Int32Array, page: number): number {
  return links[page] === -1 ? Number.POSITIVE_INFINITY : links[page]!;
}
