import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import xxhash from 'xxhash-wasm';
import { hashNumber, hashText, textHash, urlHash } from '../../src/url/hash64.js';

describe('the 64-bit hash', () => {
  test('is XXH64, as databases on disk have it', () => {
    // From the reference implementation, with seed 0.
    assert.equal(textHash(''), 'ef46db3751d8e999');
    assert.equal(textHash('a'), 'd24ec4f1a98c6e5b');
    assert.equal(textHash('xxhash'), '32dd38952c4bc720');
    assert.equal(urlHash('a'), BigInt.asIntN(64, 0xd24ec4f1a98c6e5bn));
  });

  test('is the same as that of the whole library, for any text', async () => {
    const { h64, h64ToString } = await xxhash();
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary', maxLength: 300 }), fc.webUrl());
    fc.assert(
      fc.property(text, text, (one, other) => {
        assert.equal(urlHash(one), BigInt.asIntN(64, h64(one)));
        assert.equal(textHash(one, other), h64ToString(one, h64(other)));
      }),
    );
    for (const length of [21_000, 70_000, 1_000_000, 10]) {
      assert.equal(textHash('€'.repeat(length)), h64ToString('€'.repeat(length)));
    }
  });

  test('goes from digits to number and back', () => {
    for (const text of ['a', 'b', 'c', '', 'https://example.org/']) {
      assert.equal(hashNumber(textHash(text)), urlHash(text));
      assert.equal(hashText(urlHash(text)), textHash(text));
    }
  });
});
