import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countsOf } from '../../../src/learning/markov/hmm-model.js';
import { hmmTrainer } from '../../../src/learning/markov/hmm-trainer.js';
import { relevantCentroid } from '../../../src/learning/relevant-centroid.js';
import { seededRandom } from '../../../src/random.js';
import { html } from '../../site.js';
import { near } from '../../strategy/near.js';
import { recordedVisits } from '../../strategy/recorded-visits.js';

const page = (text: string, ...links: string[]) =>
  html(
    '',
    text,
    links.map((link) => [`/${link}`, 'more']),
  );

/**
 * Visited in this order. Distances: front 3 (front → gate → shelf → wanted), gate 2, shelf 1, wanted 0; wanted2 is wanted too;
 * rain and snow lead nowhere: 3 or more.
 *
 * Steps: front → gate; gate → shelf; shelf → wanted; shelf → wanted2 (wanted does not link to it); front → rain; rain → snow.
 */
const visits = {
  'a.test/front': page('welcome front door', 'gate', 'rain'),
  'a.test/gate': page('gate archive volume', 'shelf'),
  'a.test/shelf': page('shelf list entry', 'wanted', 'wanted2'),
  'a.test/wanted': page('osprey nest fish', 'front'),
  'a.test/wanted2': page('osprey wing fish'),
  'a.test/rain': page('rain cloud weather', 'snow', 'nowhere'),
  'a.test/snow': page('snow cloud weather'),
};
const set = recordedVisits(visits);
const model = hmmTrainer.train(set, seededRandom(1));

describe('training of the HMM crawlers', () => {
  test('counts pages, steps and clusters as π, A and B of Batsakis 2007 need them', () => {
    const { initial, transitions, emissions } = countsOf(model, 'kMeans', 4);
    assert.deepEqual(initial, [2, 1, 1, 3]);
    assert.deepEqual(transitions, [
      [0, 0, 0, 0],
      [2, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 2],
    ]);
    // The fifth cluster is that of the relevant pages; gate and shelf are alone in theirs, or with what is as far from all.
    assert.deepEqual(emissions[0], [0, 0, 0, 0, 2]);
    assert.deepEqual(
      emissions.slice(1).map((row) => row[4]),
      [0, 0, 0],
    );
    assert.deepEqual(
      emissions.map((row) => row.reduce((sum, count) => sum + count, 0)),
      initial,
    );
  });

  test('keeps what any number of states needs', () => {
    assert.deepEqual(countsOf(model, 'kMeans', 2), {
      initial: [2, 5],
      transitions: [
        [0, 0],
        [2, 4],
      ],
      emissions: countsOf(model, 'kMeans', 2).emissions,
    });
    assert.deepEqual(countsOf(model, 'kMeans', 6).initial, [2, 1, 1, 1, 0, 2]);
  });

  test('puts pages that are alike into one cluster', () => {
    const [, , , wanted, wanted2, rain, snow] = model.documents;
    assert.equal(rain!.kMeans, snow!.kMeans);
    assert.equal(new Set(model.documents.map((one) => one.kMeans)).size, 5);
    assert.equal(wanted!.xMeans, wanted2!.xMeans);
  });

  test('takes K and the number of terms as parameters, and refuses what is none', () => {
    const given = new Map<string, number>([
      ['clusters', 3],
      ['terms', 2],
    ]);
    const { documents } = hmmTrainer.train(set, seededRandom(1), given);
    assert.equal(new Set(documents.map((one) => one.kMeans)).size, 3);
    assert.ok(documents.every((one) => one.terms.length <= 2));
    const refused = (name: string, value: number) => () =>
      hmmTrainer.train(set, seededRandom(1), new Map([[name, value]]));
    assert.throws(refused('clusters', 1), { code: 'bad-parameter', message: /^--set hmm\.clusters: must be/ });
    assert.throws(refused('cluster', 5), { code: 'unknown-parameter', message: /Did you mean "clusters"\?/ });
  });

  test('gives plain data, and the same for the same random numbers', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(model)), model);
    assert.deepEqual(hmmTrainer.train(set, seededRandom(1)), model);
  });

  test('tells relevant pages from others', () => {
    const { relevance } = hmmTrainer.tester(model);
    const scores = set.pages.map(relevance);
    for (const [index, score] of scores.entries())
      assert.equal(score > 0.5, index === 3 || index === 4, `${index}: ${score}`);
  });

  test('says what it found', () => {
    const lines = hmmTrainer.describe(model, (id) => `t${id}`);
    assert.equal(lines[0], 'pages by links to a relevant page (7): L0 29 %, L1 14 %, L2 14 %, L3+ 43 %');
    assert.ok(lines.includes('steps from L3+ (3): L0 0 %, L1 0 %, L2 33 %, L3+ 67 %'));
    assert.ok(lines.includes('no steps from L0'));
    assert.match(lines.join('\n'), /K-Means cluster 5: pages at L0 2, L1 0, L2 0, L3 0; t\d+/);
  });

  test('says what is missing', () => {
    const train =
      (pages: typeof set.pages, targets = set.targets) =>
      () =>
        hmmTrainer.train({ ...set, pages, targets }, seededRandom(1));
    assert.throws(train(set.pages, new Set(['music'])), { code: 'training-target' });
    assert.throws(train(set.pages.slice(1, 5)), { code: 'training-pages', message: /at least 4 pages .* there are 2/ });
    const unordered = set.pages.map(({ order: _, ...one }) => one);
    assert.throws(train(unordered), { code: 'training-order' });
    assert.throws(train(set.pages.map((one) => ({ ...one, links: [] }))), { code: 'training-steps' });
  });
});

describe('the centroid of the relevant pages', () => {
  test('is their mean, and half of it lies between them and the others', () => {
    // Unit vectors over terms 10, 11, 12: relevant (1,0,0) and (0.6,0.8,0), others (0,0,1) and (0,0.6,0.8).
    // S = (1.6, 0.8, 0), |S|² = 3.2. Each relevant one with the other: cos = 0.6. Median 0.6.
    // Others with S: 0, and 0.48/√3.2 = 0.268328: median 0.134164. Half: (0.6 + 0.134164)/2 = 0.367082.
    const vector = (...weights: readonly number[]) => ({
      dimensions: Uint32Array.from(weights.keys()),
      weights: Float64Array.from(weights),
    });
    const vectors = [vector(1, 0, 0), vector(0.6, 0.8, 0), vector(0, 0, 1), vector(0, 0.6, 0.8)];
    const { vector: centroid, half } = relevantCentroid(vectors, (index) => index < 2, [10, 11, 12]);
    near([half], [0.367082], 1e-6);
    near([centroid.norm ** 2, centroid.weightOf(10) / centroid.weightOf(11), centroid.weightOf(12)], [3.2, 2, 0]);
  });
});
