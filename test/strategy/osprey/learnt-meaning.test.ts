import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LearntMeaning } from '../../../src/strategy/osprey/learnt-meaning.js';
import { near } from '../near.js';

const [east, north, west] = [Float64Array.from([1, 0]), Float64Array.from([0, 1]), Float64Array.from([-1, 0])];

describe('what the best pages are about', () => {
  test('lifts what is like them and lowers what is not', () => {
    const learnt = new LearntMeaning(2);
    assert.equal(learnt.added(east), 0);
    learnt.learn(east, 0.5);
    learnt.learn(north, 0);
    // Centroid (1, 0) less the mean of two pages and twenty of nothing, (1, 1)/22: (21, −1)/22, of length √442/22. Worth 0.5 of 0.5 + 1.
    const strength = 0.25 / 3;
    near(
      [learnt.added(east), learnt.added(west)],
      [(strength * 21) / Math.sqrt(442), (-strength * 21) / Math.sqrt(442)],
    );
    assert.ok(learnt.added(north) < 0);
  });

  test('goes by the ten best pages, whatever the order in which they come', () => {
    const [rising, falling] = [new LearntMeaning(2), new LearntMeaning(2)];
    const pages = Array.from({ length: 15 }, (_, index) => [index % 2 === 0 ? east : north, (index + 1) / 20] as const);
    for (const [meaning, worth] of pages) rising.learn(meaning, worth);
    for (const [meaning, worth] of pages.toReversed()) falling.learn(meaning, worth);
    near([rising.added(east), rising.added(north)], [falling.added(east), falling.added(north)]);
  });

  test('forgets a page that turns out to be none, and counts one that is first', () => {
    const learnt = new LearntMeaning(2);
    learnt.learn(east, 0.5);
    learnt.learn(north, 0.4);
    learnt.correct(east, 0);
    assert.ok(learnt.added(north) > 0 && learnt.added(east) < 0);
    learnt.correct(east, 1);
    assert.ok(learnt.added(east) > learnt.added(north));
  });

  test('goes on from a snapshot as it would have gone on itself', () => {
    const [learnt, restored] = [new LearntMeaning(2), new LearntMeaning(2)];
    for (const [meaning, worth] of [
      [east, 0.4],
      [north, 0.9],
      [west, 0],
    ] as const)
      learnt.learn(meaning, worth);
    restored.knowledge.restore(learnt.knowledge.snapshot());
    for (const one of [learnt, restored]) one.learn(north, 0.2);
    assert.deepEqual(
      [east, north].map((m) => restored.added(m)),
      [east, north].map((m) => learnt.added(m)),
    );
  });
});
