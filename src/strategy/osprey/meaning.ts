import type { Idf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import type { WordVectors } from '../../text/word-vectors.js';

/** Share of its words, by their weight, that have to have a vector for a text to have a meaning: pages in other languages have less. */
const leastKnown = 0.4;

/**
 * What texts are about, as the sum of the meanings of their words, (1 + ln f) · idf each, brought to length 1. The cosine of two
 * such vectors is high for texts on one subject, also where they share no word.
 */
export class Meanings {
  constructor(
    private readonly vectors: WordVectors,
    private readonly idf: Idf,
  ) {}

  /** Undefined where too few of the words have a vector. */
  of({ ids, counts }: TermCounts): Float64Array | undefined {
    const sum = new Float64Array(this.vectors.dimensions);
    let known = 0;
    let all = 0;
    for (let i = 0; i < ids.length; i++) {
      const weight = (1 + Math.log(counts[i]!)) * this.idf.of(ids[i]!);
      all += weight;
      if (this.vectors.add(sum, ids[i]!, weight)) known += weight;
    }
    return known === 0 || known < leastKnown * all ? undefined : unitOf(sum);
  }
}

/** The vector brought to length 1; it stays 0 where it has no length. */
export function unitOf(vector: Float64Array): Float64Array {
  const length = Math.sqrt(productOf(vector, vector)) || 1;
  for (let i = 0; i < vector.length; i++) vector[i]! /= length;
  return vector;
}

export function productOf(a: Float64Array, b: Float64Array): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += a[i]! * b[i]!;
  return product;
}
