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
  test('are found by the id of the term, and added up by their weights', () => {
    const vectors = new WordVectors(table);
    const sum = new Float64Array(2);
    // 2 · (−3, 4) + 0.5 · (1, 2); 8 has no vector.
    const known = vectors.sumOf(Uint32Array.from([0x10007, 7, 8]), Float64Array.from([2, 0.5, 1]), sum);
    assert.deepEqual([[...sum], known], [[-5.5, 9], 2.5]);
    // Five of the same, and none.
    assert.equal(vectors.sumOf(new Uint32Array(5).fill(7), new Float64Array(5).fill(1), sum), 5);
    assert.deepEqual([...sum], [5, 10]);
    assert.equal(vectors.sumOf(new Uint32Array(0), new Float64Array(0), sum), 0);
    assert.deepEqual([...sum], [0, 0]);
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
        const known = vectors.sumOf(Uint32Array.of(pipeline.idOf(word)!), Float64Array.of(1), sum);
        assert.equal(known, 1, word);
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
