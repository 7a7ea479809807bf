import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { packNgrams, unpackNgrams } from '../../src/text/packed-ngrams.js';

/** As the detector has them: one to six characters that stand for a byte each. */
const ngram = fc.string({
  minLength: 1,
  maxLength: 6,
  unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
});
const scores = fc.dictionary(fc.integer({ min: 0, max: 59 }).map(String), fc.integer({ min: 0, max: 255 }), {
  minKeys: 1,
});
const facts = { type: 'XS60', languages: { 0: 'de', 1: 'en' } };

describe('packed n-grams', () => {
  test('are found with the scores that they were packed with, and no others are', () => {
    fc.assert(
      fc.property(fc.dictionary(ngram, scores), fc.array(fc.string()), (ngrams, others) => {
        const unpacked = unpackNgrams(packNgrams({ ...facts, ngrams }));
        assert.deepEqual([unpacked.type, unpacked.languages], [facts.type, facts.languages]);
        for (const name of Object.keys(ngrams)) assert.deepEqual(unpacked.ngrams[name], { ...ngrams[name] });
        for (const name of others) if (!Object.hasOwn(ngrams, name)) assert.equal(unpacked.ngrams[name], undefined);
      }),
    );
  });

  test('that stand anywhere in a larger buffer can be unpacked', () => {
    const packed = packNgrams({ ...facts, ngrams: { ' the ': { 1: 200 } } });
    const shifted = Buffer.concat([Buffer.alloc(3), packed]).subarray(3);
    assert.deepEqual(unpackNgrams(shifted).ngrams[' the '], { 1: 200 });
  });
});
