import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Check, checked, type TaskValue, verdictOf } from '../../../src/lab/papers/check.js';
import type { Interval } from '../../../src/lab/results.js';

/** From the least to the greatest: an interval that can be worked out by hand. */
function rangeOf(values: readonly TaskValue[]): Interval {
  const numbers = values.map(({ value }) => value);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  return { mean, low: Math.min(...numbers), high: Math.max(...numbers) };
}

/** Six tasks, each of its own topic, so that something can be sure: the values over and over. Null is none. */
function onTasks(...given: readonly (number | null)[]): TaskValue[] {
  const values = Array.from({ length: 6 }, (_, index) => given[index % given.length] ?? null);
  return values.flatMap((value, index) => (value === null ? [] : [{ task: `t${index}`, topic: `t${index}`, value }]));
}

function outcome(check: Check, values: Readonly<Record<string, readonly TaskValue[]>>) {
  const { outcome, found, pairs } = checked(check, (contender) => values[contender] ?? [], rangeOf);
  return { outcome, found, pairs };
}

describe('a part of a claim', () => {
  const above: Check = { kind: 'above', measure: 'harvest', more: 'a', less: 'b' };

  test('holds when the whole interval of the paired difference is above 0', () => {
    // .5 − .25 and .75 − .25
    assert.deepEqual(outcome(above, { a: onTasks(0.5, 0.75), b: onTasks(0.25, 0.25) }), {
      outcome: 'holds',
      found: { mean: 0.375, low: 0.25, high: 0.5 },
      pairs: 6,
    });
  });

  test('holds in the mean only when the interval reaches to 0', () => {
    assert.equal(outcome(above, { a: onTasks(0.5, 0.25), b: onTasks(0.25, 0.25) }).outcome, 'in the mean');
  });

  test('fails when the difference may be chance and is less than 5 %', () => {
    // 1.04 and 1 on half of the tasks, equal on the others: .02 of 1.01 in the mean.
    assert.equal(outcome(above, { a: onTasks(1.04, 1), b: onTasks(1, 1) }).outcome, 'fails');
    // As small, but sure.
    assert.equal(outcome(above, { a: onTasks(1.02), b: onTasks(1) }).outcome, 'holds');
  });

  test('holds in the mean only on fewer than six tasks, however clear', () => {
    const few = { a: onTasks(0.5).slice(1), b: onTasks(0.25).slice(1) };
    assert.equal(outcome(above, few).outcome, 'in the mean');
  });

  test('holds in the mean only on fewer than five topics, however many tasks agree, and says that this is why', () => {
    const ofTopics = (topics: number, value: number) =>
      onTasks(value).map((one, index) => ({ ...one, topic: `${index % topics}` }));
    const on = (topics: number) => {
      const values = { a: ofTopics(topics, 0.5), b: ofTopics(topics, 0.25) };
      return checked(above, (contender) => values[contender as 'a' | 'b'], rangeOf);
    };
    const { outcome: few, pairs, topics, tooFewTopics } = on(4);
    assert.deepEqual([few, pairs, topics, tooFewTopics], ['in the mean', 6, 4, true]);
    assert.deepEqual([on(5).outcome, on(5).tooFewTopics], ['holds', false]);
  });

  test('that the paper calls marginal needs no more than the mean, which must be within 10 %, and enough topics', () => {
    const marginal: Check = { ...above, marginal: true };
    // 1.1 and 1 on half of the tasks, .98 and 1 on the others: .04 of 1.02 in the mean.
    const values = { a: onTasks(1.1, 0.98), b: onTasks(1) };
    assert.equal(outcome(marginal, values).outcome, 'holds');
    assert.equal(outcome(marginal, { ...values, a: values.a.slice(2) }).outcome, 'in the mean');
    assert.equal(outcome(marginal, { a: onTasks(1.2), b: onTasks(1) }).outcome, 'fails');
    assert.equal(outcome(marginal, { a: onTasks(0.99), b: onTasks(1) }).outcome, 'fails');
  });

  test('of equality or of no loss is unknown where neither has found anything', () => {
    for (const kind of ['same', 'no-less'] as const)
      assert.deepEqual(outcome({ kind, measure: 'harvest', one: 'a', other: 'b' }, { a: onTasks(0), b: onTasks(0) }), {
        outcome: 'unknown',
        found: undefined,
        pairs: 6,
      });
  });

  test('of a figure holds when the whole interval is about it', () => {
    const about: Check = { kind: 'between', measure: 'deeper', of: 'a', least: 0.2, most: 0.4 };
    assert.equal(outcome(about, { a: onTasks(0.2, 0.4) }).outcome, 'holds');
    assert.equal(outcome(about, { a: onTasks(0.1, 0.5) }).outcome, 'in the mean');
    assert.equal(outcome(about, { a: onTasks(0.8) }).outcome, 'fails');
  });

  test('fails when both are equal: a difference is claimed', () => {
    assert.equal(outcome(above, { a: onTasks(0.5), b: onTasks(0.5) }).outcome, 'fails');
  });

  test('rests on the tasks that both have a value for, and is unknown without any', () => {
    assert.equal(outcome(above, { a: onTasks(0.5, null, 0.5), b: onTasks(0.25, 0.25, null) }).pairs, 2);
    assert.deepEqual(outcome(above, { a: onTasks(0.5) }), { outcome: 'unknown', found: undefined, pairs: 0 });
  });

  test('of equality holds within 5 % of the mean of both', () => {
    const same: Check = { kind: 'same', measure: 'harvest', one: 'a', other: 'b' };
    // The mean of both is 1: differences of up to .05 are none.
    assert.equal(outcome(same, { a: onTasks(1.02, 0.98), b: onTasks(1, 1) }).outcome, 'holds');
    assert.equal(outcome(same, { a: onTasks(1.1, 0.9), b: onTasks(1, 1) }).outcome, 'in the mean');
    assert.equal(outcome(same, { a: onTasks(1.2), b: onTasks(0.8) }).outcome, 'fails');
  });

  test('of no loss holds when the other is surely not above by more than 5 %', () => {
    const noLess: Check = { kind: 'no-less', measure: 'precision', one: 'a', other: 'b' };
    assert.equal(outcome(noLess, { a: onTasks(2, 0.98), b: onTasks(1, 1) }).outcome, 'holds');
    assert.equal(outcome(noLess, { a: onTasks(2, 0.5), b: onTasks(1, 1) }).outcome, 'in the mean');
    assert.equal(outcome(noLess, { a: onTasks(0.8), b: onTasks(1) }).outcome, 'fails');
  });

  test('is refuted only when the whole interval says the opposite', () => {
    const refuted = (a: readonly TaskValue[]) => {
      const values = { a, b: onTasks(1) };
      return checked(above, (contender) => values[contender as 'a' | 'b'], rangeOf).refuted;
    };
    assert.deepEqual([refuted(onTasks(0.8)), refuted(onTasks(0.8, 1.01)), refuted(onTasks(1.2))], [true, false, false]);
    // Too few tasks to be sure of anything.
    assert.equal(refuted(onTasks(0.8).slice(1)), false);
  });

  test('of a ratio is about each task, and leaves out what cannot be divided', () => {
    const times: Check = { kind: 'times', measure: 'seconds', more: 'a', less: 'b', least: 6 };
    // Four tasks are left, too few to be sure.
    assert.deepEqual(outcome(times, { a: onTasks(60, 70, 5), b: onTasks(10, 10, 0) }), {
      outcome: 'in the mean',
      found: { mean: 6.5, low: 6, high: 7 },
      pairs: 4,
    });
    assert.equal(outcome(times, { a: onTasks(60, 70), b: onTasks(10, 10) }).outcome, 'holds');
    assert.equal(outcome(times, { a: onTasks(50, 75), b: onTasks(10, 10) }).outcome, 'in the mean');
  });

  test('of a bound is about one contender', () => {
    const atLeast: Check = { kind: 'at-least', measure: 'F1', of: 'a', value: 0.5 };
    const atMost: Check = { kind: 'at-most', measure: 'visited', of: 'a', value: 0.5 };
    const a = { a: onTasks(0.25, 0.75) };
    assert.equal(outcome(atLeast, a).outcome, 'in the mean');
    assert.equal(outcome(atMost, a).outcome, 'in the mean');
    assert.equal(outcome(atMost, { a: onTasks(0.5) }).outcome, 'holds');
    assert.equal(outcome(atLeast, { a: onTasks(0.25) }).outcome, 'fails');
  });
});

describe('the verdict', () => {
  const claims = (...outcomes: readonly ('holds' | 'in the mean' | 'fails' | 'unknown')[]) =>
    verdictOf(
      outcomes.map((outcome) => ({
        words: '',
        effect: '',
        outcome,
        pairs: 1,
        topics: 1,
        tooFewTopics: false,
        refuted: false,
      })),
    );

  test('is reproduced when all parts hold, and only then', () => {
    assert.equal(claims('holds', 'holds'), 'reproduced');
    assert.equal(claims('holds', 'in the mean'), 'partly');
    assert.equal(claims('holds', 'unknown'), 'partly');
  });

  test('is partly down to half of them, and not reproduced below', () => {
    assert.equal(claims('in the mean', 'fails'), 'partly');
    assert.equal(claims('holds', 'fails', 'fails'), 'not reproduced');
    assert.equal(claims('fails'), 'not reproduced');
  });

  test('is none where nothing could be checked', () => {
    assert.equal(claims('unknown', 'unknown'), 'not run');
    assert.equal(claims(), 'not run');
  });
});
