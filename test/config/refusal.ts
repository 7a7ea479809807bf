import assert from 'node:assert/strict';
import { UsageError } from '../../src/failure.js';

/** The lines of the usage error that `action` must throw. */
export function refusal(action: () => unknown): string[] {
  try {
    action();
  } catch (thrown) {
    assert.ok(thrown instanceof UsageError, String(thrown));
    assert.equal(thrown.code, 'bad-config');
    return thrown.message.split('\n');
  }
  return assert.fail('nothing was refused');
}
