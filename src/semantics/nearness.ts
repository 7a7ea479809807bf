import type { Measure } from './measures.js';
import type { MeantTerm } from './term-reader.js';
import type { Thesaurus } from './thesaurus.js';

const UNREACHED = 255;

/**
 * How near any term is to each term of a query. The concepts above the query are walked once; after that a term costs one walk
 * from its own meanings up to where they meet them.
 */
export class Nearness {
  readonly #wordnet: Thesaurus;
  readonly #query: readonly MeantTerm[];
  readonly #measure: Measure;
  /** Where the steps of a concept begin in `#steps`: a number for each term of the query. */
  readonly #places = new Map<number, number>();
  readonly #steps: number[] = [];

  constructor(wordnet: Thesaurus, query: readonly MeantTerm[], measure: Measure) {
    this.#wordnet = wordnet;
    this.#query = query;
    this.#measure = measure;
    for (const [index, { senses }] of query.entries()) {
      wordnet.eachAncestor(senses, (concept, steps) => {
        let place = this.#places.get(concept);
        if (place === undefined) {
          place = this.#steps.length;
          this.#places.set(concept, place);
          for (let i = 0; i < query.length; i++) this.#steps.push(UNREACHED);
        }
        this.#steps[place + index] = steps;
      });
    }
  }

  /**
   * Similarity with each term of the query: the best over all meanings of both and, where a concept has several hypernyms, over
   * the concepts that they have in common. A word is like itself (1), also one that WordNet does not know; nothing else is known
   * of such words (0).
   */
  of({ senses, names }: MeantTerm): Float64Array {
    const row = new Float64Array(this.#query.length);
    this.#wordnet.eachAncestor(senses, (concept, steps) => {
      const place = this.#places.get(concept);
      if (place === undefined) return;
      const depth = this.#wordnet.depthOf(concept);
      for (let index = 0; index < row.length; index++) {
        const queryStepsUp = this.#steps[place + index]!;
        if (queryStepsUp === UNREACHED) continue;
        row[index] = Math.max(row[index]!, this.#measure(steps + queryStepsUp, depth));
      }
    });
    for (const [index, term] of this.#query.entries()) {
      if (names.some((name) => term.names.includes(name))) row[index] = 1;
    }
    return row;
  }
}
