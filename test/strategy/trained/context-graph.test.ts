import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { CrawlOptions } from '../../../src/config/options.js';
import { contextGraphTrainer } from '../../../src/learning/context-graph-trainer.js';
import { hmmTrainer } from '../../../src/learning/markov/hmm-trainer.js';
import type { Judgement, LinkScore } from '../../../src/model/strategy.js';
import { contextGraph } from '../../../src/strategy/trained/context-graph.js';
import { asSeed, type Made, made } from '../made.js';
import { near } from '../near.js';
import { savedModel } from '../recorded-visits.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';
import { otherWeb, page as pageOf, rightOrder, seed, wayToWanted } from '../way-to-wanted.js';

// Two layers, 0 and 1, and all else; every word counts.
const two = { 'context-graph.layers': 1, 'context-graph.smoothing': 1, 'context-graph.words': 'none' };

function trained(context: TestContext, set: NonNullable<CrawlOptions['set']> = {}): Made {
  return made(contextGraph, { query: 'zorb', model: savedModel(context, contextGraphTrainer, wayToWanted), set });
}

async function asked({ strategy, page }: Made, html: string) {
  const read = page(html);
  const judgement = (await strategy.judge(read, asSeed)) as Judgement;
  const scores = (await strategy.rank(read, judgement, read.links, asSeed)) as readonly LinkScore[];
  return { judgement, scores };
}

describe('the context graph crawler', () => {
  test('asks Naive Bayes for the layer of a page, and queues its links there', async (context) => {
    // Words: wanted 6 (zorb 2, quax 2, plim, drok), shelf 2, all else 8 (front 2, gate 2, rain 2, snow 2). V = 13, λ = 1.
    // Pages: 2, 1, 4 of 7. The page says "shuf lozt":
    //   layer 0: 2/7·(1/19)² = .00079145; layer 1: 1/7·(2/15)² = .00253968; other: 4/7·(1/21)² = .00129576.
    //   Sum .00462689: .171054, .548896, .280050.
    const { judgement, scores } = await asked(trained(context, two), pageOf('shuf lozt', '/x', '/y'));
    near(Object.values(judgement.parts), [0.171054, 0.548896, 0.28005], 1e-5);
    assert.deepEqual(Object.keys(judgement.parts), ['layer 0', 'layer 1', 'other']);
    near([judgement.raw, judgement.relevance], [0.171054, 0.171054], 1e-5);
    assert.equal(scores.length, 2);
    assert.deepEqual([scores[0]!.level, scores[0]!.parts.layer], [2, 1]);
    near([scores[0]!.parts.confidence!], [0.548896], 1e-5);
  });

  test('queues links of pages of no sure layer last', async (context) => {
    const unsure = await asked(
      trained(context, { ...two, 'context-graph.confidence': 0.6 }),
      pageOf('shuf lozt', '/x'),
    );
    assert.deepEqual([unsure.scores[0]!.level, unsure.scores[0]!.parts.layer], [3, -1]);
    const elsewhere = await asked(
      trained(context, { ...two, 'context-graph.confidence': 0 }),
      pageOf('klod ruhn', '/x'),
    );
    assert.equal(elsewhere.scores[0]!.level, 3);
  });

  test('gives a nearer layer the higher value, so that the nearer of two ways to a link counts', async (context) => {
    const crawler = trained(context);
    const values = await Promise.all(
      ['zorb quax', 'shuf lozt', 'gorp arkz', 'welk frun', 'ruhn klod'].map(
        async (text) => (await asked(crawler, pageOf(`${text} `.repeat(20), '/x'))).scores[0]!,
      ),
    );
    assert.deepEqual(
      values.map(({ level }) => level),
      [1, 2, 3, 4, 6],
    );
    assert.deepEqual(
      values,
      [...values].sort((a, b) => b.value - a.value),
    );
  });

  test('follows the way that was learnt, and does so after a restart', async (context) => {
    const model = savedModel(context, contextGraphTrainer, wayToWanted);
    const set = { 'context-graph.confidence': 0.2, 'context-graph.words': 'none', 'context-graph.smoothing': 0.01 };
    const options = { strategy: 'context-graph', query: 'zorb', seed, model, set };
    assert.deepEqual(await visitOrder(otherWeb, options), rightOrder);
    assert.deepEqual(await visitOrderResumed(otherWeb, options), rightOrder);
  });

  test('is refused in one sentence without a model, or with one of another kind', (context) => {
    assert.throws(() => made(contextGraph, { query: 'zorb' }), {
      code: 'no-model',
      message: /osprey train --for context-graph/,
    });
    const model = savedModel(context, hmmTrainer, wayToWanted);
    assert.throws(() => made(contextGraph, { query: 'zorb', model }), { code: 'wrong-model' });
  });
});
