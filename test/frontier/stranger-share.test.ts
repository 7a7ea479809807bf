import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StrangerShare } from '../../src/frontier/stranger-share.js';

/** How many requests fit in at the same time. */
function room(share: StrangerShare): number {
  let free = 0;
  for (; share.hasRoom && free < 100; free++) share.enter();
  for (let left = free; left > 0; left--) share.leave(undefined);
  return free;
}

test('the share of hosts that never answered shrinks as they fail and grows as they answer', () => {
  const share = new StrangerShare(12);
  const after = (answered: boolean | undefined) => {
    share.enter();
    share.leave(answered);
    return room(share);
  };
  assert.equal(room(share), 12);
  assert.equal(after(undefined), 12, 'what was not sent says nothing');
  assert.deepEqual([false, false, false].map(after), [6, 4, 4]);
  assert.deepEqual([true, true, false].map(after), [5, 6, 4]);
  assert.equal(room(new StrangerShare(1)), 1);
});
