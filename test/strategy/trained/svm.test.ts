import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../../src/failure.js';
import type { SvmModel } from '../../../src/learning/svm/support-vectors.js';
import { svmTrainer } from '../../../src/learning/svm/svm-trainer.js';
import { taxonomyTrainer } from '../../../src/learning/taxonomy-trainer.js';
import { svm } from '../../../src/strategy/trained/svm.js';
import { termId } from '../../../src/text/term-id.js';
import { inventedPages } from '../../learning/invented-pages.js';
import { taughtModel, trainingSet } from '../../learning/taught.js';
import { html } from '../../site.js';
import { asSeed, made } from '../made.js';
import { near } from '../near.js';
import { visitOrder, visitOrderResumed } from '../visit-order.js';

const invented = trainingSet(inventedPages(6), 'cycling');

/**
 * Two support vectors of one word each, bicycle (yα = 2) and onion (yα = −2), bias 0.1, γ = 0.5. For a page with the one word bicycle,
 * the products are 1 and 0, so K = 1 and e^−1: f = 2 − 2/e + 0.1. With a = −2, b = 0: P = 1 / (1 + e^(−2f)).
 */
const byHand: SvmModel = {
  space: { pages: 2, terms: [termId('bicycl'), termId('onion')], frequencies: [1, 1] },
  vectors: [
    { terms: [0], counts: [1], coefficient: 2 },
    { terms: [1], counts: [1], coefficient: -2 },
  ],
  bias: 0.1,
  gamma: 0.5,
  cost: 2,
  sigmoid: { a: -2, b: 0 },
  wanted: 1,
  loss: 0.5,
};
const decision = 2 - 2 / Math.E + 0.1;
const probability = 1 / (1 + Math.exp(-2 * decision));

function crawler(set: Record<string, string | number> = {}) {
  return made(svm, { query: 'x', model: taughtModel(svmTrainer, invented, { model: byHand }), set });
}

describe('the SVM crawler', () => {
  test('judges by the decision value, scaled to a probability', async () => {
    const { strategy, page } = crawler();
    const judgement = await strategy.judge(page('<p>bicycle</p>'), asSeed);
    near([judgement.raw, judgement.relevance, judgement.parts.decision!], [decision, probability, decision]);
    // Half bicycle, half onion: both products are 1/√2, the rest cancels out.
    near([(await strategy.judge(page('<p>bicycle onion</p>'), asSeed)).raw], [0.1]);
  });

  test('gives links the score of their page, or leaves them to their siblings', async () => {
    const value = async (policy: string, text: string) => {
      const { strategy, page } = crawler({ 'svm.ties': 'first', 'svm.policy': policy, 'svm.change-threshold': 0.3 });
      const read = page(`<p>${text}</p><a href="/x"></a>`);
      return (await strategy.rank(read, await strategy.judge(read, asSeed), read.links, asSeed))[0]!.value;
    };
    near(
      [await value('ps', 'bicycle'), await value('fs-2', 'bicycle'), await value('pfs-2', 'bicycle')],
      [probability, 0, probability],
    );
    // Onion alone: f = 2/e − 2 + 0.1, P = 0.089, below the threshold.
    const low = 1 / (1 + Math.exp(-2 * (2 / Math.E - 1.9)));
    near([await value('ps', 'onion'), await value('pfs-2', 'onion')], [low, 0]);
  });

  test('raises the siblings of a good page, but not those of a seed', async () => {
    const rescores = async (policy: string, text: string, depth: number) => {
      const { strategy, page } = crawler({ 'svm.ties': 'first', 'svm.policy': policy });
      const { url, terms } = page(`<p>${text}</p>`);
      const reached = { depth, level: 1 };
      const judgement = await strategy.judge(page(`<p>${text}</p>`), reached);
      return strategy.learn!({ url, terms, judgement, relevant: true, reached, links: [] });
    };
    assert.deepEqual(await rescores('fs-2', 'bicycle', 1), [
      { siblingsOf: 'http://a.test/', score: probability, merge: 'set' },
    ]);
    assert.equal((await rescores('pfs-2', 'bicycle', 1))?.length, 1);
    assert.equal(await rescores('fs-2', 'bicycle', 0), undefined);
    assert.equal(await rescores('fs-2', 'onion', 1), undefined);
    assert.equal(await rescores('ps', 'bicycle', 1), undefined);
  });
});

describe('a crawl with a support vector machine', () => {
  // Two recipes pages lead to two pages each; the first of the second hub's pages is a race, which has a link of its own.
  const cooking = 'onion broth salt carrot garlic recipe flour oven';
  const web = {
    'a.test/': html('Start', cooking, [
      ['/hub1', 'one'],
      ['/hub2', 'two'],
    ]),
    'a.test/hub1': html('Hub', cooking, [
      ['/race', 'here'],
      ['/fair', 'there'],
    ]),
    'a.test/hub2': html('Hub', cooking, [
      ['/soup', 'here'],
      ['/stew', 'there'],
    ]),
    'a.test/race': html('Race', 'bicycle peloton stage mountain helmet pedal saddle chain', [['/next', 'next']]),
    'a.test/fair': html('Fair', 'street mayor council library market station'),
    'a.test/soup': html('Soup', cooking),
    'a.test/stew': html('Stew', cooking),
    'a.test/next': html('Race', 'bicycle sprint stage pedal wheel'),
  };
  const start = ['a.test/', 'a.test/hub1', 'a.test/hub2', 'a.test/race'];
  const options = (policy: string) =>
    ({
      query: 'onion broth',
      seed: 'http://a.test/',
      strategy: 'svm',
      model: taughtModel(svmTrainer, invented),
      set: { 'svm.ties': 'first', 'svm.policy': policy },
    }) as const;

  test('follows the links of a wanted page first (ps)', async () => {
    const order = await visitOrder(web, options('ps'));
    assert.deepEqual(order.slice(order.indexOf('a.test/race'))[1], 'a.test/next');
  });

  test('visits the siblings of a wanted page before its links (fs-2), or right before them (pfs-2)', async () => {
    const rest = ['a.test/soup', 'a.test/stew'];
    assert.deepEqual(await visitOrder(web, options('fs-2')), [...start, 'a.test/fair', ...rest, 'a.test/next']);
    assert.deepEqual(await visitOrder(web, options('pfs-2')), [...start, 'a.test/fair', 'a.test/next', ...rest]);
  });

  test('goes on after a stop as if there had been none', async () => {
    for (const policy of ['ps', 'pfs-2'] as const) {
      assert.deepEqual(await visitOrderResumed(web, options(policy)), await visitOrder(web, options(policy)));
    }
  });
});

describe('svm refuses', () => {
  const refusal = (code: string, message: RegExp) => (thrown: unknown) =>
    thrown instanceof UsageError && thrown.code === code && message.test(thrown.message);

  test('to start without a model, or with one that does not fit', () => {
    assert.throws(() => made(svm, { query: 'x' }), refusal('no-model', /osprey train --for svm/));
    const taxonomy = taughtModel(taxonomyTrainer, invented);
    assert.throws(
      () => made(svm, { query: 'x', model: taxonomy }),
      refusal('wrong-model', /kind taxonomy, but svm needs/),
    );
    const other = taughtModel(svmTrainer, invented, { version: 0 });
    assert.throws(() => made(svm, { query: 'x', model: other }), refusal('model-version', /version 0/));
  });
});
