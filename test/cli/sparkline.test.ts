import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sparkline } from '../../src/cli/terminal/sparkline.js';

describe('a sparkline', () => {
  test('has a bar for each eighth of the height', () => {
    // 0/8, 1/8, … 7/8 of the top, and the top itself, which shares the highest bar.
    assert.equal(sparkline([0, 1, 2, 3, 4, 5, 6, 7, 8], 9, 8), '▁▂▃▄▅▆▇██');
  });

  test('takes the mean of what falls into a character', () => {
    // (0 + 4) / 2 = 2 of 8: the third bar; (8 + 8) / 2 = 8: the highest.
    assert.equal(sparkline([0, 4, 8, 8], 2, 8), '▃█');
  });

  test('reaches its own highest value unless told another', () => {
    assert.equal(sparkline([0, 0.2], 2), '▁█');
    assert.equal(sparkline([0, 0.2], 2, 1), '▁▂');
  });

  test('of nothing is flat or empty', () => {
    assert.equal(sparkline([0, 0, 0], 3), '▁▁▁');
    assert.equal(sparkline([], 5), '');
  });

  test('is never wider than asked, nor than its values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), fc.nat(40), (values, width) => {
        assert.equal(sparkline(values, width, 1).length, Math.min(values.length, width));
      }),
    );
  });
});
