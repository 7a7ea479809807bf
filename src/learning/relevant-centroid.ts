import { median } from '../text/median.js';
import { TopicVector } from '../text/vector.js';
import { addTo, dot, type SparseVector, square } from './sparse-vector.js';

/** The centroid c_r of the relevant training pages, and the cosine at which a page is as like it as a relevant one. */
export interface RelevantCentroid {
  readonly vector: TopicVector;
  /** r½ of `relevanceOf`: half way between the median relevant page, compared with the others, and the median other page. */
  readonly half: number;
}

/** `vectors` are unit vectors over dimensions that stand for `terms`. */
export function relevantCentroid(
  vectors: readonly SparseVector[],
  isRelevant: (index: number) => boolean,
  terms: readonly number[],
): RelevantCentroid {
  const sum = new Float64Array(terms.length);
  vectors.forEach((vector, index) => {
    if (isRelevant(index)) addTo(sum, vector);
  });
  const sumSquare = square(sum);
  const [relevant, others]: [number[], number[]] = [[], []];
  vectors.forEach((vector, index) => {
    const product = dot(vector, sum);
    if (isRelevant(index)) relevant.push(cosineWithOthers(product, sumSquare));
    else others.push(product / Math.sqrt(sumSquare));
  });
  const weights = new Map<number, number>();
  sum.forEach((weight, dimension) => {
    if (weight > 0) weights.set(terms[dimension]!, weight);
  });
  const half = (median(relevant) + median(others)) / 2;
  return { vector: new TopicVector(weights), half: Math.max(half, Number.EPSILON) };
}

/** Of a unit vector x with the sum S − x of the others: (S·x − 1) / |S − x|; 1 where there is no other. */
function cosineWithOthers(product: number, sumSquare: number): number {
  const rest = sumSquare - 2 * product + 1;
  return rest < 1e-9 ? 1 : (product - 1) / Math.sqrt(rest);
}
