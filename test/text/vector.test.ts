import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Idf, idfOfOne } from '../../src/text/idf.js';
import type { TermCounts } from '../../src/text/term-counts.js';
import {
  addScaled,
  cosine,
  cosineFrom,
  cosineOfIds,
  norm,
  shares,
  TopicVector,
  topTerms,
  weigh,
} from '../../src/text/vector.js';

const idf: Idf = { of: (id) => ({ 1: 2, 2: 0.5 })[id] ?? 1 };
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

function countsOf(entries: readonly (readonly [number, number])[]): TermCounts {
  const counts = new Map(entries);
  return { ids: Uint32Array.from(counts.keys()), counts: Uint32Array.from(counts.values()) };
}

const documents = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 20 })
  .map(countsOf);
const idfs = fc
  .array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 31, maxLength: 31 })
  .map((values): Idf => ({ of: (id) => values[id]! }));

describe('cosine', () => {
  test('is that of tf-idf weights', () => {
    // Page: term 1 three times, term 2 four times, term 3 once; weights 3·2 = 6, 4·0.5 = 2, 1·1 = 1; norm √(36 + 4 +
    // 1) = √41.
    // Topic: term 1 weighs 2, term 3 weighs 1; norm √5. Product 6·2 + 1·1 = 13.
    const page = countsOf([
      [1, 3],
      [2, 4],
      [3, 1],
    ]);
    const topic = new TopicVector(
      new Map([
        [1, 2],
        [3, 1],
      ]),
    );
    near(cosine(page, topic, idf), 13 / Math.sqrt(41 * 5));
    near(cosineOfIds(Uint32Array.of(1, 2, 2, 1, 3, 2, 1, 2), topic, idf), 13 / Math.sqrt(41 * 5));
  });

  test('is 0 for an empty text, an empty topic and texts without a common term', () => {
    const topic = new TopicVector(new Map([[1, 1]]));
    assert.equal(cosine(countsOf([]), topic, idf), 0);
    assert.equal(cosine(countsOf([[2, 1]]), topic, idf), 0);
    assert.equal(cosine(countsOf([[1, 1]]), new TopicVector(new Map()), idf), 0);
    assert.equal(cosineOfIds(Uint32Array.of(2), topic, idf), 0);
    assert.equal(cosineOfIds(new Uint32Array(), topic, idf), 0);
  });

  test('lies between 0 and 1, is symmetric, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(documents, documents, idfs, (a, b, idf) => {
        const [topicA, topicB] = [new TopicVector(weigh(a, idf)), new TopicVector(weigh(b, idf))];
        const value = cosine(a, topicB, idf);
        assert.ok(value >= 0 && value <= 1);
        near(value, cosine(b, topicA, idf));
        near(cosine(a, topicA, idf), 1);
      }),
    );
  });

  test('does not depend on the length of text or topic', () => {
    fc.assert(
      fc.property(documents, documents, fc.integer({ min: 2, max: 9 }), (page, given, factor) => {
        const weights = weigh(given, idfOfOne);
        const longer = { ids: page.ids, counts: page.counts.map((count) => count * factor) };
        const scaled = new TopicVector(new Map([...weights].map(([id, weight]) => [id, weight * factor])));
        near(cosine(longer, scaled, idfOfOne), cosine(page, new TopicVector(weights), idfOfOne));
      }),
    );
  });

  test('of ids in order is that of their counts', () => {
    const sequences = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 120 });
    fc.assert(
      fc.property(sequences, documents, idfs, (ids, given, idf) => {
        const counts = new Map<number, number>();
        for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
        const topic = new TopicVector(weigh(given, idf));
        near(cosineOfIds(Uint32Array.from(ids), topic, idf), cosine(countsOf([...counts]), topic, idf));
      }),
    );
  });
});

test('a cosine is made of the shares of its terms, by name, whatever the names are', () => {
  // Products: term 1 has 6·2 = 12, term 3 has 1·1 = 1, term 4 has 3·1 = 3; term 2 is not of the topic. Of 16, "constructor" brought 13.
  const topic = new TopicVector(
    new Map([
      [1, 2],
      [3, 1],
      [4, 1],
    ]),
  );
  const weights = [6, 2, 1, 3];
  const nameOf = (id: number) => (id === 4 ? '__proto__' : 'constructor');
  const parts = shares(0.8, Uint32Array.of(1, 2, 3, 4), topic, (index) => weights[index]!, nameOf);
  assert.deepEqual(Object.keys(parts), ['constructor', '__proto__']);
  near(parts.constructor as unknown as number, (0.8 * 13) / 16);
  assert.deepEqual(
    shares(0, Uint32Array.of(2), topic, () => 1, nameOf),
    {},
  );
});

test('a cosine is never above 1, and 0 where there is nothing to compare', () => {
  assert.deepEqual([cosineFrom(1 + 1e-15, 1), cosineFrom(1, 2), cosineFrom(0, 0)], [1, 0.5, 0]);
});

test('a document is weighed by f / max f · idf', () => {
  // f = 3, 4, 1, so max f = 4: 3/4·2 = 1.5, 4/4·0.5 = 0.5, 1/4·1 = 0.25.
  assert.deepEqual(
    [
      ...weigh(
        countsOf([
          [1, 3],
          [2, 4],
          [3, 1],
        ]),
        idf,
      ),
    ],
    [
      [1, 1.5],
      [2, 0.5],
      [3, 0.25],
    ],
  );
  assert.equal(weigh(countsOf([]), idf).size, 0);
});

test('a centroid is the scaled sum of vectors', () => {
  const centroid = new Map<number, number>();
  addScaled(
    centroid,
    new Map([
      [1, 2],
      [2, 4],
    ]),
    0.5,
  );
  addScaled(
    centroid,
    new Map([
      [2, 2],
      [3, 6],
    ]),
    0.5,
  );
  assert.deepEqual(
    [...centroid],
    [
      [1, 1],
      [2, 3],
      [3, 3],
    ],
  );
  near(norm(centroid), Math.sqrt(1 + 9 + 9));
});

test('the top terms are the heaviest, ties in order of id', () => {
  assert.deepEqual(
    topTerms(
      new Map([
        [9, 1],
        [4, 3],
        [7, 2],
        [3, 2],
      ]),
      3,
    ),
    [
      [4, 3],
      [3, 2],
      [7, 2],
    ],
  );
});
