import { type ParametersOf, parameter } from '../../config/parameters.js';
import { automatic, number } from '../../config/scalar-kinds.js';
import { UsageError } from '../../failure.js';
import { PageSpace, type PlainSpace, spaceOf } from '../clustering/page-space.js';
import { stratifiedFolds } from '../cross-validation.js';
import { defineTrainer, FOLDS, TERMS_SHOWN, type Tester, type TrainingPage, type TrainingSet } from '../training.js';
import { type SupportVector, SupportVectors, type SvmModel, svmShape } from './support-vectors.js';
import { calibrate, kernelOf, type SvmExamples, searchOptions, solveAll } from './svm-search.js';

/** What de Assis et al. 2009 trains on, with many more that are not wanted. */
const WANTED_IN_THE_PAPER = 30;
/** More pages than this are not needed to choose two numbers; all are used to train. */
const MOST_SEARCHED = 1500;

const parameters = {
  gamma: parameter(automatic(number({ min: 1e-6 })), 'auto', 'Of the RBF kernel exp(−γ·|x − y|²); auto tries several.'),
  cost: parameter(
    automatic(number({ min: 1e-6 })),
    'auto',
    'What a training page on the wrong side costs (C); auto tries several.',
  ),
};

/** De Assis et al. 2009, the baseline: an RBF classifier trained on wanted and unwanted pages, with cost and gamma found by experiment. */
function train(
  { pages, targets }: TrainingSet,
  random: () => number,
  given: ParametersOf<typeof parameters>,
): SvmModel {
  const signs = Int8Array.from(pages, ({ label }) => (targets.has(label) ? 1 : -1));
  const wanted = signs.filter((sign) => sign > 0).length;
  check(wanted, pages.length - wanted);
  const texts = pages.map(({ terms }) => terms);
  const space = spaceOf(texts);
  const vectorOf = new PageSpace(space);
  const examples: SvmExamples = {
    vectors: texts.map((terms) => vectorOf.vectorOf(terms)),
    dimensions: space.terms.length,
    signs,
    folds: stratifiedFolds(
      Array.from(signs, (sign) => (sign > 0 ? 'wanted' : 'other')),
      new Set(['wanted']),
      FOLDS,
      random,
    ),
  };
  const { gamma, cost } = searchOptions(sampleOf(examples), given);
  const kernel = kernelOf(examples, gamma);
  const { sigmoid, loss } = calibrate(examples, kernel, cost);
  const { coefficients, bias } = solveAll(examples, kernel, cost);
  return { ...supportOf(space, pages, coefficients), bias, gamma, cost, sigmoid, wanted, loss };
}

/** Each fold needs a page of each kind. */
function check(wanted: number, others: number): void {
  if (wanted >= FOLDS && others >= FOLDS) return;
  throw new UsageError(
    'training-pages',
    `A support vector machine needs at least ${FOLDS} pages that are wanted and ${FOLDS} that are not, better ${WANTED_IN_THE_PAPER} and many more; there are ${wanted} and ${others}.`,
  );
}

/** Every so-manieth page of each kind, of the rarer kind up to half of the sample. */
function sampleOf(examples: SvmExamples): SvmExamples {
  const { vectors, signs, folds } = examples;
  if (vectors.length <= MOST_SEARCHED) return examples;
  const kinds = [1, -1].map((kind) => [...signs.keys()].filter((index) => signs[index] === kind));
  kinds.sort((a, b) => a.length - b.length);
  const rarer = evenly(kinds[0]!, MOST_SEARCHED / 2);
  const kept = [...rarer, ...evenly(kinds[1]!, MOST_SEARCHED - rarer.length)].sort((a, b) => a - b);
  return {
    ...examples,
    vectors: kept.map((index) => vectors[index]!),
    signs: Int8Array.from(kept, (index) => signs[index]!),
    folds: Uint32Array.from(kept, (index) => folds[index]!),
  };
}

function evenly(indexes: readonly number[], most: number): readonly number[] {
  if (indexes.length <= most) return indexes;
  return Array.from({ length: most }, (_, k) => indexes[Math.floor((k * indexes.length) / most)]!);
}

/**
 * Support vectors, and the part of the space that matters: a term of a single page weighs as much as an unknown one, and can be
 * left out unless a support vector has it.
 */
function supportOf(
  space: PlainSpace,
  pages: readonly TrainingPage[],
  coefficients: Float64Array,
): Pick<SvmModel, 'space' | 'vectors'> {
  const support = [...pages.entries()].filter(([index]) => coefficients[index] !== 0);
  const needed = new Set(support.flatMap(([, { terms }]) => [...terms.ids]));
  const kept = [...space.terms.keys()].filter((at) => space.frequencies[at]! > 1 || needed.has(space.terms[at]!));
  const terms = kept.map((at) => space.terms[at]!);
  const places = new Map(terms.map((id, place) => [id, place]));
  const vectors = support.map(([index, { terms: page }]): SupportVector => {
    const used = Array.from(page.ids, (id) => places.get(id)!);
    return { terms: used, counts: [...page.counts], coefficient: coefficients[index]! };
  });
  return { space: { pages: space.pages, terms, frequencies: kept.map((at) => space.frequencies[at]!) }, vectors };
}

function tester(model: SvmModel): Tester {
  const machine = new SupportVectors(model);
  return { relevance: ({ terms }) => machine.probability(machine.decide(terms)) };
}

/** The terms that speak for a page most: the heaviest of Σ yα·x, which is the direction of the wanted pages. */
function tellingTerms({ space, vectors }: SvmModel): number[] {
  const direction = new Float64Array(space.terms.length);
  for (const { terms, counts, coefficient } of vectors) {
    for (const [k, place] of terms.entries()) {
      direction[place]! +=
        coefficient * (1 + Math.log(counts[k]!)) * Math.log1p(space.pages / space.frequencies[place]!);
    }
  }
  const heaviest = [...direction.keys()].sort((a, b) => direction[b]! - direction[a]!).slice(0, TERMS_SHOWN);
  return heaviest.filter((place) => direction[place]! > 0).map((place) => space.terms[place]!);
}

function describe(model: SvmModel, nameOf: (termId: number) => string): string[] {
  const { space, vectors, wanted, gamma, cost, loss } = model;
  const others = space.pages - wanted;
  const lines = [
    `${wanted} wanted pages and ${others} others, ${vectors.length} support vectors`,
    `RBF kernel with gamma ${gamma} and cost ${cost}: mean log loss ${loss.toFixed(3)} on pages left out`,
    `telling terms: ${tellingTerms(model).map(nameOf).join(', ')}`,
  ];
  if (wanted < WANTED_IN_THE_PAPER)
    lines.push(`few wanted pages: de Assis et al. 2009 has ${WANTED_IN_THE_PAPER} or more`);
  if (others < wanted) lines.push('few other pages: de Assis et al. 2009 has many more of them than wanted ones');
  return lines;
}

/** Makes the models of `svm`. */
export const svmTrainer = defineTrainer({
  kind: 'svm',
  version: 1,
  shape: svmShape,
  parameters,
  train,
  describe,
  tester,
});
