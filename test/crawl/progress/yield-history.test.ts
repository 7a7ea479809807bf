import assert from 'node:assert/strict';
import { test } from 'node:test';
import { YieldHistory } from '../../../src/crawl/progress/yield-history.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import { judgedPage, link, page, rules } from '../../store/invented-crawl.js';

test('remembers the last documents in their order, and forgets the oldest', () => {
  const history = new YieldHistory();
  assert.deepEqual([...history.outcomes()], []);
  for (const relevant of [true, false, false]) history.add(relevant);
  assert.deepEqual([...history.outcomes()], [1, 0, 0]);
  assert.deepEqual([...history.outcomes(2)], [0, 0]);
  for (let number = 0; number < 1_023; number++) history.add(number === 1_022);
  assert.equal(history.length, 1_024);
  assert.deepEqual([...history.outcomes(2)], [0, 1]);
  assert.equal(
    history.outcomes().reduce((sum, relevant) => sum + relevant, 0),
    1,
    'the first one is forgotten',
  );
});

test('a crawl that is opened again remembers what it did when it was closed', async () => {
  // Three of four visits end in no document: the last 1,024 of 1,500 documents lie far back.
  const visits = 6_000;
  const store = new MemoryStore(rules({ requestsPerHost: visits }));
  const { frontier, records } = store;
  await frontier.add(Array.from({ length: visits }, (_, number) => link(`a.test/${number}`)));
  const { claims } = await frontier.claim({ queue: 0, count: visits, now: 0 });
  const known = new YieldHistory();
  const settlements = claims.map((claim, number) => {
    if (number % 4 !== 0) return { claim, visit: page({ outcome: 'redirect' }) };
    const relevant = number % 12 === 0;
    known.add(relevant);
    return { claim, visit: judgedPage(relevant ? 0.9 : 0.1) };
  });
  await frontier.settle({ settlements });
  const again = await YieldHistory.of(records, (await records.totals()).visits);
  await store.close();
  assert.equal(again.length, 1_024);
  assert.deepEqual(again.outcomes(), known.outcomes());
});
