import { type FittedBayes, fittedBayesShape } from './bayes/fitted-bayes.js';
import { NaiveBayes, type NaiveBayesOptions } from './bayes/naive-bayes.js';
import { andThen, anything, count, listOf, placeAmong, recordOf, textShape } from './shape.js';

/** What was learnt of the classes of a taxonomy: what their pages say, and how they link to each other. */
export interface TaxonomyModel {
  /** Names, in alphabetical order. All else refers to classes by their numbers in it. */
  readonly classes: readonly string[];
  readonly targets: readonly number[];
  /** Tells the class of a page from its text. */
  readonly pages: FittedBayes;
  /** Tells the class of a link's target from its anchor text and URL. */
  readonly links: FittedBayes;
  /** linkCounts[i][j]: links from training pages of class i to training pages of class j. */
  readonly linkCounts: readonly (readonly number[])[];
}

const longestName = 1_000;

export const taxonomyShape = andThen(
  recordOf({
    classes: listOf(textShape(longestName), { min: 2, unique: true }),
    targets: listOf(count, { min: 1, unique: true }),
    ...{ pages: anything, links: anything, linkCounts: anything },
  }),
  ({ classes: { length } }: TaxonomyModel) => ({
    targets: listOf(placeAmong(length)),
    pages: fittedBayesShape(length),
    links: fittedBayesShape(length),
    linkCounts: listOf(listOf(count, { length }), { length }),
  }),
);

/** A taxonomy's model, ready to classify. */
export class Taxonomy {
  readonly pages: NaiveBayes;
  readonly links: NaiveBayes;

  /** Options that are absent are as training found them. Links are short: only the smoothing concerns them. */
  constructor(
    readonly model: TaxonomyModel,
    { smoothing, words }: NaiveBayesOptions = {},
  ) {
    const { pages, links } = model;
    this.pages = new NaiveBayes(pages.counts, {
      smoothing: smoothing ?? pages.smoothing,
      words: words ?? pages.words,
    });
    // Every class is as likely as another before anchor text and URL are read: that many links lead to one is no evidence of where
    // this one leads, and where there is none, the rules of the page's class decide.
    const even = { ...links.counts, documents: links.counts.documents.map((texts) => Math.min(1, texts)) };
    this.links = new NaiveBayes(even, { smoothing: smoothing ?? links.smoothing, words: links.words });
  }

  /** Soft focus (Chakrabarti et al. 1999): R(p) = Σ P(c | p) over the target classes. */
  wanted(probabilities: ArrayLike<number>): number {
    let sum = 0;
    for (const target of this.model.targets) sum += probabilities[target]!;
    return Math.min(1, sum);
  }
}
