import type { ParameterValue } from '../config/strategy-parameters.js';
import { messageOf, UsageError } from '../failure.js';
import { seededRandom, shuffle } from '../random.js';
import { Confusion, type Scored } from './quality.js';
import type { Trainer, TrainingSet } from './training.js';

/** What models said of pages that they were not trained on. */
export interface CrossValidation {
  readonly folds: number;
  /** In the order of the set's pages. */
  readonly scored: readonly Scored[];
  /** Where the model tells more than wanted or not. */
  readonly classes?: Confusion;
}

/** Why a set cannot be validated, in words. */
export interface NotValidated {
  readonly impossible: string;
}

export interface CrossValidationOptions {
  readonly folds: number;
  readonly randomSeed: number;
  /** Of the trainer. */
  readonly parameters?: ReadonlyMap<string, ParameterValue>;
  /** Called before the n-th fold (from 1) is trained. */
  readonly onFold?: (fold: number, folds: number) => void;
}

/**
 * Trains once a fold on the pages outside of it, and asks that model about the pages inside. The pages of a fold are taken
 * out of the set altogether, so that neither their labels nor their words are seen: links to them lead to unknown pages, and a
 * recorded order of visits has gaps where they were.
 */
export function crossValidate<Model>(
  trainer: Trainer<Model>,
  set: TrainingSet,
  { folds: asked, randomSeed, parameters, onFold }: CrossValidationOptions,
): CrossValidation | NotValidated {
  const wanted = set.pages.filter((page) => set.targets.has(page.label)).length;
  const folds = Math.min(asked, wanted, set.pages.length - wanted);
  if (folds < 2) return { impossible: 'it takes at least two pages that are wanted and two that are not' };
  const labels = set.pages.map((page) => page.label);
  const foldOf = stratifiedFolds(labels, set.targets, folds, seededRandom(randomSeed));
  const scored = new Array<Scored>(set.pages.length);
  let classes: Confusion | undefined;
  for (let fold = 0; fold < folds; fold++) {
    onFold?.(fold + 1, folds);
    const model = trained(
      trainer,
      { ...set, pages: set.pages.filter((_, index) => foldOf[index] !== fold) },
      randomSeed,
      parameters,
    );
    if (model instanceof UsageError) {
      return { impossible: `the pages outside of a fold are too few to learn from (${messageOf(model)})` };
    }
    const tester = trainer.tester(model);
    for (const [index, page] of set.pages.entries()) {
      if (foldOf[index] !== fold) continue;
      scored[index] = { score: tester.relevance(page), wanted: set.targets.has(page.label) };
      if (tester.classOf !== undefined) {
        classes ??= new Confusion();
        classes.add(page.label, tester.classOf(page));
      }
    }
  }
  return { folds, scored, ...(classes && { classes }) };
}

/**
 * A fold for each page, so that the pages of each label are spread evenly: shuffled, then dealt out like cards, wanted labels
 * first and without a break between labels. So folds differ by one page at most: of each label, of all wanted ones, and in all.
 */
export function stratifiedFolds(
  labels: readonly string[],
  targets: ReadonlySet<string>,
  folds: number,
  random: () => number,
): Uint32Array {
  const byLabel = new Map<string, number[]>();
  for (const label of [...labels].sort((a, b) => Number(targets.has(b)) - Number(targets.has(a))))
    byLabel.set(label, []);
  for (const [index, label] of labels.entries()) byLabel.get(label)!.push(index);
  const foldOf = new Uint32Array(labels.length);
  let next = 0;
  for (const indexes of byLabel.values()) {
    shuffle(indexes, random);
    for (const index of indexes) foldOf[index] = next++ % folds;
  }
  return foldOf;
}

/** The same random numbers for each fold as for the model itself. */
function trained<Model>(
  trainer: Trainer<Model>,
  set: TrainingSet,
  randomSeed: number,
  parameters: CrossValidationOptions['parameters'],
): Model | UsageError {
  try {
    return trainer.train(set, seededRandom(randomSeed), parameters);
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown;
    throw thrown;
  }
}
