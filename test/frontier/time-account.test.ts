import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeAccount } from '../../src/frontier/time-account.js';

const rate = { quickest: 1_000, pages: 10, stretch: 3 };

test('time that was not used is granted later, and time that was overdrawn is missed', () => {
  const account = new TimeAccount();
  assert.equal(account.grant(rate, 0, 0), 3_000);
  // Ten pages may take 3,000 ms and took 1,000.
  assert.equal(account.grant(rate, 10, 1_000), 5_000);
  // Ten more took 6,000: 1,000 too many by now.
  assert.equal(account.grant(rate, 20, 7_000), 2_000);
});

test('never less is granted than taking whatever is ready takes', () => {
  const account = new TimeAccount();
  account.grant(rate, 0, 0);
  assert.equal(account.grant(rate, 1, 3_600_000), 1_000, 'a crawl that was held up for an hour');
  assert.equal(account.grant(rate, 51, 3_600_000), 6_000, 'and makes good no more than four grants of it');
});

test('without an end, all the time in the world is granted', () => {
  const account = new TimeAccount();
  assert.equal(account.grant({ ...rate, stretch: Number.POSITIVE_INFINITY }, 5, 9), Number.POSITIVE_INFINITY);
});
