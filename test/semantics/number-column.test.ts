import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeNumbers, encodeNumbers, unzigzag, zigzag } from '../../src/semantics/number-column.js';

describe('a column of numbers', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(300), fc.nat(0xffffffff))), (numbers) => {
        assert.deepEqual([...decodeNumbers(encodeNumbers(numbers))], numbers);
      }),
    );
  });

  test('takes a byte for each seven bits', () => {
    // 300 = 2 · 128 + 44
    assert.deepEqual([...encodeNumbers([0, 127, 128, 300])], [0, 127, 0x80, 1, 0x80 | 44, 2]);
  });
});

test('numbers of either sign become numbers from 0 in the order 0, -1, 1, -2, … and back', () => {
  assert.deepEqual([0, -1, 1, -2, 2].map(zigzag), [0, 1, 2, 3, 4]);
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 30), max: 2 ** 30 }), (signed) =>
      assert.equal(unzigzag(zigzag(signed)), signed),
    ),
  );
});
