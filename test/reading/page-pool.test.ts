import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

function strained(strain: 'late' | 'limited' | 'inline') {
  const program = fileURLToPath(new URL('./strained-pool.js', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, strain], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('threads are waited for when they are ended, also if their last answers were not heard yet', () => {
  assert.deepEqual(strained('late'), { status: 0, stdout: 'closed', stderr: '' });
});

const noLimits = spawnSync('prlimit', ['--version']).status !== 0 && 'there is no prlimit here';

test('a thread that is ready needs no file any more to read a page', { skip: noLimits }, () => {
  assert.deepEqual(strained('limited'), { status: 0, stdout: 'en closed', stderr: '' });
});

test('want of descriptors at the first page does not keep later ones from being read', { skip: noLimits }, () => {
  assert.deepEqual(strained('inline'), { status: 0, stdout: 'no-descriptors retry en closed', stderr: '' });
});
