import { parameter } from '../config/parameters.js';
import { automatic, integer, limit, number } from '../config/scalar-kinds.js';
import { likeliest } from '../learning/naive-bayes.js';
import { Taxonomy, type TaxonomyModel } from '../learning/taxonomy.js';
import type { TermCounts } from '../text/term-counts.js';
import type { Judgement } from './strategy.js';

/** Parameters of the classifier, for the strategies that judge by a taxonomy. */
export const taxonomyParameters = {
  smoothing: parameter(
    automatic(number({ min: 1e-6 })),
    'auto',
    'Added to the count of every term in every class; 1 is Laplace, auto is what training found best.',
  ),
  words: parameter(
    automatic(limit(integer({ min: 1 }))),
    'auto',
    'A longer page counts as if it had this many words, so that probabilities are not all 0 or 1; auto is what training found best.',
  ),
};

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

  constructor(model: TaxonomyModel, { smoothing, words }: { smoothing: number | 'auto'; words: number | 'auto' }) {
    this.taxonomy = new Taxonomy(model, {
      ...(smoothing !== 'auto' && { smoothing }),
      ...(words !== 'auto' && { words }),
    });
    this.#names = model.classes.map((name) => `class ${name}`);
  }

  classify(terms: TermCounts): Classified {
    const { probabilities } = this.taxonomy.pages.posterior(terms);
    return { label: likeliest(probabilities), probabilities, wanted: this.taxonomy.wanted(probabilities) };
  }

  judge(terms: TermCounts): Judgement {
    const { probabilities, wanted } = this.classify(terms);
    const likely = [...probabilities.entries()].filter(([, probability]) => probability >= LIKELY);
    const named = likely.sort(([, a], [, b]) => b - a).slice(0, MOST_NAMED);
    const parts = Object.fromEntries(named.map(([label, probability]) => [this.#names[label]!, probability]));
    return { raw: wanted, relevance: wanted, parts };
  }
}
