import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportFailure } from '../../src/cli/command-line.js';

test('a part of the program that cannot be loaded is want of descriptors, not a bug', async (t) => {
  const said: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => said.push(text) > 0);
  const thrown = await import('../../src/no-such-part.js' as string).catch((error: unknown) => error);
  const code = reportFailure(thrown);
  t.mock.reset();
  assert.equal(code, 4);
  assert.match(said.join(''), /^osprey: A part of Osprey could not be loaded \(Cannot find module .*ulimit -n/);
});
