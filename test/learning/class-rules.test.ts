import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bestChains, classRules } from '../../src/learning/class-rules.js';
import { near } from '../strategy/near.js';

// Classes: 0 wanted, 1 one hop away, 2 two hops, 3 three hops, 4 a dead end. Links of each class to each:
const links = [
  [6, 2, 0, 0, 2],
  [5, 3, 2, 0, 0],
  [1, 12, 6, 0, 1],
  [0, 0, 8, 2, 0],
  [0, 0, 0, 0, 10],
];
const none = { confidence: 0, support: 1 };

describe('rules between classes', () => {
  test('have the share of the links of a class as their confidence', () => {
    assert.deepEqual(classRules(links, none)[1], [0.5, 0.3, 0.2, 0, 0]);
    assert.deepEqual(classRules([[0, 0]], none), [[0, 0]]);
  });

  test('are dropped below the least confidence or support', () => {
    // Of the 20 links of class 2, one leads to class 0: confidence 0.05, support 1.
    assert.deepEqual(classRules(links, { confidence: 0.05, support: 1 })[2], [0.05, 0.6, 0.3, 0, 0.05]);
    assert.deepEqual(classRules(links, { confidence: 0.06, support: 1 })[2], [0, 0.6, 0.3, 0, 0]);
    assert.deepEqual(classRules(links, { confidence: 0, support: 2 })[2], [0, 0.6, 0.3, 0, 0]);
  });
});

describe('the best chain to a wanted class', () => {
  test('has the highest product of confidences', () => {
    // 1 → 0: 0.5. 2 → 1 → 0: 0.6·0.5 = 0.3, above 2 → 0: 0.05. 3 → 2 → 1 → 0: 0.8·0.3 = 0.24. 4 leads nowhere.
    const chains = bestChains(classRules(links, none), [0], 3);
    assert.deepEqual(
      chains.map((chain) => chain?.hops),
      [0, 1, 2, 3, undefined],
    );
    near(
      chains.slice(0, 4).map((chain) => chain!.confidence),
      [1, 0.5, 0.3, 0.24],
    );
  });

  test('is the best of those that are short enough', () => {
    // With two hops at most: 3 → 2 → 0, 0.8·0.05 = 0.04. With one: 2 → 0, 0.05, and none for 3.
    const two = bestChains(classRules(links, none), [0], 2);
    near([two[3]!.confidence, two[3]!.hops], [0.04, 2]);
    const one = bestChains(classRules(links, none), [0], 1);
    near([one[2]!.confidence, one[2]!.hops], [0.05, 1]);
    assert.equal(one[3], undefined);
    assert.deepEqual(bestChains(classRules(links, none), [0], 0), [
      { hops: 0, confidence: 1 },
      ...new Array(4).fill(undefined),
    ]);
  });

  test('is found among all ways, whatever the rules', () => {
    const size = 5;
    const matrix = fc.array(fc.array(fc.nat(4), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    });
    fc.assert(
      fc.property(matrix, fc.nat(4), (counts, most) => {
        const rules = classRules(counts, none);
        const best = (from: number, hops: number): number =>
          from === 0 ? 1 : hops === 0 ? 0 : Math.max(...rules[from]!.map((rule, to) => rule * best(to, hops - 1)));
        near(
          bestChains(rules, [0], most).map((chain) => chain?.confidence ?? 0),
          rules.map((_, from) => best(from, most)),
        );
      }),
      { numRuns: 60 },
    );
  });
});
