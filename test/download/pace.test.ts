import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FetchFailureCode } from '../../src/download/fetch-failures.js';
import { failureOf, fetchFailures } from '../../src/download/fetch-failures.js';
import {
  type Backoff,
  baseDelay,
  defaultPaceRules,
  initialPace,
  nextPace,
  type PaceOutcome,
  parseRetryAfter,
  retryDelay,
  worthRetrying,
} from '../../src/download/pace.js';

const rules = defaultPaceRules;
const ownServer = { ...rules, delayMs: 0 };
const quick: PaceOutcome = { kind: 'answered', latencyMs: 50 };
const failed: PaceOutcome = { kind: 'failed' };

/** Delays after each outcome, from the initial pace on. */
function delays(outcomes: PaceOutcome[], paceRules = rules, crawlDelayMs = 0): number[] {
  let pace = initialPace(paceRules, crawlDelayMs);
  return outcomes.map((outcome) => {
    pace = nextPace(pace, outcome, 0, paceRules, crawlDelayMs).pace;
    return pace.delayMs;
  });
}

describe('pace of a host', () => {
  test('the base delay is the longer of configuration and Crawl-delay, the latter capped', () => {
    assert.equal(baseDelay(rules), 1000);
    assert.equal(baseDelay(rules, 500), 1000);
    assert.equal(baseDelay(rules, 5000), 5000);
    assert.equal(baseDelay(rules, 86_400_000), 60_000);
    assert.equal(baseDelay({ ...rules, delayMs: 120_000 }, 90_000), 120_000);
  });

  test('failures double the delay, successes halve it back to the base', () => {
    // 1 s -> 2, 4, 8 s; back: 4, 2, 1, and no lower than the base
    assert.deepEqual(
      delays([failed, failed, failed, quick, quick, quick, quick]),
      [2000, 4000, 8000, 4000, 2000, 1000, 1000],
    );
  });

  test('consecutive failures are counted until a success', () => {
    const once = nextPace(initialPace(rules), failed, 0, rules).pace;
    const twice = nextPace(once, { kind: 'overloaded' }, 0, rules).pace;
    assert.deepEqual([once.failures, twice.failures, nextPace(twice, quick, 0, rules).pace.failures], [1, 2, 0]);
  });

  test('one’s own server is asked without delay, but backs off from 1 s and recovers fully', () => {
    assert.deepEqual(delays([quick, quick], ownServer), [0, 0]);
    // 0 -> 1 s; halves: 500, 250, 125, then 62.5 is below 100 ms: recovered
    assert.deepEqual(delays([failed, quick, quick, quick, quick], ownServer), [1000, 500, 250, 125, 0]);
    assert.equal(nextPace(initialPace(ownServer), { kind: 'answered', latencyMs: 9000 }, 7, ownServer).nextAt, 7);
  });

  test('a slow host is left alone for as long as it took to answer', () => {
    const slow: PaceOutcome = { kind: 'answered', latencyMs: 3000 };
    assert.equal(nextPace(initialPace(rules), slow, 100, rules).nextAt, 3100);
    assert.equal(nextPace(initialPace(rules), slow, 100, { ...rules, latencyFactor: 2 }).nextAt, 6100);
    assert.equal(nextPace(initialPace(rules), slow, 100, { ...rules, latencyFactor: 0 }).nextAt, 1100);
  });

  test('Retry-After holds for the host, up to an hour', () => {
    const nextAt = (retryAfterMs: number) =>
      nextPace(initialPace(rules), { kind: 'overloaded', retryAfterMs }, 100, rules).nextAt;
    assert.equal(nextAt(30_000), 30_100);
    assert.equal(nextAt(500), 2100); // the doubled delay is longer
    assert.equal(nextAt(Number.POSITIVE_INFINITY), 3_600_100);
  });

  test('whatever happens, the delay stays between base and the longest back-off', () => {
    const outcome = fc.oneof(
      fc.record({ kind: fc.constant('answered' as const), latencyMs: fc.nat(60_000) }),
      fc.constant(failed),
      fc.record({ kind: fc.constant('overloaded' as const), retryAfterMs: fc.nat() }),
    );
    fc.assert(
      fc.property(
        fc.array(outcome, { maxLength: 60 }),
        fc.nat(700_000),
        fc.nat(100_000),
        (outcomes, delayMs, crawlDelayMs) => {
          const some = { ...rules, delayMs };
          const base = baseDelay(some, crawlDelayMs);
          let pace: Backoff = initialPace(some, crawlDelayMs);
          for (const each of outcomes) {
            const next = nextPace(pace, each, 1000, some, crawlDelayMs);
            pace = next.pace;
            assert.ok(pace.delayMs >= base && pace.delayMs <= Math.max(base, some.maxBackoffMs));
            assert.ok(next.nextAt >= 1000 + pace.delayMs);
            assert.ok(next.nextAt <= 1000 + Math.max(pace.delayMs, some.maxRetryAfterMs));
          }
        },
      ),
    );
  });
});

describe('retries', () => {
  test('what may have changed by the next time is retried', () => {
    for (const status of [408, 425, 429, 500, 502, 503, 504]) assert.ok(worthRetrying(status, 1), String(status));
    for (const status of [200, 301, 304, 400, 401, 403, 404, 410, 501, 505])
      assert.ok(!worthRetrying(status, 1), String(status));
    for (const code of Object.keys(fetchFailures) as FetchFailureCode[]) {
      assert.equal(worthRetrying(failureOf(code, {}), 1), fetchFailures[code].policy === 'retry', code);
    }
  });

  test('there are three attempts by default', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((attempt) => worthRetrying(503, attempt)),
      [true, true, false, false],
    );
    assert.ok(!worthRetrying(503, 1, 0));
    assert.ok(worthRetrying(503, 5, 5));
  });

  test('the wait doubles with each attempt, less a random part of up to half', () => {
    assert.deepEqual(
      [1, 2, 3].map((attempt) => retryDelay(attempt, () => 0)),
      [1000, 2000, 4000],
    );
    assert.equal(
      retryDelay(3, () => 0.5),
      3000,
    ); // 4 s × (1 - 0.5 / 2)
    assert.equal(
      retryDelay(50, () => 0),
      600_000,
    );
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 0);

  test('seconds are understood', () => {
    assert.equal(parseRetryAfter('120', now), 120_000);
    assert.equal(parseRetryAfter(' 0 ', now), 0);
  });

  test('all three HTTP date forms are understood, whatever the local time zone', () => {
    for (const date of [
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
    ]) {
      assert.equal(parseRetryAfter(date, now), 37_000, date);
    }
  });

  test('a date in the past means now', () => {
    assert.equal(parseRetryAfter('Sat, 05 Nov 1994 08:49:37 GMT', now), 0);
  });

  test('anything else is not understood', () => {
    for (const value of [undefined, '', 'soon', '-5', '1.5', '12 s', 'Sun, nonsense GMT', '1994-11-06']) {
      assert.equal(parseRetryAfter(value, now), undefined, String(value));
    }
  });
});
