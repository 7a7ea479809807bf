import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalShortage } from '../../src/agent/local-shortage.js';

test('want of descriptors halves the requests at a time, and answers bring them back one by one', () => {
  const shortage = new LocalShortage();
  assert.deepEqual([shortage.limit(0).requests, shortage.isFelt], [Number.POSITIVE_INFINITY, false]);
  for (let failed = 0; failed < 5; failed++) shortage.felt(10_000, 8);
  assert.deepEqual(shortage.limit(10_500), { requests: 0, nextAt: 11_000 });
  assert.deepEqual([shortage.limit(11_000).requests, shortage.isFelt], [4, true]);
  shortage.answered();
  assert.deepEqual([shortage.limit(11_000).requests, shortage.isFelt], [5, false]);
  for (const at of [12_000, 13_000, 14_000, 15_000]) shortage.felt(at, 5);
  assert.equal(shortage.limit(16_000).requests, 1, 'never none');
});

test('want of descriptors that lasts for a minute ends the crawl', () => {
  const shortage = new LocalShortage();
  for (let at = 0; at <= 60_000; at += 1_000) shortage.felt(at, 1);
  assert.throws(() => shortage.felt(61_000, 1), { code: 'local-resources', policy: 'fatal' });
});
