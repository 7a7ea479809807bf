import assert from 'node:assert/strict';
import { openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Failure } from '../../src/failure.js';
import { unreadable } from '../../src/reading/unreadable.js';

test('a page that could not be read for want of descriptors is worth another try, any other is not', () => {
  const own = new Failure('bad-encoding', 'corrupt', 'skip');
  assert.equal(unreadable(own), own);
  const wanting = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  assert.deepEqual([unreadable(wanting).code, unreadable(wanting).policy], ['no-descriptors', 'retry']);
  try {
    openSync('/nowhere/at/all', 'r');
  } catch (thrown) {
    assert.deepEqual([unreadable(thrown).code, unreadable(thrown).policy], ['page-unreadable', 'skip']);
  }
  assert.equal(unreadable(undefined).code, 'page-unreadable');
  assert.throws(
    () => createRequire(import.meta.url)('a-module-that-cannot-be-opened'),
    (thrown) => unreadable(thrown).code === 'no-descriptors',
  );
});
