import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '../../../src/failure.js';
import { PageSpace, spaceOf } from '../../../src/learning/clustering/page-space.js';
import { VectorIndex } from '../../../src/learning/clustering/vector-index.js';
import { RbfKernel } from '../../../src/learning/svm/rbf-kernel.js';
import { SupportVectors } from '../../../src/learning/svm/support-vectors.js';
import { svmTrainer } from '../../../src/learning/svm/svm-trainer.js';
import { seededRandom } from '../../../src/random.js';
import { html } from '../../site.js';
import { near } from '../../strategy/near.js';
import { inventedPages, textOf } from '../invented-pages.js';
import { trainingSet } from '../taught.js';

const text = (...pairs: readonly (readonly [id: number, count: number])[]) => ({
  ids: Uint32Array.from(pairs, ([id]) => id),
  counts: Uint32Array.from(pairs, ([, count]) => count),
});

describe('the space of the training pages', () => {
  // Two pages: term 5 is on both, idf log(1 + 2/2) = log 2; terms 6 and 7 on one, idf log 3.
  const pages = [text([5, 1], [6, 3]), text([5, 2], [7, 1])];
  const space = new PageSpace(spaceOf(pages));

  test('weighs terms (1 + log f)·idf, and makes vectors of length 1', () => {
    const [five, six] = [Math.log(2), (1 + Math.log(3)) * Math.log(3)];
    const length = Math.hypot(five, six);
    near([...space.vectorOf(pages[0]!).weights], [five / length, six / length]);
  });

  test('lets unknown terms count in the length alone', () => {
    const { dimensions, weights } = space.vectorOf(text([5, 1], [99, 1]));
    assert.deepEqual([...dimensions], [0]);
    near([...weights], [Math.log(2) / Math.hypot(Math.log(2), Math.log(3))]);
    assert.equal(space.vectorOf(text()).weights.length, 0);
  });

  test('gives a kernel of 1 on the diagonal and exp(−2γ(1 − x·y)) elsewhere, however few rows are kept', () => {
    const vectors = [...pages, text([7, 1]), text([6, 1], [7, 1])].map((page) => space.vectorOf(page));
    const products = (a: number, b: number) =>
      [...vectors[a]!.dimensions].reduce((sum, dimension, i) => {
        const j = vectors[b]!.dimensions.indexOf(dimension);
        return j < 0 ? sum : sum + vectors[a]!.weights[i]! * vectors[b]!.weights[j]!;
      }, 0);
    const kernel = new RbfKernel(vectors, new VectorIndex(vectors, space.dimensions), 0.7, 2 * 4 * vectors.length);
    for (const a of [0, 1, 2, 3, 0, 2]) {
      const expected = vectors.map((_, b) => (a === b ? 1 : Math.exp(-1.4 * (1 - products(a, b)))));
      near([...kernel.row(a)], expected, 1e-6);
    }
  });
});

describe('the trainer of support vector machines', () => {
  const set = trainingSet(inventedPages(8), 'cycling');
  const model = svmTrainer.train(set, seededRandom(1));

  test('learns to tell wanted pages from others that it has not seen', () => {
    const random = seededRandom(99);
    const relevance = (subject: 'cycling' | 'cooking') => {
      const probe = trainingSet({ 'a.test/': [subject, html('', textOf(subject, random))] }, 'cycling').pages[0]!;
      return svmTrainer.tester(model).relevance(probe);
    };
    assert.ok(relevance('cycling') > 0.8);
    assert.ok(relevance('cooking') < 0.2);
  });

  test('makes the same model again from the same pages, and the same judgements after a way through JSON', () => {
    assert.deepEqual(svmTrainer.train(set, seededRandom(1)), model);
    const [first] = set.pages;
    const again = new SupportVectors(JSON.parse(JSON.stringify(model)));
    assert.equal(again.decide(first!.terms), new SupportVectors(model).decide(first!.terms));
  });

  test('puts training pages on the right side', () => {
    const machine = new SupportVectors(model);
    for (const { terms, label } of set.pages) assert.equal(machine.decide(terms) > 0, label === 'cycling');
  });

  test('describes what it found, and warns of few wanted pages', () => {
    const lines = svmTrainer.describe(model, () => 'word').join('\n');
    assert.match(lines, /^8 wanted pages and 24 others, \d+ support vectors$/m);
    assert.match(lines, /^RBF kernel with gamma [\d.]+ and cost \d+: mean log loss [\d.]+/m);
    assert.match(lines, /^few wanted pages: de Assis et al. 2009 has 30 or more$/m);
  });

  test('refuses a set with too few pages of either kind, and says how many there are', () => {
    const refused = (thrown: unknown) =>
      thrown instanceof UsageError && thrown.code === 'training-pages' && /there are 4 and 12\.$/.test(thrown.message);
    assert.throws(() => svmTrainer.train(trainingSet(inventedPages(4), 'cycling'), seededRandom(1)), refused);
  });
});
