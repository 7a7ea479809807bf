import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('threads are waited for when they are ended, also if their last answers were not heard yet', () => {
  const program = fileURLToPath(new URL('./close-pool.js', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  assert.deepEqual([status, stdout], [0, 'closed']);
});
