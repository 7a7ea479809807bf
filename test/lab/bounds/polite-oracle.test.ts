import assert from 'node:assert/strict';
import { test } from 'node:test';
import { politeOracle } from '../../../src/lab/bounds/polite-oracle.js';
import { graphOf } from '../../../src/lab/web/link-graph.js';

// 0 links to all others. 1, 2 and 3 are finds on the host of 0, 4 is no find on another host.
const graph = graphOf([[1, 2, 3, 4], [], [], [], []]);
const hosts = Int32Array.of(0, 0, 0, 0, 1);
const urls = [0, 1, 2, 3, 4].map((page) => `http://h${hosts[page]}.test/${page}`);
const wanted = Uint8Array.of(0, 1, 1, 1, 0);
const goal = { wanted, relevance: Float64Array.from(wanted) };
const manners = { requests: 8, delayMs: 1_000, latency: { medianMs: 100, spread: 0, seed: 1 } };

test('the oracle waits for finds, holds the delay, and takes the rest when no find is left', () => {
  const { pages, at } = politeOracle(graph, [0], goal, 9, { hosts, urls }, manners);
  assert.deepEqual(pages, [0, 1, 2, 3, 4]);
  // An answer takes 100 ms, and the host is left alone for 1,000 after it. The last find is in flight when the rest begins.
  assert.deepEqual(at.map(Math.round), [100, 1_200, 2_300, 3_400, 3_400]);
});

test('the budget is not overspent', () => {
  assert.deepEqual(politeOracle(graph, [0], goal, 2, { hosts, urls }, manners).pages, [0, 1]);
});
