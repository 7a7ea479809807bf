import type { Idf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { wordVectors } from '../../text/word-vectors.js';
import { unitOf } from './meaning.js';

/** Share of its words, by their weight, that have to have a vector for a text to have a meaning: pages in other languages have less. */
const leastKnown = 0.4;

/**
 * Texts as vectors, by an idf: of words, (1 + ln f) · idf each, brought to length 1, and of meaning, the sum of the meanings of
 * the words with the same weights. The cosine of two meanings is high for texts on one subject, also where they share no word.
 *
 * The text asked about last is remembered: a page is judged and then learnt from, and in the lab judged for many topics.
 */
export class PageVectors {
  #terms: TermCounts | undefined;
  /** As far as the text has terms; grows with the longest. */
  #weights: Float64Array = new Float64Array(1_024);
  #length = 1;
  #isUnit = false;
  #meaning: Float64Array | undefined | null = null;
  #few: Float64Array = new Float64Array(16);
  #ofFew: Float64Array | undefined;

  constructor(private readonly idf: Idf) {}

  /** The words' weights, in the order of the terms; valid until the next text. */
  unitOf(terms: TermCounts): Float64Array {
    this.#take(terms);
    if (!this.#isUnit) {
      for (let i = 0; i < terms.ids.length; i++) this.#weights[i]! /= this.#length;
      this.#isUnit = true;
    }
    return this.#weights;
  }

  /** Undefined where too few of the words have a vector. */
  meaningOf(terms: TermCounts): Float64Array | undefined {
    this.#take(terms);
    if (this.#meaning === null) this.#meaning = meaningOf(terms.ids, this.#weights);
    return this.#meaning;
  }

  /** The meaning of a few words, each of which counts once; valid until the next few: an array for each link would keep the collector busy. */
  meaningOfWords(ids: Uint32Array): Float64Array | undefined {
    if (this.#few.length < ids.length) this.#few = new Float64Array(2 * ids.length);
    for (let i = 0; i < ids.length; i++) this.#few[i] = this.idf.of(ids[i]!);
    this.#ofFew ??= new Float64Array(wordVectors().dimensions);
    return meaningOf(ids, this.#few, this.#ofFew);
  }

  #take(terms: TermCounts): void {
    if (terms === this.#terms) return;
    const { ids, counts } = terms;
    if (this.#weights.length < ids.length) this.#weights = new Float64Array(2 * ids.length);
    let square = 0;
    for (let i = 0; i < ids.length; i++) {
      const weight = frequencyWeight(counts[i]!) * this.idf.of(ids[i]!);
      this.#weights[i] = weight;
      square += weight * weight;
    }
    this.#terms = terms;
    this.#length = Math.sqrt(square) || 1;
    this.#isUnit = false;
    this.#meaning = null;
  }
}

const shared = new WeakMap<Idf, PageVectors>();

/** The vectors by this idf, shared by all who have it. */
export function pageVectorsBy(idf: Idf): PageVectors {
  const vectors = shared.get(idf) ?? new PageVectors(idf);
  shared.set(idf, vectors);
  return vectors;
}

/** The meaning of one word, whatever it weighs. */
export function meaningOfWord(id: number): Float64Array | undefined {
  return meaningOf(Uint32Array.of(id), Float64Array.of(1));
}

function meaningOf(
  ids: Uint32Array,
  weights: Float64Array,
  sum: Float64Array = new Float64Array(wordVectors().dimensions),
): Float64Array | undefined {
  const known = wordVectors().sumOf(ids, weights, sum);
  let all = 0;
  for (let i = 0; i < ids.length; i++) all += weights[i]!;
  return known === 0 || known < leastKnown * all ? undefined : unitOf(sum);
}

/** 1 + ln f, of small counts from a table. */
function frequencyWeight(count: number): number {
  return frequencyWeights[count] ?? 1 + Math.log(count);
}

const frequencyWeights = Float64Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)));
