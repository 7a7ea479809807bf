import type { LinkScore } from '../../model/strategy.js';
import type { Measure } from '../../semantics/measures.js';
import { Nearness } from '../../semantics/nearness.js';
import { type MeantTerm, type Occurring, TermReader } from '../../semantics/term-reader.js';
import type { Lexicon } from './lexicon.js';

/** How the terms of a text are weighed, one weight a term. */
export type Weighing = (terms: readonly Occurring<unknown>[]) => Float64Array;

export const anchorNearnessParts = {
  'like *': 'semantic similarity of the anchor text to this word of the query (WordNet)',
};

/**
 * Reads an anchor text and sums up Σ_k Σ_l sim(k, l)·w_a(k)·w_q(l) over its terms k and those of the query l, the common part of
 * eq 8 and 9 of Batsakis 2007. Each part is what one term of the query brought.
 */
export class AnchorNearness {
  readonly #reader: TermReader<Float64Array>;
  readonly #weigh: Weighing;
  readonly #names: readonly string[];
  readonly #queryWeights: Float64Array;
  readonly #queryNorm: number;

  constructor({ rules, query }: Lexicon, measure: Measure, weigh: Weighing) {
    const terms: readonly MeantTerm[] = query.map(({ term }) => term);
    const nearness = new Nearness(rules.wordnet, terms, measure);
    this.#reader = new TermReader(rules, (term) => nearness.of(term));
    this.#weigh = weigh;
    this.#names = terms.map(({ text }) => `like ${text}`);
    this.#queryWeights = weigh(query);
    this.#queryNorm = norm(this.#queryWeights);
  }

  /** The sum, divided by the norms of both vectors where these are asked for. */
  of(anchor: string, normalised: boolean): LinkScore {
    const terms = this.#reader.read(anchor);
    const weights = this.#weigh(terms);
    const norms = normalised ? this.#queryNorm * norm(weights) : 1;
    const parts: Record<string, number> = {};
    let value = 0;
    for (let l = 0; l < this.#names.length; l++) {
      let sum = 0;
      for (let k = 0; k < terms.length; k++) sum += terms[k]!.value[l]! * weights[k]!;
      if (sum === 0) continue;
      const part = (sum * this.#queryWeights[l]!) / norms;
      parts[this.#names[l]!] = part;
      value += part;
    }
    return { value, parts };
  }
}

function norm(weights: Float64Array): number {
  let square = 0;
  for (const weight of weights) square += weight * weight;
  return Math.sqrt(square);
}
