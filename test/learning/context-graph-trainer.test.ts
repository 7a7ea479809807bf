import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contextGraphTrainer, layerClassifier } from '../../src/learning/context-graph-trainer.js';
import { seededRandom } from '../../src/random.js';
import { html } from '../site.js';
import { near } from '../strategy/near.js';
import { recordedVisits } from '../strategy/recorded-visits.js';

const page = (text: string, ...links: string[]) =>
  html(
    '',
    text,
    links.map((link) => [`/${link}`, '']),
  );

const set = recordedVisits({
  'a.test/gate': page('gate gate', 'shelf'),
  'a.test/shelf': page('shelf', 'wanted'),
  'a.test/wanted': page('osprey'),
  'a.test/rain': page('rain rain rain'),
});
const model = contextGraphTrainer.train(set, seededRandom(1));

describe('training of a context graph', () => {
  test('puts pages into layers by their link distance to a wanted page', () => {
    // Layers 0 to 8 and beyond: wanted, shelf, gate, six empty ones, rain.
    assert.deepEqual(model.layers.counts.documents, [1, 1, 1, 0, 0, 0, 0, 0, 0, 1]);
    assert.deepEqual(
      model.layers.counts.terms.map(({ counts }) => counts),
      [[1], [1], [2], [], [], [], [], [], [], [3]],
    );
  });

  test('may join the outer layers', () => {
    // Two layers, 0 and 1, and all else: gate and rain, 5 words. λ = 1, V = 4. P(c) = 1/4, 1/4, 1/2. The text "rain rain rain" counts as one word:
    //   layer 0: (0+1)/(1+4) = 1/5; layer 1 the same; other: (3+1)/(5+4) = 4/9.
    //   With priors: 1/20, 1/20, 4/18: sum 0.322222. Probabilities .155172, .155172, .689655.
    const classifier = layerClassifier(model, 1, { smoothing: 1, words: 1 });
    near([...classifier.posterior(set.pages[3]!.terms).probabilities], [0.155172, 0.155172, 0.689655], 1e-6);
  });

  test('gives plain data, the same for the same random numbers, and tells wanted pages from others', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
    assert.deepEqual(contextGraphTrainer.train(set, seededRandom(1)), model);
    const { relevance } = contextGraphTrainer.tester(model);
    const scores = set.pages.map(relevance);
    assert.equal(scores.indexOf(Math.max(...scores)), 2);
  });

  test('says what it found', () => {
    const lines = contextGraphTrainer.describe(model, (id) => `t${id}`);
    assert.match(lines[0]!, /^layer 0: 1 pages; t\d+$/);
    assert.match(lines[3]!, /^farther away, or no way to a wanted page: 1 pages/);
  });

  test('says what is missing', () => {
    const train =
      (pages: typeof set.pages, targets = set.targets) =>
      () =>
        contextGraphTrainer.train({ ...set, pages, targets }, seededRandom(1));
    assert.throws(train(set.pages, new Set(['music'])), { code: 'training-target' });
    assert.throws(train(set.pages.map((one) => ({ ...one, links: [] }))), { code: 'training-links' });
  });
});
