import assert from 'node:assert/strict';

/** Equal but for rounding. */
export function near(actual: readonly number[], expected: readonly number[], tolerance = 1e-9): void {
  assert.equal(actual.length, expected.length);
  for (const [index, value] of expected.entries())
    assert.ok(Math.abs(actual[index]! - value) <= tolerance, `${actual[index]} is not ${value} (number ${index})`);
}
