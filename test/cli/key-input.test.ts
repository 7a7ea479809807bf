import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysIn } from '../../src/cli/terminal/key-input.js';

test('keys that come at once are told apart, and those that send escape codes say nothing', () => {
  assert.deepEqual(keysIn('Yn?'), ['y', 'n', '?']);
  assert.deepEqual(keysIn('\u001b[Dy\u001b[5~\u001bn\u001bOP?\u001b'), ['y', '?']);
  assert.deepEqual(keysIn('\u0003'), ['\u0003']);
});
