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
  readonly #query: readonly MeantTerm[];
  readonly #queryWeights: Float64Array;
  readonly #queryNorm: number;

  constructor({ rules, query }: Lexicon, measure: Measure, weigh: Weighing) {
    const terms: readonly MeantTerm[] = query.map(({ term }) => term);
    const nearness = new Nearness(rules.wordnet, terms, measure);
    this.#reader = new TermReader(rules, (term) => nearness.of(term));
    this.#weigh = weigh;
    this.#query = terms;
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

  /**
   * Mihalcea, Corley & Strapparava 2006, eq 1: every word of either text is matched with the word of the other that is most like it,
   * weighed by idf, and both texts count half:
   *
   *     ½·(Σ_{w∈q} maxSim(w, a)·idf(w) / Σ idf(w) + Σ_{w∈a} maxSim(w, q)·idf(w) / Σ idf(w))
   */
  bestMatches(anchor: string, idfOf: (term: MeantTerm) => number): LinkScore {
    const terms = this.#reader.read(anchor);
    const best = this.#names.map((_, l) => terms.reduce((most, { value }) => Math.max(most, value[l]!), 0));
    const idfs = this.#query.map(idfOf);
    const all = idfs.reduce((sum, idf) => sum + idf, 0);
    let [matched, weights] = [0, 0];
    for (const { term, value, count } of terms) {
      const weight = count * idfOf(term);
      matched += weight * Math.max(...value);
      weights += weight;
    }
    const ofQuery = best.reduce((sum, like, l) => sum + like * idfs[l]!, 0);
    const value = (meanOf(ofQuery, all) + meanOf(matched, weights)) / 2;
    const parts = this.#names.flatMap((name, l) => (best[l]! > 0 ? [[name, best[l]!] as const] : []));
    return { value, parts: Object.fromEntries(parts) };
  }
}

function meanOf(sum: number, weights: number): number {
  return weights === 0 ? 0 : sum / weights;
}

function norm(weights: Float64Array): number {
  let square = 0;
  for (const weight of weights) square += weight * weight;
  return Math.sqrt(square);
}
