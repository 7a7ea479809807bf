import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget, checkLimits } from '../../../src/crawl/progress/budget.js';
import { RunTime } from '../../../src/crawl/progress/run-time.js';
import { Tally } from '../../../src/crawl/progress/tally.js';
import { judgedPage } from '../../store/invented-crawl.js';

const none = Number.POSITIVE_INFINITY;
const unlimited = { maxPages: none, maxRelevant: none, maxTime: none, maxBytesOnDisk: none, stopWhenYieldBelow: 0 };

/** After how many pages it ends, and why; every page is relevant up to `until`, none behind it. */
function ending(settings: Partial<typeof unlimited>, until: number): readonly [pages: number, reason: string] {
  const budget = new Budget(
    () => ({ ...unlimited, ...settings }),
    new RunTime(0),
    () => 0,
  );
  const tally = new Tally();
  for (let page = 0; page < 10_000; page++) {
    const reason = budget.spent(tally, 0);
    if (reason !== undefined) return [page, reason];
    tally.add(judgedPage(page < until ? 1 : 0));
  }
  return [10_000, 'goes on'];
}

test('a crawl ends when its yield has fallen, not before it has seen a thousand pages', () => {
  assert.deepEqual(ending({}, 0), [10_000, 'goes on']);
  assert.deepEqual(ending({ stopWhenYieldBelow: 0.02 }, 0), [1_000, 'low-yield']);
  assert.deepEqual(ending({ stopWhenYieldBelow: 0.02 }, 10_000), [10_000, 'goes on']);
  const [pages, reason] = ending({ stopWhenYieldBelow: 0.02 }, 500);
  assert.ok(pages > 1_000 && pages < 4_000, String(pages));
  assert.equal(reason, 'low-yield');
});

test('a budget that is used up is the reason, whatever the yield', () => {
  assert.deepEqual(ending({ stopWhenYieldBelow: 0.02, maxPages: 1_000 }, 0), [1_000, 'max-pages']);
  assert.deepEqual(ending({ maxRelevant: 5 }, 7), [5, 'max-relevant']);
});

test('a new limit that is reached already is refused; the crawl’s own, and larger ones, are not', () => {
  const tally = new Tally();
  for (const relevance of [1, 1, 0]) tally.add(judgedPage(relevance));
  const check = (before: Partial<typeof unlimited>, now: Partial<typeof unlimited>) =>
    checkLimits({ ...unlimited, ...before }, { ...unlimited, ...now }, tally);
  check({ maxPages: 3 }, { maxPages: 3 });
  check({ maxPages: 3 }, { maxPages: 4, maxRelevant: 3 });
  const message = 'The crawl already has 3 pages, and --max-pages counts from its start; give a larger number.';
  assert.throws(() => check({ maxPages: 3 }, { maxPages: 2 }), { code: 'limit-reached', message });
  assert.throws(() => check({}, { maxPages: 3 }), { message });
  assert.throws(() => check({}, { maxRelevant: 2 }), { message: /already has 2 relevant pages, and --max-relevant/ });
});
