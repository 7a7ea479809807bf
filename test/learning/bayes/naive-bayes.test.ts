import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fitBayes } from '../../../src/learning/bayes/fitted-bayes.js';
import { countClasses, type LabelledText, likeliest, NaiveBayes } from '../../../src/learning/bayes/naive-bayes.js';
import { tellingTerms } from '../../../src/learning/bayes/telling-terms.js';
import type { TermCounts } from '../../../src/text/term-counts.js';
import { near } from '../../strategy/near.js';

const [court, judge, music, other] = [11, 22, 33, 44];

function text(...ids: readonly number[]): TermCounts {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return { ids: Uint32Array.from(counts.keys()), counts: Uint32Array.from(counts.values()) };
}

// Class 0 has one text "court court judge", class 1 one text "music court"; 3 terms in all, so with λ = 1:
// P(court|0) = (2+1)/(3+3) = 1/2, P(judge|0) = 2/6, P(music|0) = 1/6; P(court|1) = 2/5, P(judge|1) = 1/5, P(music|1) = 2/5.
const counts = countClasses(2, [
  [0, text(court, court, judge)],
  [1, text(music, court)],
]);

describe('Naive Bayes', () => {
  test('gives each class its share of prior times likelihoods', () => {
    const bayes = new NaiveBayes(counts);
    // "court judge": 1/2·1/2·1/3 = 1/12 against 1/2·2/5·1/5 = 1/25: 25/37 and 12/37.
    near([...bayes.posterior(text(court, judge)).probabilities], [25 / 37, 12 / 37]);
    // "music": 1/2·1/6 against 1/2·2/5: 5/17 and 12/17.
    near([...bayes.posteriorOfIds(Uint32Array.of(music)).probabilities], [5 / 17, 12 / 17]);
  });

  test('uses the smoothing that it is given', () => {
    // λ = 0.5: P(music|0) = 0.5/(3 + 1.5) = 1/9, P(music|1) = 1.5/(2 + 1.5) = 3/7: 7/34 and 27/34.
    near([...new NaiveBayes(counts, { smoothing: 0.5 }).posterior(text(music)).probabilities], [7 / 34, 27 / 34]);
  });

  test('passes over terms that no training text has, and says how many it knew', () => {
    const bayes = new NaiveBayes(counts);
    const { probabilities, known } = bayes.posterior(text(court, judge, other, other));
    near([...probabilities], [25 / 37, 12 / 37]);
    assert.equal(known, 2);
    assert.deepEqual(bayes.posteriorOfIds(Uint32Array.of(other)), {
      probabilities: Float64Array.of(0.5, 0.5),
      known: 0,
    });
  });

  test('counts a long text as a short one in the same proportions', () => {
    const bayes = new NaiveBayes(counts, { words: 2 });
    near([...bayes.posterior(text(court, court, court, judge, judge, judge)).probabilities], [25 / 37, 12 / 37]);
    near([...bayes.posterior(text(music)).probabilities], [5 / 17, 12 / 17]);
  });

  test('never says a class that it has seen no text of', () => {
    const bayes = new NaiveBayes(
      countClasses(3, [
        [0, text(court)],
        [1, text(music)],
      ]),
    );
    assert.equal(bayes.posterior(text(music)).probabilities[2], 0);
    assert.equal(new NaiveBayes(countClasses(4, [])).posterior(text(music)).probabilities[3], 0.25);
  });

  test('agrees with the formula, whatever the texts', () => {
    const ids = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });
    const labelled = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), ids), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(labelled, ids, fc.constantFrom(0.1, 1, 2), (texts, probe, smoothing) => {
        const vocabulary = new Set(texts.flatMap(([, words]) => words));
        const shares = [0, 1, 2].map((label) => {
          const own = texts.filter(([one]) => one === label);
          const words = own.flatMap(([, all]) => all);
          let product = own.length / texts.length;
          for (const id of probe.filter((one) => vocabulary.has(one))) {
            const n = words.filter((one) => one === id).length;
            product *= (n + smoothing) / (words.length + smoothing * vocabulary.size);
          }
          return product;
        });
        const sum = shares.reduce((total, share) => total + share, 0);
        const bayes = new NaiveBayes(
          countClasses(
            3,
            texts.map(([label, words]) => [label, text(...words)] as const),
          ),
          { smoothing },
        );
        const expected = shares.map((share) => share / sum);
        near([...bayes.posterior(text(...probe)).probabilities], expected);
        near([...bayes.posteriorOfIds(Uint32Array.from(probe)).probabilities], expected);
      }),
      { numRuns: 200 },
    );
  });

  test('is the same after a way through JSON', () => {
    const again = new NaiveBayes(JSON.parse(JSON.stringify(counts)));
    assert.deepEqual(again.posterior(text(court)), new NaiveBayes(counts).posterior(text(court)));
    assert.equal(likeliest([0.2, 0.4, 0.4]), 1);
  });
});

describe('a fitted Naive Bayes', () => {
  test('trusts long texts less when their words only look like evidence', () => {
    // Every text is one word twenty times over, and that word tells its class three times out of four: what twenty independent words
    // would make certain is worth one word. So the fewest words and the heaviest smoothing fit best.
    const texts = Array.from({ length: 80 }, (_, k) => {
      const label = k % 2;
      const word = k % 8 < 6 ? label : 1 - label;
      const labelled: LabelledText = [label, text(...new Array<number>(20).fill(100 + word))];
      return { text: labelled, fold: k % 5 };
    });
    const { words, counts: all } = fitBayes(2, texts);
    assert.equal(words, 10);
    assert.deepEqual(all.documents, [40, 40]);
  });

  test('gives the posteriors of several limits from one reading', () => {
    const long = text(court, court, judge, judge, music, other);
    const limits = [1, 2, 500];
    const each = limits.map((words) => new NaiveBayes(counts, { words }).posterior(long));
    assert.deepEqual(new NaiveBayes(counts).posteriors(long, limits), each);
  });

  test('names the terms that tell a class', () => {
    assert.deepEqual(tellingTerms(counts, 5), [[judge, court], [music]]);
  });
});
