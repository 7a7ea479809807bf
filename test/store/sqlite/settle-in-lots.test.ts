import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Candidate, unlimited } from '../../../src/model/frontier.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';

const linkTo = (page: number): Candidate => {
  const score = { value: page, parts: { page } };
  return { url: `https://example.org/${page}`, queue: 0, level: 1, depth: 1, score, merge: 'max' };
};

test('a sitemap of many entries is settled in lots between which the event loop turns, and kept as a whole', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osprey-lots-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const store = SqliteStore.open(folder, { ...unlimited, requestsPerHost: 2 }, { create: true });
  const { frontier } = store;
  await frontier.add([linkTo(0)]);
  const { claims } = await frontier.claim({ queue: 0, count: 1, now: 1 });
  const outside = new DatabaseSync(path.join(folder, 'crawl.db'), { readOnly: true });
  const count = outside.prepare('SELECT count(*) AS visits FROM visit');
  const visit = { outcome: 'sitemap', reason: '', fetchedAt: 1, status: 200 } as const;
  const links = Array.from({ length: 10_000 }, (_, index) => linkTo(index + 1));
  let isSettled = false;
  const settled = frontier.settle({ settlements: [{ claim: claims[0]!, visit, links }] }).finally(() => {
    isSettled = true;
  });
  await nextTurn();
  const next = frontier.claim({ queue: 0, count: 1, now: 2 });
  let turns = 0;
  for (; !isSettled; turns++) {
    assert.equal((count.get() as { visits: number }).visits, 0, 'no part of it is committed');
    await nextTurn();
  }
  assert.equal((await settled).added, links.length);
  assert.ok(turns >= 15, `${turns} turns`);
  const claimed = await next;
  assert.equal(claimed.claims[0]?.url, links.at(-1)!.url, 'a claim made meanwhile chooses among all entries');
  await store.close();
  assert.equal((count.get() as { visits: number }).visits, 1);
  outside.close();
});
