import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { admissibleBound } from '../../../src/lab/bounds/admissible-bound.js';
import { lookAheadOracle } from '../../../src/lab/bounds/look-ahead-oracle.js';
import { simulatedCrawl } from '../../../src/lab/bounds/simulated-crawl.js';
import { reversed } from '../../../src/lab/web/link-graph.js';
import { seededRandom } from '../../../src/random.js';
import { anyWeb, type DrawnWeb, drawnWeb, findsAlong } from './drawn-web.js';
import { assertLawful } from './lawful-crawl.js';

const bestCrawl = (web: DrawnWeb, budget: number) =>
  findsAlong(web, lookAheadOracle(web.graph, web.start, web.wanted, budget, reversed(web.graph)));

describe('the admissible bound', () => {
  test('is what the only crawl of a chain finds', () => {
    // 0 → 1 → 2 → 3 → 4, finds 2 and 4: they are the third and the fifth page at best.
    const web = drawnWeb([[1], [2], [3], [4], []], [0], [2, 4]);
    assert.deepEqual(admissibleBound(web, 5), [0, 0, 1, 1, 2]);
    assert.deepEqual(bestCrawl(web, 5), [0, 0, 1, 1, 2]);
  });

  test('is what the best crawl of a star finds, whose middle is a find', () => {
    // 0 links to all others, finds 0, 2, 4: one a page, until there are no more.
    const web = drawnWeb([[1, 2, 3, 4], [], [], [], []], [0], [0, 2, 4]);
    assert.deepEqual(admissibleBound(web, 5), [1, 2, 3, 3, 3]);
    assert.deepEqual(bestCrawl(web, 5), [1, 2, 3, 3, 3]);
  });

  test('counts nothing that no link leads to, and stays where it is beyond the web', () => {
    const web = drawnWeb([[1], [], [0]], [0], [1, 2]);
    assert.deepEqual(admissibleBound(web, 4), [0, 1, 1, 1]);
  });

  test('counts nothing that is further away than the budget', () => {
    const web = drawnWeb([[1], [2], [3], []], [0], [1, 3]);
    assert.deepEqual(admissibleBound(web, 3), [0, 1, 1]);
  });

  test('is exceeded by no order of visits that follows links', () => {
    fc.assert(
      fc.property(anyWeb, fc.integer({ min: 1, max: 30 }), fc.nat(), (web, budget, seed) => {
        assertLawful(web, randomVisits(web, budget, seed), budget);
      }),
      { numRuns: 500 },
    );
  });
});

function randomVisits({ graph, start }: DrawnWeb, budget: number, seed: number): number[] {
  const random = seededRandom(seed);
  const waiting: number[] = [];
  return simulatedCrawl(graph, start, budget, {
    found: (page) => waiting.push(page),
    next: () => waiting.splice(Math.floor(random() * waiting.length), 1)[0],
  });
}
