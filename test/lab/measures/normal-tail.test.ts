import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalTail, z95 } from '../../../src/lab/measures/normal-tail.js';

test('tails of the normal distribution agree with tables', () => {
  const table: readonly [z: number, chance: number][] = [
    [0, 0.5],
    [1, 0.15865525393145705],
    [z95, 0.025],
    [2.9999, 1.350341282954925e-3],
    [3, 1.3498980316300933e-3],
    [5, 2.866515718791939e-7],
    [10, 7.61985302416047e-24],
    [30, 4.906713927148187e-198],
  ];
  for (const [z, chance] of table) {
    assert.ok(Math.abs(normalTail(z) / chance - 1) < 1e-11, `${z}: ${normalTail(z)} is not ${chance}`);
  }
});
