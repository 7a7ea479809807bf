import type { ParametersOf } from '../../config/parameters.js';
import { likeliest } from '../../learning/bayes/naive-bayes.js';
import { Taxonomy, type TaxonomyModel } from '../../learning/taxonomy.js';
import type { Judgement } from '../../model/strategy.js';
import type { TermCounts } from '../../text/term-counts.js';
import { bayesOptions, type bayesParameters } from './bayes-parameters.js';

export const taxonomyParts = {
  'class *': 'how probable it is that the page is of this class (Naive Bayes)',
};

/** Classes that a judgement names. */
const LIKELY = 0.01;
const MOST_NAMED = 5;

/** What a page's text says of its class. */
export interface Classified {
  /** The number of the likeliest class. */
  readonly label: number;
  readonly probabilities: Float64Array;
  /** Chakrabarti's R(p): the probability of all target classes together. */
  readonly wanted: number;
}

/** Judges pages by how probably they belong to a class that is wanted: raw and relevance are both R(p), a probability. */
export class TaxonomyJudge {
  readonly taxonomy: Taxonomy;
  readonly #names: readonly string[];
  #last: (Classified & { readonly terms: TermCounts }) | undefined;

  constructor(model: TaxonomyModel, parameters: ParametersOf<typeof bayesParameters>) {
    this.taxonomy = new Taxonomy(model, bayesOptions(parameters));
    this.#names = model.classes.map((name) => `class ${name}`);
  }

  /** A page is judged and then its links are ranked: the second time nothing is worked out again. */
  classify(terms: TermCounts): Classified {
    if (this.#last?.terms === terms) return this.#last;
    const { probabilities } = this.taxonomy.pages.posterior(terms);
    this.#last = { terms, label: likeliest(probabilities), probabilities, wanted: this.taxonomy.wanted(probabilities) };
    return this.#last;
  }

  judge(terms: TermCounts): Judgement {
    const { probabilities, wanted } = this.classify(terms);
    const likely = [...probabilities.entries()].filter(([, probability]) => probability >= LIKELY);
    const named = likely.sort(([, a], [, b]) => b - a).slice(0, MOST_NAMED);
    const parts = Object.fromEntries(named.map(([label, probability]) => [this.#names[label]!, probability]));
    return { raw: wanted, relevance: wanted, parts };
  }
}
