import { addTo, dot, type SparseVector, square } from '../sparse-vector.js';

/** Points put into clusters, none of which is empty. */
export interface Clustering {
  /** Of each point, from 0. */
  readonly clusterOf: Uint32Array;
  readonly sizes: Uint32Array;
  /** The mean of each cluster. */
  readonly centroids: readonly Float64Array[];
  /** Sum of the squared distances of the points to their centroids. */
  readonly distortion: number;
}

/** A bad start can end in a poor clustering, so the best of several counts. Pages settle within a few rounds. */
const STARTS = 5;
const ROUNDS = 50;

/** K-Means from several starts, of which the one with the least distortion counts. Fewer than k distinct points make fewer clusters. */
export function kMeans(
  points: readonly SparseVector[],
  dimensions: number,
  k: number,
  random: () => number,
): Clustering {
  let best = settled(points, startingCentroids(points, dimensions, k, random));
  for (let start = 1; start < STARTS; start++) {
    const other = settled(points, startingCentroids(points, dimensions, k, random));
    if (other.distortion < best.distortion) best = other;
  }
  return best;
}

/** Lloyd's rounds from given centroids: every point to the nearest, every centroid to the mean of its points, until nothing moves. */
export function settled(points: readonly SparseVector[], start: readonly Float64Array[]): Clustering {
  const dimensions = start[0]?.length ?? 0;
  const clusterOf = new Uint32Array(points.length);
  const distances = new Float64Array(points.length);
  let centroids = start;
  for (let round = 0; round < ROUNDS; round++) {
    const moved = assign(points, centroids, clusterOf, distances);
    const filled = fillEmptyClusters(centroids.length, clusterOf, distances);
    if (round > 0 && !moved && !filled) break;
    centroids = means(points, clusterOf, centroids, dimensions);
  }
  assign(points, centroids, clusterOf, distances);
  return withoutEmpty(clusterOf, centroids, distances);
}

/** k-means++: the first at random, each further one with a chance that grows with its squared distance to those chosen. */
function startingCentroids(
  points: readonly SparseVector[],
  dimensions: number,
  k: number,
  random: () => number,
): Float64Array[] {
  const centroids: Float64Array[] = [];
  const distances = new Float64Array(points.length).fill(1);
  while (centroids.length < Math.min(k, points.length)) {
    const chosen = drawn(distances, random());
    if (chosen === undefined) break;
    const centroid = new Float64Array(dimensions);
    addTo(centroid, points[chosen]!);
    const length = square(centroid);
    points.forEach((point, index) => {
      const distance = squaredDistance(point, centroid, square(point.weights) + length);
      if (centroids.length === 0 || distance < distances[index]!) distances[index] = distance;
    });
    distances[chosen] = 0;
    centroids.push(centroid);
  }
  return centroids;
}

/** The index at which the running sum of the shares passes this part of the total; undefined when all are 0. */
function drawn(shares: Float64Array, part: number): number | undefined {
  let rest = part * shares.reduce((sum, share) => sum + share, 0);
  let last: number | undefined;
  for (const [index, share] of shares.entries()) {
    if (share <= 0) continue;
    last = index;
    rest -= share;
    if (rest < 0) return index;
  }
  return last;
}

/** Rounding must not make two equal points differ. */
const SAME_POINT = 1e-12;

/** |x − c|² = |x|² − 2·x·c + |c|², with both squares known. */
function squaredDistance(point: SparseVector, centroid: Float64Array, squares: number): number {
  const distance = squares - 2 * dot(point, centroid);
  return distance < SAME_POINT ? 0 : distance;
}

/** Whether a point changed its cluster. Between equally near ones the first is taken. */
function assign(
  points: readonly SparseVector[],
  centroids: readonly Float64Array[],
  clusterOf: Uint32Array,
  distances: Float64Array,
): boolean {
  const squares = centroids.map(square);
  let moved = false;
  points.forEach((point, index) => {
    const length = square(point.weights);
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let cluster = 0; cluster < centroids.length; cluster++) {
      const distance = squaredDistance(point, centroids[cluster]!, length + squares[cluster]!);
      if (distance < least) [nearest, least] = [cluster, distance];
    }
    moved ||= clusterOf[index] !== nearest;
    clusterOf[index] = nearest;
    distances[index] = least;
  });
  return moved;
}

/** A cluster that lost all its points gets the point that is farthest from its own centroid. Whether there was one. */
function fillEmptyClusters(count: number, clusterOf: Uint32Array, distances: Float64Array): boolean {
  const sizes = sizesOf(clusterOf, count);
  let filled = false;
  for (let cluster = 0; cluster < count; cluster++) {
    if (sizes[cluster] !== 0) continue;
    let farthest = -1;
    for (let index = 0; index < distances.length; index++) {
      if (sizes[clusterOf[index]!]! > 1 && distances[index]! > (distances[farthest] ?? 0)) farthest = index;
    }
    if (farthest === -1) continue;
    sizes[clusterOf[farthest]!]!--;
    sizes[cluster]!++;
    clusterOf[farthest] = cluster;
    distances[farthest] = 0;
    filled = true;
  }
  return filled;
}

function means(
  points: readonly SparseVector[],
  clusterOf: Uint32Array,
  before: readonly Float64Array[],
  dimensions: number,
): Float64Array[] {
  const sums = before.map(() => new Float64Array(dimensions));
  points.forEach((point, index) => {
    addTo(sums[clusterOf[index]!]!, point);
  });
  const sizes = sizesOf(clusterOf, before.length);
  return sums.map((sum, cluster) => (sizes[cluster] === 0 ? before[cluster]! : sum.map((x) => x / sizes[cluster]!)));
}

function sizesOf(clusterOf: Uint32Array, count: number): Uint32Array {
  const sizes = new Uint32Array(count);
  for (const cluster of clusterOf) sizes[cluster]!++;
  return sizes;
}

/** Equal points cannot be separated, so a cluster may stay empty; it is left out, and the others move up. */
function withoutEmpty(clusterOf: Uint32Array, centroids: readonly Float64Array[], distances: Float64Array): Clustering {
  const sizes = sizesOf(clusterOf, centroids.length);
  const kept = [...centroids.keys()].filter((cluster) => sizes[cluster] !== 0);
  return {
    clusterOf: clusterOf.map((cluster) => kept.indexOf(cluster)),
    sizes: Uint32Array.from(kept, (cluster) => sizes[cluster]!),
    centroids: kept.map((cluster) => centroids[cluster]!),
    distortion: distances.reduce((sum, distance) => sum + distance, 0),
  };
}
