import { UsageError } from '../failure.js';
import { TermTable } from '../text/term-table.js';
import { type FittedBayes, fitBayes, fittedBayesShape } from './bayes/fitted-bayes.js';
import { type ClassCounts, NaiveBayes, type NaiveBayesOptions, type PlainCounts } from './bayes/naive-bayes.js';
import { tellingTerms } from './bayes/telling-terms.js';
import { stratifiedFolds } from './cross-validation.js';
import { linkDistances } from './link-distance.js';
import { MOST_LAYERS } from './most-layers.js';
import { recordOf } from './shape.js';
import { defineTrainer, FOLDS, TERMS_SHOWN, type Tester, type TrainingSet } from './training.js';

/** Class of the pages that lie beyond, or from which no target can be reached. */
const BEYOND = MOST_LAYERS + 1;

/** A Naive Bayes classifier whose classes are link distances to a target: 0 to `MOST_LAYERS`, and beyond. */
export interface ContextGraphModel {
  readonly layers: FittedBayes;
}

function train({ pages, targets }: TrainingSet, random: () => number): ContextGraphModel {
  const isTarget = (page: number) => targets.has(pages[page]!.label);
  const classes = linkDistances(pages, isTarget).map((distance) => Math.min(distance ?? BEYOND, BEYOND));
  check(classes);
  const folds = stratifiedFolds(classes.map(String), new Set(['0']), FOLDS, random);
  const texts = pages.map(({ terms }, page) => ({ text: [classes[page]!, terms] as const, fold: folds[page]! }));
  return { layers: fitBayes(BEYOND + 1, texts) };
}

function check(classes: readonly number[]): void {
  if (!classes.includes(0)) {
    throw new UsageError(
      'training-target',
      'A context graph grows around wanted pages, and none of the training pages is one: label some as wanted.',
    );
  }
  if (!classes.includes(1)) {
    throw new UsageError(
      'training-links',
      'A context graph needs pages that link to wanted ones, and no training page does: add pages on the way to the wanted ones, with their links.',
    );
  }
}

/** Classifier of the layers 0 to `layers` and of all else, as the last class. What is not given is as training found it best. */
export function layerClassifier(
  { layers: { counts, smoothing, words } }: ContextGraphModel,
  layers: number,
  options: NaiveBayesOptions = {},
): NaiveBayes {
  return new NaiveBayes(joinedFrom(counts, layers + 1), { smoothing, words, ...options });
}

/** The classes from this one on become one. */
function joinedFrom({ documents, terms }: ClassCounts, first: number): ClassCounts {
  const joined = new TermTable();
  for (const { ids, counts } of terms.slice(first)) {
    for (const [index, id] of ids.entries()) joined.add(id, counts[index]!);
  }
  const rest: PlainCounts = { ids: [...joined.ids], counts: [...joined.values] };
  const restDocuments = documents.slice(first).reduce((sum, count) => sum + count, 0);
  return { documents: [...documents.slice(0, first), restDocuments], terms: [...terms.slice(0, first), rest] };
}

function tester(model: ContextGraphModel): Tester {
  const classifier = layerClassifier(model, MOST_LAYERS);
  return { relevance: ({ terms }) => classifier.posterior(terms).probabilities[0]! };
}

function describe(
  { layers: { counts, smoothing, words } }: ContextGraphModel,
  nameOf: (termId: number) => string,
): string[] {
  const telling = tellingTerms(counts, TERMS_SHOWN);
  const lines = counts.documents.flatMap((pages, layer) => {
    if (pages === 0) return [];
    const terms = telling[layer]!.map(nameOf).join(', ');
    const which = layer === BEYOND ? 'farther away, or no way to a wanted page' : `layer ${layer}`;
    return [`${which}: ${pages} pages; ${terms}`];
  });
  return [...lines, `Naive Bayes on layers: smoothing ${smoothing}, texts count as ${words} words at most`];
}

/** Makes the model of `context-graph`. */
export const contextGraphTrainer = defineTrainer({
  kind: 'context-graph',
  version: 1,
  shape: recordOf({ layers: fittedBayesShape(BEYOND + 1) }),
  parameters: {},
  train,
  describe,
  tester,
});
