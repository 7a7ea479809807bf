import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FetchResult } from '../../src/agent/fetch-claim.js';
import { type Outcome, outcomeOf, paceAfter } from '../../src/agent/outcome.js';
import type { Download } from '../../src/download/downloader.js';
import { type FetchFailureCode, failureOf } from '../../src/download/fetch-failures.js';
import { defaultPaceRules, type PaceRules } from '../../src/download/pace.js';
import { Failure } from '../../src/failure.js';
import type { Claim } from '../../src/model/frontier.js';
import type { Page } from '../../src/model/page.js';
import { pageOf, topicOf } from '../page-of.js';

const now = Date.UTC(2026, 0, 1);
const fetchedAt = now - 100;
const rules = { retries: 2, maxRedirects: 3, now };
const page: Page = pageOf(topicOf('court'), '<title>A court</title>', 'http://a.test/x');

type Headers = readonly (readonly [string, string])[];

function claimOf(more: Partial<Claim> = {}): Claim {
  return {
    token: 1,
    urlId: 1,
    url: 'http://a.test/x',
    host: 'a.test',
    queue: 0,
    agent: 0,
    level: 1,
    depth: 2,
    priority: 0.5,
    hops: 0,
    attempts: 0,
    kind: 'page',
    parent: 1,
    priorityParent: 1,
    leaseUntil: now + 1000,
    pace: { delay: 1000, failures: 0 },
    ...more,
  };
}

function answer(status: number, headers: Headers = [], latencyMs = 80): Download {
  const body = new Uint8Array(0);
  const response = { url: 'http://a.test/x', status, statusText: '', httpVersion: '1.1', headers, body };
  return { kind: 'answer', response, fetchedAt, latencyMs };
}

function robots(status: number, headers: Headers = []): Download {
  return { kind: 'robots', response: { status, headers }, latencyMs: 80 };
}

function failure(code: FetchFailureCode): Download {
  return { kind: 'failed', failure: failureOf(code, {}) };
}

function arrivalOf(download: Download, claim: Partial<Claim> = {}, more: Partial<FetchResult> = {}): FetchResult {
  return { claim: claimOf(claim), download, bytes: 42, ...more };
}

describe('an answer', () => {
  const facts = (status: number) => ({ fetchedAt, status, bytes: 42 });

  test('with a page in it is a page', () => {
    const fetchResult = arrivalOf(answer(200), {}, { result: { page } });
    assert.deepEqual(outcomeOf(fetchResult, rules), { kind: 'page', page, visit: facts(200) });
  });

  test('of a type that is not wanted is refused, with the type', () => {
    for (const [headers, detail] of [
      [[['Content-Type', 'application/pdf']], 'application/pdf'],
      [[], ''],
    ] as const) {
      assert.deepEqual(outcomeOf(arrivalOf(answer(200, headers)), rules), {
        kind: 'over',
        visit: { ...facts(200), outcome: 'refused', reason: 'content-type', detail },
      });
    }
  });

  test('that cannot be read has failed, for the reason found by the reader', () => {
    const unreadable = new Failure('bad-encoding', 'Its data is corrupt.', 'skip');
    assert.deepEqual(outcomeOf(arrivalOf(answer(200), {}, { unreadable }), rules), {
      kind: 'over',
      visit: { ...facts(200), outcome: 'failed', reason: 'bad-encoding', detail: 'Its data is corrupt.' },
    });
  });

  for (const [status, attempts, expected] of [
    // Two retries make three attempts.
    [503, 0, 'again 1'],
    [503, 1, 'again 2'],
    [503, 2, 'failed http-503'],
    [429, 0, 'again 1'],
    [500, 1, 'again 2'],
    [500, 2, 'failed http-500'],
    [408, 0, 'again 1'],
    [404, 0, 'failed http-404'],
    [410, 0, 'failed http-410'],
    [401, 0, 'failed http-401'],
    [501, 0, 'failed http-501'],
    [300, 0, 'failed http-300'],
    [304, 0, 'failed http-304'],
  ] as const) {
    test(`of status ${status} after ${attempts} failed attempts: ${expected}`, () => {
      const outcome = outcomeOf(arrivalOf(answer(status), { attempts }), rules);
      assert.equal(inShort(outcome), expected);
      if (outcome.kind === 'over') {
        assert.deepEqual(outcome.visit, { ...facts(status), outcome: 'failed', reason: `http-${status}` });
      }
    });
  }

  test('is not asked for again where no retries are wanted', () => {
    assert.equal(inShort(outcomeOf(arrivalOf(answer(503)), { ...rules, retries: 0 })), 'failed http-503');
  });
});

describe('a redirect', () => {
  for (const [location, expected] of [
    ['/y', 'http://a.test/y'],
    ['//b.test/z#part', 'http://b.test/z'],
    ['https://a.test/x', 'https://a.test/x'],
    ['?page=2', 'http://a.test/x?page=2'],
    // UTF-8 as it comes over the wire, and Latin-1, which is no UTF-8.
    ['/caf\u00c3\u00a9', 'http://a.test/caf%C3%A9'],
    ['/caf\u00e9', 'http://a.test/caf%C3%A9'],
  ] as const) {
    test(`to ${JSON.stringify(location)} leads to ${expected}`, () => {
      for (const status of [301, 302, 303, 307, 308]) {
        assert.deepEqual(outcomeOf(arrivalOf(answer(status, [['Location', location]])), rules), {
          kind: 'redirect',
          target: expected,
          visit: { fetchedAt, status, bytes: 42, outcome: 'redirect', reason: 'redirect', detail: expected },
        });
      }
    });
  }

  for (const [name, location, hops, reason] of [
    ['without a target', undefined, 0, 'bad-redirect'],
    ['to no URL', 'http://[', 0, 'bad-redirect'],
    ['to another kind of URL', 'mailto:x@a.test', 0, 'bad-redirect'],
    ['to itself', '/x', 0, 'redirect-loop'],
    ['to itself, but for the fragment', 'http://A.test/x#top', 0, 'redirect-loop'],
    ['after as many as are allowed', '/y', 3, 'max-redirects'],
  ] as const) {
    test(`${name} is over: ${reason}`, () => {
      const headers: Headers = location === undefined ? [] : [['location', location]];
      assert.deepEqual(outcomeOf(arrivalOf(answer(302, headers), { hops }), rules), {
        kind: 'over',
        visit: {
          fetchedAt,
          status: 302,
          bytes: 42,
          outcome: 'failed',
          reason,
          ...(location !== undefined && { detail: location }),
        },
      });
    });
  }

  test('is followed while hops are left', () => {
    assert.equal(outcomeOf(arrivalOf(answer(302, [['location', '/y']]), { hops: 2 }), rules).kind, 'redirect');
  });

  test('to an endless target is not kept in full', () => {
    const outcome = outcomeOf(arrivalOf(answer(302, [['location', `/${'y'.repeat(50_000)}`]])), rules);
    assert.equal(outcome.kind === 'over' && outcome.visit.reason, 'bad-redirect');
    assert.equal(outcome.kind === 'over' && outcome.visit.detail?.length, 500);
  });
});

describe('without an answer', () => {
  test('a turn that went to robots.txt costs no attempt', () => {
    assert.deepEqual(outcomeOf(arrivalOf(robots(200), { attempts: 1 }), rules), {
      kind: 'again',
      attempts: 1,
      reason: 'robots',
    });
  });

  test('what robots.txt forbids is refused, and the turn was not used', () => {
    for (const reason of ['robots'] as const) {
      assert.deepEqual(outcomeOf(arrivalOf({ kind: 'refused', reason, detail: 'line 2' }), rules), {
        kind: 'over',
        unused: true,
        visit: { outcome: 'refused', reason, detail: 'line 2', fetchedAt: now, status: 0 },
      });
    }
  });

  for (const [code, attempts, expected] of [
    ['connect-refused', 0, 'again 1'],
    ['connect-refused', 1, 'again 2'],
    ['connect-refused', 2, 'failed connect-refused'],
    ['total-timeout', 0, 'again 1'],
    ['malformed-response', 0, 'again 1'],
    ['body-too-large', 0, 'failed body-too-large'],
    ['address-refused', 0, 'failed address-refused'],
    ['tls-failure', 0, 'failed tls-failure'],
  ] as const) {
    test(`${code} after ${attempts} failed attempts: ${expected}`, () => {
      const outcome = outcomeOf(arrivalOf(failure(code), { attempts }, { bytes: 0 }), rules);
      assert.equal(inShort(outcome), expected);
      if (outcome.kind === 'over') {
        const detail = failureOf(code, {}).message;
        assert.deepEqual(outcome.visit, {
          outcome: 'failed',
          reason: code,
          detail,
          fetchedAt: now,
          status: 0,
          bytes: 0,
        });
      }
    });
  }
});

describe('the pace of the host afterwards', () => {
  /** Delay, failures and waiting time from now, all from a base delay of 1 s. */
  function pace(
    download: Download,
    before: Claim['pace'],
    {
      attempts = 0,
      crawlDelayMs,
      more = {},
    }: { attempts?: number; crawlDelayMs?: number; more?: Partial<PaceRules> } = {},
  ) {
    const fetchResult = arrivalOf(download, { pace: before, attempts });
    const paceRules = { ...defaultPaceRules, ...more };
    const after = paceAfter(fetchResult, outcomeOf(fetchResult, rules), now, paceRules, crawlDelayMs, () => 0.5);
    return after && [after.delay, after.failures, after.notBefore! - now];
  }
  const quiet = { delay: 1000, failures: 0 };

  test('is as it was after an answer, but not faster than the host answers', () => {
    assert.deepEqual(pace(answer(200), quiet), [1000, 0, 1000]);
    assert.deepEqual(pace(answer(404), quiet), [1000, 0, 1000]);
    assert.deepEqual(pace(answer(200, [], 2500), quiet), [1000, 0, 2500]);
    assert.deepEqual(pace(answer(200, [], 2500), { delay: 0, failures: 0 }, { more: { delayMs: 0 } }), [0, 0, 0]);
  });

  test('is not changed when nothing was sent', () => {
    assert.equal(pace({ kind: 'refused', reason: 'robots', detail: '' }, quiet), undefined);
  });

  test('follows the Crawl-delay from the turn for robots.txt on', () => {
    assert.deepEqual(pace(robots(200), quiet, { crawlDelayMs: 5000 }), [5000, 0, 5000]);
    assert.deepEqual(pace(answer(200), { delay: 5000, failures: 0 }, { crawlDelayMs: 5000 }), [5000, 0, 5000]);
    // Cut to a minute; shorter than our own delay it does not count.
    assert.deepEqual(pace(robots(200), quiet, { crawlDelayMs: 100_000 }), [60_000, 0, 60_000]);
    assert.deepEqual(pace(robots(200), quiet, { crawlDelayMs: 10 }), [1000, 0, 1000]);
  });

  test('slows down with every failure of the host and recovers with every answer', () => {
    // Delay: doubled by each failure. Retry of the URL: 1 s, then 2 s, each less a quarter (random 0.5 of a half).
    assert.deepEqual(pace(failure('connect-timeout'), quiet), [2000, 1, 2000]);
    assert.deepEqual(pace(failure('connect-timeout'), { delay: 2000, failures: 1 }, { attempts: 1 }), [4000, 2, 4000]);
    assert.deepEqual(pace(failure('connect-timeout'), { delay: 4000, failures: 2 }, { attempts: 2 }), [8000, 3, 8000]);
    assert.deepEqual(pace(failure('connect-timeout'), { delay: 500_000, failures: 9 }), [600_000, 10, 600_000]);
    assert.deepEqual(pace(answer(200), { delay: 8000, failures: 3 }), [4000, 0, 4000]);
    assert.deepEqual(pace(answer(200), { delay: 1500, failures: 0 }), [1000, 0, 1000]);
  });

  test("slows down on one's own server too, where there is no delay otherwise", () => {
    // 0 → 1000; the retry is due after 750, which is sooner.
    const own = { more: { delayMs: 0 } };
    assert.deepEqual(pace(failure('connect-refused'), { delay: 0, failures: 0 }, own), [1000, 1, 1000]);
    assert.deepEqual(pace(answer(200), { delay: 1000, failures: 1 }, own), [500, 0, 500]);
    assert.deepEqual(pace(answer(200), { delay: 125, failures: 0 }, own), [0, 0, 0]);
    // A failing document does not slow the host down, but is not asked for again at once: 1 s less a quarter.
    assert.deepEqual(pace(answer(500), { delay: 0, failures: 0 }, own), [0, 0, 750]);
    assert.deepEqual(pace(answer(500), { delay: 0, failures: 0 }, { ...own, attempts: 1 }), [0, 0, 1500]);
  });

  test('is not slowed down by one document that cannot be had', () => {
    for (const code of ['body-too-large', 'header-overflow', 'request-invalid'] as const) {
      assert.deepEqual(pace(failure(code), quiet), [1000, 0, 1000], code);
    }
  });

  test('waits as long as an overloaded host asks for, an hour at most', () => {
    const after = (value: string): Headers => [['Retry-After', value]];
    for (const status of [429, 503]) {
      assert.deepEqual(pace(answer(status), quiet), [2000, 1, 2000]);
      assert.deepEqual(pace(answer(status, after('120')), quiet), [2000, 1, 120_000]);
      assert.deepEqual(pace(answer(status, after('Thu, 01 Jan 2026 00:00:30 GMT')), quiet), [2000, 1, 30_000]);
      assert.deepEqual(pace(answer(status, after('1')), quiet), [2000, 1, 2000]);
      assert.deepEqual(pace(answer(status, after('86400')), quiet), [2000, 1, 3_600_000]);
      assert.deepEqual(pace(answer(status, after('soon')), quiet), [2000, 1, 2000]);
      assert.deepEqual(pace(robots(status, after('120')), quiet), [2000, 1, 120_000]);
    }
    assert.deepEqual(pace(answer(500, after('120')), quiet), [1000, 0, 1000]);
  });
});

function inShort(outcome: Outcome): string {
  if (outcome.kind === 'again') return `again ${outcome.attempts}`;
  return outcome.kind === 'over' ? `${outcome.visit.outcome} ${outcome.visit.reason}` : outcome.kind;
}
