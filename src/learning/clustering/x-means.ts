import type { SparseVector } from '../sparse-vector.js';
import { type Clustering, kMeans, settled } from './k-means.js';

export interface XMeansRange {
  readonly least: number;
  readonly most: number;
}

/**
 * X-Means (Pelleg and Moore 2000, reference [17] of Batsakis 2007): K-Means that finds K. Every cluster is tried as two, and stays
 * two where that describes its points better by the Bayesian information criterion; then all points settle anew.
 */
export function xMeans(
  points: readonly SparseVector[],
  dimensions: number,
  { least, most }: XMeansRange,
  random: () => number,
): Clustering {
  let found = kMeans(points, dimensions, least, random);
  // Settling may join what was split, so growth alone does not bound the rounds.
  for (let round = 0; round < most; round++) {
    const centroids = split(found, points, dimensions, most, random);
    if (centroids.length === found.centroids.length) break;
    found = settled(points, centroids);
  }
  return found;
}

function split(
  { centroids, clusterOf }: Clustering,
  points: readonly SparseVector[],
  dimensions: number,
  most: number,
  random: () => number,
): Float64Array[] {
  let room = most - centroids.length;
  return centroids.flatMap((centroid, cluster) => {
    const members = points.filter((_, index) => clusterOf[index] === cluster);
    if (room <= 0 || members.length < 3) return [centroid];
    const whole = settled(members, [centroid]);
    const halves = kMeans(members, dimensions, 2, random);
    if (bic(halves, dimensions) <= bic(whole, dimensions)) return [centroid];
    room--;
    return halves.centroids;
  });
}

/**
 * Bayesian information criterion of K clusters of R points in M dimensions, as spherical Gaussians of one variance. The estimate
 * of the variance is σ² = distortion / (M·(R − K)): Pelleg and Moore print it without M, which does not fit their density.
 *
 *     l = −R·M/2 · ln(2πσ²) − M·(R − K)/2 + Σ R_n·ln(R_n / R)
 *     BIC = l − p/2 · ln R,  p = (K − 1) + M·K + 1
 */
export function bic({ sizes, distortion }: Pick<Clustering, 'sizes' | 'distortion'>, dimensions: number): number {
  const clusters = sizes.length;
  const points = sizes.reduce((sum, size) => sum + size, 0);
  if (points <= clusters) return Number.NEGATIVE_INFINITY;
  const variance = distortion / (dimensions * (points - clusters));
  let likelihood =
    (-points * dimensions * Math.log(2 * Math.PI * variance)) / 2 - (dimensions * (points - clusters)) / 2;
  for (const size of sizes) likelihood += size * Math.log(size / points);
  const parameters = clusters - 1 + dimensions * clusters + 1;
  return likelihood - (parameters / 2) * Math.log(points);
}
