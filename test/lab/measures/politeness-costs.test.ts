import assert from 'node:assert/strict';
import { test } from 'node:test';
import { politenessCosts } from '../../../src/lab/measures/politeness-costs.js';
import { runResult } from './run-result.js';

const free = (topic: string, auc: number) => runResult({ strategy: 'one', topic, auc, harvest: 0.8 });
const polite = (topic: string, auc: number, virtualSeconds: number) =>
  runResult({ strategy: 'one', topic, auc, harvest: 0.4, virtualSeconds, timeAuc: auc / 2, timeCurve: [0, auc] });

test('crawls are compared with the same ones without politeness, whichever came first', () => {
  const [frees, polites] = [
    [free('a', 0.4), free('b', 0.2)],
    [polite('a', 0.3, 100), polite('b', 0.1, 300)],
  ];
  const costs = politenessCosts(frees, polites);
  assert.deepEqual(costs, [
    {
      strategy: 'one',
      runs: 2,
      freeAuc: 0.3,
      politeAuc: 0.2,
      freeHarvest: 0.8,
      politeHarvest: 0.4,
      seconds: 200,
      timeAuc: 0.1,
      timeCurve: [0, 0.2],
    },
  ]);
  assert.deepEqual(politenessCosts(polites, frees), costs);
});

test('a crawl that was done one way alone says nothing', () => {
  assert.deepEqual(politenessCosts([free('a', 0.4)], [polite('b', 0.1, 9)]), []);
});
