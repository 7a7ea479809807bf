import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { UsageError } from '../../src/failure.js';
import { crossValidate, stratifiedFolds } from '../../src/learning/cross-validation.js';
import { qualityAt, rocAuc } from '../../src/learning/quality.js';
import { trainerOf } from '../../src/learning/trainers.js';
import type { Trainer, TrainingPage, TrainingSet } from '../../src/learning/training.js';
import { seededRandom } from '../../src/random.js';

/** A page of one word, which is its number. */
function page(name: string, label: string, word: number, order?: number): TrainingPage {
  const terms = { ids: Uint32Array.of(word), counts: Uint32Array.of(1) };
  return { url: `http://a.test/${name}`, label, terms, links: [], ...(order !== undefined && { order }) };
}

function setOf(pages: readonly TrainingPage[]): TrainingSet {
  return { pages, targets: new Set(['wanted']), language: 'en', stem: true };
}

/** Knows the words of the wanted pages, and remembers every set that it was given. */
function wordTrainer(): Trainer<{ words: number[] }> & { readonly sets: TrainingSet[] } {
  const sets: TrainingSet[] = [];
  return {
    kind: 'words',
    shape: () => undefined,
    parameters: {},
    version: 1,
    sets,
    train(set) {
      sets.push(set);
      const wanted = set.pages.filter(({ label }) => set.targets.has(label));
      if (wanted.length === 0) throw new UsageError('training-target', 'There is no wanted page.');
      return { words: wanted.map(({ terms }) => terms.ids[0]!) };
    },
    describe: () => [],
    tester: ({ words }) => ({
      relevance: ({ terms }) => (words.includes(terms.ids[0]!) ? 1 : 0),
      classOf: ({ terms }) => (words.includes(terms.ids[0]!) ? 'wanted' : 'other'),
    }),
  };
}

describe('stratified folds', () => {
  test('four wanted and six other pages in two folds: two and three each', () => {
    const labels = ['other', 'wanted', 'other', 'wanted', 'other', 'wanted', 'other', 'wanted', 'other', 'other'];
    const folds = stratifiedFolds(labels, new Set(['wanted']), 2, seededRandom(1));
    for (const fold of [0, 1]) {
      const inside = labels.filter((_, index) => folds[index] === fold);
      assert.deepEqual(inside.toSorted(), ['other', 'other', 'other', 'wanted', 'wanted']);
    }
  });

  test('are the same for the same random numbers, and others for others', () => {
    const labels = Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? 'wanted' : 'other'));
    const folds = (seed: number) => [...stratifiedFolds(labels, new Set(['wanted']), 5, seededRandom(seed))];
    assert.deepEqual(folds(1), folds(1));
    assert.notDeepEqual(folds(1), folds(2));
  });

  test('differ by one page at most: of each label, of all wanted labels, and in all', () => {
    const labels = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(labels, fc.integer({ min: 2, max: 7 }), fc.nat(), (given, count, seed) => {
        const targets = new Set(['b', 'd']);
        const folds = stratifiedFolds(given, targets, count, seededRandom(seed));
        const even = (counts: (label: string) => boolean) => {
          const sizes = new Array<number>(count).fill(0);
          for (const [index, label] of given.entries()) if (counts(label)) sizes[folds[index]!]!++;
          assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, `${sizes}`);
        };
        even(() => true);
        even((label) => targets.has(label));
        for (const one of 'abcde') even((label) => label === one);
      }),
    );
  });
});

describe('cross-validation', () => {
  // Wanted: 1 1 1 1 2, other: 3 3 3 3 1. With as many folds as pages of the smaller kind (5), each fold has one of each.
  // A wanted 1 is always known by its like: score 1. The 2 is alone: 0. An other 3 is never a word of wanted pages: 0. The other
  // 1 always is: 1. So 4 of 5 hits, 1 false alarm: precision = recall = F1 = accuracy = 4/5.
  // AUC: 4 wanted at 1 beat 4 others and tie with one (4·4.5), the one at 0 ties with 4 (4·½): 20 of 25.
  const words = { wanted: [1, 1, 1, 1, 2], other: [3, 3, 3, 3, 1] };
  const pages = Object.entries(words).flatMap(([label, ids]) =>
    ids.map((id, index) => page(`${label}${index}`, label, id, index)),
  );

  test('worked out by hand', () => {
    const result = crossValidate(wordTrainer(), setOf(pages), { folds: 10, randomSeed: 1 });
    assert.ok(!('impossible' in result));
    assert.equal(result.folds, 5);
    assert.deepEqual(
      result.scored.map(({ score }) => score),
      [1, 1, 1, 1, 0, 0, 0, 0, 0, 1],
    );
    const { precision, recall, f1, accuracy } = qualityAt(result.scored, 0.5);
    assert.deepEqual([precision, recall, f1, accuracy], [4 / 5, 4 / 5, 4 / 5, 4 / 5]);
    assert.equal(rocAuc(result.scored), 20 / 25);
    assert.equal(result.classes!.count('wanted', 'other'), 1);
    assert.equal(result.classes!.count('other', 'wanted'), 1);
    assert.equal(result.classes!.accuracy, 4 / 5);
  });

  test('the model of a fold sees none of its pages, and the others in their order', () => {
    const trainer = wordTrainer();
    const told: [number, number][] = [];
    crossValidate(trainer, setOf(pages), { folds: 5, randomSeed: 1, onFold: (...fold) => told.push(fold) });
    assert.deepEqual(
      told,
      [1, 2, 3, 4, 5].map((fold) => [fold, 5]),
    );
    const left = trainer.sets.map((set) => pages.filter((one) => !set.pages.includes(one)));
    assert.deepEqual(
      left.flat().toSorted((a, b) => pages.indexOf(a) - pages.indexOf(b)),
      pages,
    );
    for (const { pages: kept } of trainer.sets)
      assert.deepEqual(
        kept,
        pages.filter((one) => kept.includes(one)),
      );
  });

  test('a single page of a kind cannot be learnt and tested: it is said why', () => {
    const alone = setOf([page('a', 'wanted', 1), page('b', 'other', 2), page('c', 'other', 3)]);
    assert.deepEqual(crossValidate(wordTrainer(), alone, { folds: 5, randomSeed: 1 }), {
      impossible: 'it takes at least two pages that are wanted and two that are not',
    });
  });

  test('what a trainer misses in a fold is the reason', () => {
    const trainer = {
      ...wordTrainer(),
      train: () => assert.fail(new UsageError('training-pages', 'Five are needed.')),
    };
    const result = crossValidate(trainer, setOf(pages), { folds: 5, randomSeed: 1 });
    assert.deepEqual(result, {
      impossible: 'the pages outside of a fold are too few to learn from (Five are needed.)',
    });
  });
});

test('every kind of model has one trainer, and unknown kinds are refused', () => {
  for (const kind of ['taxonomy', 'svm', 'hmm', 'context-graph']) assert.equal(trainerOf(kind).kind, kind);
  assert.throws(() => trainerOf('oracle'), { code: 'unknown-model' });
});
