import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { contentOracle, labelOracle } from '../../../src/lab/bounds/greedy-oracles.js';
import { anyWeb, type DrawnWeb, drawnWeb } from './drawn-web.js';
import { assertLawful } from './lawful-crawl.js';

const visits = (web: DrawnWeb, budget: number) => labelOracle(web.graph, web.start, web, budget);

describe('the label oracle', () => {
  test('takes the most relevant page that it has a link to', () => {
    // 0 links to 1 (0.2), 2 (0.7), 3 (0.4); 3 links to 4 (0.3), which then comes before 1.
    const web = drawnWeb([[1, 2, 3], [], [], [4], []], [0], [], [0, 0.2, 0.7, 0.4, 0.3]);
    assert.deepEqual(visits(web, 5), [0, 2, 3, 4, 1]);
  });

  test('takes links of equal worth in the order in which it met them', () => {
    const web = drawnWeb([[3, 1], [4], [], [2], []], [0], []);
    assert.deepEqual(visits(web, 5), [0, 3, 1, 2, 4]);
  });

  test('prefers any find to a relevant page that counts for nothing, and that to an irrelevant one', () => {
    // 2 is an example (relevance 1, no find), 3 a find of relevance 0.8.
    const web = drawnWeb([[1, 2, 3], [], [], []], [0], [3], [0, 0, 1, 0]);
    web.relevance[3] = 0.8;
    assert.deepEqual(visits(web, 4), [0, 3, 2, 1]);
  });

  test('visits all seeds first, in their order, and a seed named twice once', () => {
    const web = drawnWeb([[3], [], [], []], [0, 2, 1, 0], [3]);
    assert.deepEqual(visits(web, 4), [0, 2, 1, 3]);
    assert.deepEqual(visits(web, 2), [0, 2]);
  });

  test('keeps the rules of a crawl and the admissible bound on any web', () => {
    fc.assert(
      fc.property(anyWeb, fc.integer({ min: 1, max: 30 }), (web, budget) => {
        assertLawful(web, visits(web, budget), budget);
      }),
    );
  });
});

describe('the content oracle', () => {
  test('takes the page that is most like the query, whatever people called it', () => {
    // 3 is the only find; 2 is most like the query, and 4, behind it, more so than 1.
    const web = drawnWeb([[1, 2, 3], [], [4], [], []], [0], [3]);
    assert.deepEqual(contentOracle(web.graph, web.start, Float64Array.of(0, 0.2, 0.9, 0.1, 0.5), 5), [0, 2, 4, 1, 3]);
  });
});
