import { numberShape, recordOf, type Shape } from '../shape.js';
import { FOLDS } from '../training.js';
import {
  type ClassCounts,
  classCountsShape,
  countClasses,
  type LabelledText,
  NaiveBayes,
  Vocabulary,
} from './naive-bayes.js';

/** A Naive Bayes classifier as plain data, with the options that suit its training texts best. */
export interface FittedBayes {
  readonly counts: ClassCounts;
  readonly smoothing: number;
  readonly words: number;
}

/** One of so many classes. */
export function fittedBayesShape(classes: number): Shape {
  return recordOf({
    counts: classCountsShape(classes),
    smoothing: numberShape('a number above 0', { min: 1e-9, max: 1e9 }),
    words: numberShape('a number of at least 1', { min: 1, max: 1e9 }),
  });
}

const SMOOTHINGS = [1, 0.1, 0.01];
const WORDS = [500, 200, 100, 50, 20, 10];
/** More texts than this tell no more about two numbers. */
const MOST_JUDGED = 5000;
/** A class that a fold has no text of must not outweigh all else. */
const LEAST_PROBABILITY = 1e-9;

/** A training text with the fold, below `FOLDS`, in which it is left out. Texts that depend on each other share a fold. */
export interface FoldedText {
  readonly text: LabelledText;
  readonly fold: number;
}

/**
 * Counts the texts, and chooses smoothing and length limit by cross-validation: the pair with the lowest log loss,
 * −Σ log P(true class | text), of texts that the classifier has not seen. So its probabilities mean what they say,
 * which a crawler that orders by them needs more than it needs sharp ones.
 */
export function fitBayes(classes: number, texts: readonly FoldedText[]): FittedBayes {
  const losses = SMOOTHINGS.map(() => new Float64Array(WORDS.length));
  const step = Math.max(1, Math.ceil(texts.length / MOST_JUDGED));
  for (let fold = 0; fold < FOLDS; fold++) {
    const seen = texts.filter((one) => one.fold !== fold).map(({ text }) => text);
    const unseen = texts.filter((one, index) => one.fold === fold && index % step === 0).map(({ text }) => text);
    if (seen.length === 0 || unseen.length === 0) continue;
    const counts = countClasses(classes, seen);
    const vocabulary = new Vocabulary(counts.terms);
    for (const [row, smoothing] of SMOOTHINGS.entries()) {
      const bayes = new NaiveBayes(counts, { smoothing }, vocabulary);
      for (const [label, terms] of unseen) {
        for (const [column, { probabilities }] of bayes.posteriors(terms, WORDS).entries()) {
          losses[row]![column]! -= Math.log(Math.max(LEAST_PROBABILITY, probabilities[label]!));
        }
      }
    }
  }
  const counts = countClasses(
    classes,
    texts.map(({ text }) => text),
  );
  return { counts, ...leastOf(losses) };
}

/** The pair with the lowest loss, the first of equals. */
function leastOf(losses: readonly Float64Array[]): Pick<FittedBayes, 'smoothing' | 'words'> {
  let best = { loss: Number.POSITIVE_INFINITY, smoothing: SMOOTHINGS[0]!, words: WORDS[0]! };
  for (const [row, smoothing] of SMOOTHINGS.entries()) {
    for (const [column, words] of WORDS.entries()) {
      const loss = losses[row]![column]!;
      if (loss < best.loss) best = { loss, smoothing, words };
    }
  }
  return { smoothing: best.smoothing, words: best.words };
}
