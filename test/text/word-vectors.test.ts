import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TextPipeline } from '../../src/text/text-pipeline.js';
import { decodeVectors, encodeVectors, WordVectors, wordVectors } from '../../src/text/word-vectors.js';

const table = {
  dimensions: 2,
  ids: Uint32Array.from([7, 0x10007, 0x10008]),
  vectors: Int8Array.from([1, 2, -3, 4, 127, -128]),
};

describe('word vectors', () => {
  test('are found by the id of the term, and added with a factor', () => {
    const vectors = new WordVectors(table);
    const sum = new Float64Array(2);
    assert.ok(vectors.add(sum, 0x10007, 2));
    assert.ok(vectors.add(sum, 7, 0.5));
    assert.ok(!vectors.add(sum, 8, 1));
    assert.deepEqual([...sum], [-5.5, 9]);
    assert.deepEqual([vectors.has(0x10008), vectors.has(0x10009)], [true, false]);
  });

  test('come back as they were written; what is cut off is refused', () => {
    const bytes = encodeVectors(table);
    assert.deepEqual(decodeVectors(bytes), table);
    for (let length = 0; length < bytes.length; length++)
      assert.throws(() => decodeVectors(bytes.slice(0, length)), /word vectors/);
  });

  test('of the package put words near each other that are used alike', () => {
    const vectors = wordVectors();
    const pipeline = new TextPipeline();
    const cosine = (a: string, b: string) => {
      const [one, other] = [a, b].map((word) => {
        const sum = new Float64Array(vectors.dimensions);
        assert.ok(vectors.add(sum, pipeline.idOf(word)!, 1), word);
        return sum;
      });
      const product = (x: Float64Array, y: Float64Array) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
      return product(one!, other!) / Math.sqrt(product(one!, one!) * product(other!, other!));
    };
    assert.ok(cosine('planet', 'Saturn') > 0.5);
    assert.ok(cosine('planet', 'guitar') < 0.2);
    assert.ok(cosine('database', 'SQL') > cosine('database', 'mammal') + 0.3);
  });
});
