import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { HiddenMarkov } from '../../../src/learning/markov/hidden-markov.js';
import { near } from '../../strategy/near.js';

// Two states, two clusters.
//   π = (1/4, 3/4)   A = | 1/2 1/2 |   B = | 3/4 1/4 |
//                        | 1/5 4/5 |       | 1/10 9/10 |
const model = new HiddenMarkov(
  {
    initial: [1, 3],
    transitions: [
      [2, 2],
      [1, 4],
    ],
    emissions: [
      [3, 1],
      [1, 9],
    ],
  },
  0,
);

describe('the hidden Markov model of Batsakis 2007', () => {
  test('starts with π·B', () => {
    // Cluster 1: (1/4·1/4, 3/4·9/10) = (0.0625, 0.675).
    near([...model.start(1)], [0.0625, 0.675]);
  });

  test('goes on by eq 5: α(j,t) = B[j][c]·Σ α(i,t−1)·A[i][j]', () => {
    // From (0.0625, 0.675) to a page of cluster 0:
    //   Σ for L0: 0.0625·0.5 + 0.675·0.2 = 0.03125 + 0.135 = 0.16625; times 3/4 = 0.1246875.
    //   Σ for L1: 0.0625·0.5 + 0.675·0.8 = 0.03125 + 0.54 = 0.57125; times 1/10 = 0.057125.
    near([...model.next(model.start(1), 0)], [0.1246875, 0.057125]);
  });

  test('looks ahead by eq 6: α(j,t+1) = Σ α(i,t)·A[i][j], once and again', () => {
    // L0: 0.1246875·0.5 + 0.057125·0.2 = 0.06234375 + 0.011425 = 0.07376875.
    // L1: 0.1246875·0.5 + 0.057125·0.8 = 0.06234375 + 0.0457 = 0.10804375.
    // Two steps, L0: 0.07376875·0.5 + 0.10804375·0.2 = 0.036884375 + 0.02160875 = 0.058493125.
    const ahead = model.predict(Float64Array.of(0.1246875, 0.057125));
    near([...ahead], [0.07376875, 0.10804375]);
    near([model.predict(ahead)[0]!], [0.058493125]);
  });

  test('learns nothing from a page that is like no cluster', () => {
    near([...model.start(undefined)], [0.25, 0.75]);
    // L0: 0.25·0.5 + 0.75·0.2 = 0.275; L1 the rest.
    near([...model.next(model.start(undefined), undefined)], [0.275, 0.725]);
  });

  test('adds the smoothing to every count', () => {
    // Counts (0, 3) with 0.5: (0.5, 3.5) / 4. A state without any steps goes anywhere alike.
    const smooth = new HiddenMarkov(
      { initial: [0, 3], transitions: [[0, 0], [4, 0]], emissions: [[1], [2]] }, // biome-ignore format: a matrix
      0.5,
    );
    near([...smooth.start(undefined)], [0.125, 0.875]);
    // A = (1/2 1/2; 4.5/5 0.5/5): L0: 0.125·0.5 + 0.875·0.9 = 0.85.
    near([...smooth.predict(smooth.start(undefined))], [0.85, 0.15]);
  });

  test('keeps probabilities probabilities', () => {
    const row = fc.array(fc.nat(20), { minLength: 3, maxLength: 3 });
    const matrix = fc.array(row, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(row, matrix, matrix, fc.array(fc.nat(2)), (initial, transitions, emissions, path) => {
        const any = new HiddenMarkov({ initial, transitions, emissions }, 0.1);
        let alpha = any.start(undefined);
        let before = 1;
        for (const cluster of path) {
          alpha = any.next(alpha, cluster);
          const sum = alpha.reduce((total, value) => total + value, 0);
          assert.ok(sum > 0 && sum <= before + 1e-12);
          near([any.predict(alpha).reduce((total, value) => total + value, 0)], [sum]);
          before = sum;
        }
      }),
    );
  });
});
