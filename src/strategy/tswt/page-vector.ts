import type { Idf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { topTerms } from '../../text/vector.js';

/** Pappas et al. 2012, eq 1: TFW = 0 if TF = 0, else 1 + log(1 + log TF). */
export function weightedFrequency(frequency: number): number {
  return frequency < small.length ? small[frequency]! : formula(frequency);
}

const formula = (frequency: number): number => (frequency === 0 ? 0 : 1 + Math.log1p(Math.log(frequency)));
/** Nearly all frequencies are small, and logarithms are slow. */
const small = Float64Array.from({ length: 256 }, (_, frequency) => formula(frequency));

/** Pappas et al. 2012, eq 2: a document as a vector, TF-IDF = TFW·IDF. */
export class PageVector {
  readonly ids: Uint32Array;
  readonly weights: Float64Array;
  /** Euclidean length. */
  readonly norm: number;

  constructor({ ids, counts }: TermCounts, idf: Idf) {
    const weights = new Float64Array(ids.length);
    let square = 0;
    for (let i = 0; i < ids.length; i++) {
      const weight = weightedFrequency(counts[i]!) * idf.of(ids[i]!);
      weights[i] = weight;
      square += weight * weight;
    }
    this.ids = ids;
    this.weights = weights;
    this.norm = Math.sqrt(square);
  }

  /** Ids of its heaviest terms but for those ignored, heaviest first. */
  top(count: number, isIgnored: (id: number) => boolean): number[] {
    const weights = new Map<number, number>();
    for (const [index, id] of this.ids.entries()) if (!isIgnored(id)) weights.set(id, this.weights[index]!);
    return topTerms(weights, count).map(([id]) => id);
  }
}
