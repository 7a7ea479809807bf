import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LinkModel, linkFeatures } from '../../../src/strategy/osprey/link-model.js';
import { type Words, wordsKept } from '../../../src/strategy/osprey/outlook.js';
import { near } from '../near.js';

const width = linkFeatures.length;
const wordsOf = (...ids: readonly number[]): Words => ({ ids: Uint32Array.from(ids), from: 0, to: ids.length });
const none = wordsOf();
/** All features 0 but one. */
const only = (feature: (typeof linkFeatures)[number], value: number) =>
  Float64Array.from(linkFeatures, (name) => (name === feature ? value : 0));
const logistic = (odds: number) => 1 / (1 + Math.exp(-odds));

describe('the model of links', () => {
  test('expects a half of everything before it has seen anything', () => {
    const model = new LinkModel();
    assert.deepEqual([model.seen, model.usual, model.predict(only('parent', 3), wordsOf(7))], [0, 0.5, 0.5]);
  });

  test('learns by AdaGrad: the first link moves the bias and its words', () => {
    const model = new LinkModel();
    model.learn(only('parent', 1), wordsOf(7), 1);
    // The features are their own mean, so nothing can be told from them. First step: the error is 0.5 − 1 = −0.5, so the bias
    // becomes 0.15 · 0.5/√(0.01 + 0.25) = 0.1471 and the word's weight 0.15 · 0.5/√(0.1 + 0.25) = 0.1268; then the link, the
    // only one so far, is replayed eight times.
    let [bias, gradients, word, wordGradients] = [0, 0.01, 0, 0.1];
    for (let step = 0; step < 9; step++) {
      const error = logistic(bias + word) - 1;
      gradients += error ** 2;
      wordGradients += error ** 2;
      bias -= (0.15 * error) / Math.sqrt(gradients);
      word -= (0.15 * error) / Math.sqrt(wordGradients);
      if (step === 0) near([bias, word], [0.1471, 0.1268], 1e-4);
    }
    near([model.usual, model.weigh(only('parent', 1), wordsOf(7))], [logistic(bias), word]);
    near([model.predict(only('parent', 1), wordsOf(7))], [logistic(bias + word)]);
    assert.equal(model.seen, 1);
  });

  test('learns which feature tells good links from bad ones, and says what each has told', () => {
    const model = new LinkModel();
    for (let visit = 0; visit < 200; visit++) {
      const isGood = visit % 2 === 0;
      const features = only('siblings', isGood ? 0.6 : 0.1);
      features[linkFeatures.indexOf('anchor')] = (visit % 3) / 3;
      model.learn(features, none, isGood ? 0.9 : 0.05);
    }
    const [good, bad] = [model.predict(only('siblings', 0.6), none), model.predict(only('siblings', 0.1), none)];
    assert.ok(good > 0.7 && bad < 0.25, `${good}, ${bad}`);
    model.weigh(only('siblings', 0.6), none);
    const strongest = Math.max(...model.evidence);
    assert.equal(linkFeatures[model.evidence.indexOf(strongest)], 'siblings');
  });

  test('learns which words of anchor texts lead to good pages', () => {
    const model = new LinkModel();
    for (let visit = 0; visit < 100; visit++)
      model.learn(only('parent', 0.3), wordsOf(visit % 2 === 0 ? 7 : 8), visit % 2 === 0 ? 0.9 : 0);
    const features = only('parent', 0.3);
    assert.ok(model.predict(features, wordsOf(7)) > 0.7);
    assert.ok(model.predict(features, wordsOf(8)) < 0.3);
    // What words bring is told with the last feature, and is all there is to tell.
    near([model.weigh(features, wordsOf(7))], [model.evidence[width - 1]!], 1e-6);
    const unknown = model.predict(features, wordsOf(9));
    near([unknown], [model.predict(features, none)]);
  });

  test('evidence adds up to what is weighed, and expectations stay within 0..1 for whatever numbers', () => {
    const number = fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    );
    const sample = fc.record({
      features: fc.array(number, { minLength: width, maxLength: width }).map((values) => Float64Array.from(values)),
      words: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: wordsKept }).map((ids) => wordsOf(...ids)),
      reward: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 60 }), (samples) => {
        const model = new LinkModel();
        for (const { features, words, reward } of samples) {
          model.learn(features, words, reward);
          const expected = model.predict(features, words);
          assert.ok(expected >= 0 && expected <= 1, `${expected}`);
          const odds = model.weigh(features, words);
          const sum = model.evidence.reduce((total, part) => total + part, 0);
          assert.ok(Math.abs(sum - odds) <= 1e-9 * Math.max(1, Math.abs(odds)));
        }
      }),
    );
  });

  test('goes on from a snapshot exactly as it would have gone on itself, also when its memory is full', () => {
    const features = (visit: number) =>
      Float64Array.from({ length: width }, (_, at) => ((visit * 7 + at * 3) % 11) / 11);
    const learn = (model: LinkModel, from: number, to: number) => {
      for (let visit = from; visit < to; visit++)
        model.learn(features(visit), wordsOf((visit % 13) + 1, (visit % 5) + 1), (visit % 4) / 4);
    };
    // The memory holds 2,000.
    for (const stop of [0, 1, 63, 64, 65, 300, 2_100]) {
      const [model, restored] = [new LinkModel(), new LinkModel()];
      learn(model, 0, stop);
      learn(restored, 0, 17);
      restored.knowledge.restore(model.knowledge.snapshot());
      learn(model, stop, stop + 70);
      learn(restored, stop, stop + 70);
      assert.equal(restored.predict(features(1), wordsOf(1, 2)), model.predict(features(1), wordsOf(1, 2)));
      assert.deepEqual(restored.knowledge.snapshot(), model.knowledge.snapshot(), `stopped after ${stop}`);
    }
  });

  test('refuses a snapshot that is damaged', () => {
    const model = new LinkModel();
    model.learn(only('parent', 1), wordsOf(7), 1);
    const data = model.knowledge.snapshot();
    for (let length = 0; length < data.length; length += 97)
      assert.throws(() => new LinkModel().knowledge.restore(data.subarray(0, length)), { code: 'knowledge-damaged' });
  });
});
