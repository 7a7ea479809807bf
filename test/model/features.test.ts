import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeFeatures, encodeFeatures, type Features } from '../../src/model/features.js';

const kept = (features: Features) => decodeFeatures(encodeFeatures(features));

describe('features as a store keeps them', () => {
  test('come back as they were: numbers, texts, lists, objects', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const asJson = JSON.parse(JSON.stringify(value)) as Features;
        assert.deepEqual(kept(asJson), asJson);
      }),
    );
  });

  test('keep the numbers of an embedding to the bit, also within an object', () => {
    fc.assert(
      fc.property(fc.float32Array(), (embedding) => {
        assert.deepEqual(kept({ model: 'small', embedding }), { model: 'small', embedding });
      }),
    );
    assert.deepEqual(kept(Float32Array.of(0.1, -0, Number.NaN)), Float32Array.of(0.1, -0, Number.NaN));
  });

  test('that could not be kept are refused', () => {
    assert.throws(() => encodeFeatures(undefined as unknown as Features), /features must be numbers/);
    assert.throws(() => encodeFeatures((() => 1) as unknown as Features), /features must be numbers/);
    assert.throws(() => encodeFeatures(1n as unknown as Features), TypeError);
  });
});
