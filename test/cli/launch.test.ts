import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { version } from '../../src/version.js';

const command = fileURLToPath(new URL('../../src/cli/osprey.cjs', import.meta.url));

test('the command starts the program and ends with its exit code', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  assert.equal(run('--version').stdout, `${version}\n`);
  const wrong = run('crawl', '--no-such-option');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--no-such-option/);
});
