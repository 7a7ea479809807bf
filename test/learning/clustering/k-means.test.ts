import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { kMeans, settled } from '../../../src/learning/clustering/k-means.js';
import { bic, xMeans } from '../../../src/learning/clustering/x-means.js';
import type { SparseVector } from '../../../src/learning/sparse-vector.js';
import { seededRandom } from '../../../src/random.js';
import { near } from '../../strategy/near.js';

function point(...weights: readonly number[]): SparseVector {
  const dimensions = [...weights.keys()].filter((dimension) => weights[dimension] !== 0);
  return { dimensions: Uint32Array.from(dimensions), weights: Float64Array.from(dimensions, (d) => weights[d]!) };
}

// Two groups on the corners of two small squares.
const square = [point(0, 0), point(0, 2), point(2, 0), point(2, 2)];
const farSquare = [point(10, 10), point(10, 12), point(12, 10), point(12, 12)];

describe('K-Means', () => {
  test('moves centroids to the means of their points until nothing changes', () => {
    // From (0,0) and (2,2): the first is nearest to (0,0), and of (0,2) and (2,0), which are as far from both (4), the first
    // takes them. The far square goes to the second. Means: (2/3, 2/3) and ((2 + 44)/5, same) = (9.2, 9.2).
    // Now (2,2) is 2·(4/3)² = 3.56 from the first and 2·7.2² from the second: it moves. Means (1,1) and (11,11): all settled.
    // Every point is 1² + 1² = 2 away: distortion 8·2 = 16.
    const { clusterOf, centroids, sizes, distortion } = settled(
      [...square, ...farSquare],
      [new Float64Array([0, 0]), new Float64Array([2, 2])],
    );
    assert.deepEqual([...clusterOf], [0, 0, 0, 0, 1, 1, 1, 1]);
    near([...centroids[0]!, ...centroids[1]!], [1, 1, 11, 11]);
    assert.deepEqual([...sizes], [4, 4]);
    near([distortion], [16]);
  });

  test('gives a cluster without points the point that is farthest from its centroid', () => {
    // Nothing is near (100,100). All four points are with (1,1); the farthest, (9,1), gets the empty cluster for itself.
    // Means: (1,0), (9,1). Distances² of the rest: 1, 0, 1. Distortion 2.
    const points = [point(0, 0), point(1, 0), point(2, 0), point(9, 1)];
    const found = settled(points, [new Float64Array([1, 1]), new Float64Array([100, 100])]);
    assert.deepEqual([...found.clusterOf], [0, 0, 0, 1]);
    near([found.distortion], [2]);
  });

  test('finds groups from any start, and the same for the same random numbers', () => {
    for (let seed = 0; seed < 20; seed++) {
      const found = kMeans([...square, ...farSquare], 2, 2, seededRandom(seed));
      near([found.distortion], [16]);
      assert.deepEqual(found, kMeans([...square, ...farSquare], 2, 2, seededRandom(seed)));
    }
  });

  test('makes as many clusters as there are distinct points when there are too few', () => {
    const twice = [point(1, 0), point(0, 1), point(1, 0), point(0, 1)];
    const { sizes, distortion } = kMeans(twice, 2, 4, seededRandom(1));
    assert.deepEqual([[...sizes], distortion], [[2, 2], 0]);
    assert.equal(kMeans([], 2, 4, seededRandom(1)).sizes.length, 0);
  });

  test('leaves no cluster empty and every point with its nearest centroid', () => {
    const coordinate = fc.integer({ min: -5, max: 5 });
    const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 6 }), fc.nat(), (given, k, seed) => {
        const found = kMeans(
          given.map(([x, y]) => point(x, y)),
          2,
          k,
          seededRandom(seed),
        );
        assert.ok(found.sizes.length <= k && found.sizes.every((size) => size > 0));
        assert.equal(
          found.sizes.reduce((sum, size) => sum + size, 0),
          given.length,
        );
        for (const [index, [x, y]] of given.entries()) {
          const distances = found.centroids.map((centroid) => (x - centroid[0]!) ** 2 + (y - centroid[1]!) ** 2);
          assert.ok(distances[found.clusterOf[index]!]! <= Math.min(...distances) + 1e-9);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('X-Means', () => {
  test('weighs fit against size by the Bayesian information criterion', () => {
    // 0, 1, 10, 11 on a line: R = 4, M = 1.
    // One cluster: mean 5.5, distortion 2·(5.5² + 4.5²) = 101, σ² = 101/3. p = 0 + 1 + 1 = 2.
    //   l = −2·ln(2π·101/3) − 3/2 + 0 = −10.7087 − 1.5 = −12.2087; BIC = l − ln 4 = −13.5950.
    // Two: distortion 4·0.5² = 1, σ² = 1/2. p = 1 + 2 + 1 = 4.
    //   l = −2·ln π − 2/2 + 4·ln(1/2) = −2.2895 − 1 − 2.7726 = −6.0620; BIC = l − 2·ln 4 = −8.8346.
    const one = bic({ sizes: Uint32Array.of(4), distortion: 101 }, 1);
    const two = bic({ sizes: Uint32Array.of(2, 2), distortion: 1 }, 1);
    near([one, two], [-13.595, -8.8346], 1e-3);
    assert.ok(two > one);
  });

  test('does not split what is evenly spread', () => {
    // 0, 1, 2, 3: one cluster: mean 1.5, distortion 2·(1.5² + 0.5²) = 5, σ² = 5/3.
    //   l = −2·ln(2π·5/3) − 1.5 = −4.6974 − 1.5 = −6.1974; BIC = l − ln 4 = −7.5837.
    // Two, {0,1} and {2,3}: distortion 1, as above: BIC = −8.8346. One is better.
    const line = [0, 1, 2, 3].map((x) => point(x));
    near([bic({ sizes: Uint32Array.of(4), distortion: 5 }, 1)], [-7.5837], 1e-3);
    assert.equal(xMeans(line, 1, { least: 1, most: 4 }, seededRandom(1)).sizes.length, 1);
  });

  const fourGroups = [0, 100, 200, 300].flatMap((far) => [0, 1, 2, 3].map((i) => point(far + (i % 2), far + (i >> 1))));

  test('finds how many groups there are', () => {
    const { sizes, clusterOf } = xMeans(fourGroups, 2, { least: 1, most: 10 }, seededRandom(3));
    assert.deepEqual([...sizes], [4, 4, 4, 4]);
    for (const [index, cluster] of clusterOf.entries()) assert.equal(cluster, clusterOf[index - (index % 4)]);
  });

  test('stops at the most clusters that are allowed', () => {
    assert.equal(xMeans(fourGroups, 2, { least: 1, most: 3 }, seededRandom(3)).sizes.length, 3);
  });
});
