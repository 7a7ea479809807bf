import { type ParametersOf, type ParameterTable, readParameters } from '../config/parameters.js';
import type { ParameterValue } from '../config/strategy-parameters.js';
import type { TermCounts } from '../text/term-counts.js';
import type { Shape } from './shape.js';

/** Folds in which trainers leave pages out to choose what their model cannot tell them. */
export const FOLDS = 5;
/** Telling terms of a class or cluster, in a description. */
export const TERMS_SHOWN = 8;

/** A page with what a person, or a finished crawl, says of it. */
export interface TrainingPage {
  readonly url: string;
  readonly terms: TermCounts;
  /** Its class. */
  readonly label: string;
  /** Place in the recorded order of visits, from 0; undefined where pages were not visited in an order. */
  readonly order?: number;
  /** Its links to any page, in document order. */
  readonly links: readonly {
    readonly url: string;
    readonly anchorTerms: Uint32Array;
    readonly urlTerms: Uint32Array;
  }[];
}

export interface TrainingSet {
  readonly pages: readonly TrainingPage[];
  /** The labels that are wanted. */
  readonly targets: ReadonlySet<string>;
  /** How the pages' terms were made: a crawl must make them alike. */
  readonly language: string;
  readonly stem: boolean;
}

/**
 * Makes the models of one kind. A model is plain data (what JSON can hold), small enough for a file; strategies turn it
 * into whatever is fast. Training is deterministic for a given `random`.
 */
export interface Trainer<Model = unknown> {
  readonly kind: string;
  /** What can be set with `osprey train --set kind.name=value`. */
  readonly parameters: ParameterTable;
  /** Raised when the form of the model changes: files of another version are refused. */
  readonly version: number;
  /** What a model must look like to be used: a file may hold anything. Sizes are checked before memory is taken. */
  readonly shape: Shape;
  /** Throws `UsageError` when the set is not enough, saying what is missing, and when a parameter is wrong. */
  train(set: TrainingSet, random: () => number, given?: ReadonlyMap<string, ParameterValue>): Model;
  /** What was found, for people, one line each: classes with their sizes and telling terms, clusters, matrices. */
  describe(model: Model, nameOf: (termId: number) => string): string[];
  /** Makes the model ready to be asked about pages that it has not seen. */
  tester(model: Model): Tester;
}

/** What a model says of a page: what cross-validation measures. */
export interface Tester {
  /** Probability-like score, 0..1, that the page is wanted. */
  relevance(page: TrainingPage): number;
  /** The class it would say, where the model tells more than wanted or not. */
  classOf?(page: TrainingPage): string;
}

/** A trainer that gets its parameters read and checked. */
export function defineTrainer<Model, const Table extends ParameterTable>(
  definition: Omit<Trainer<Model>, 'train' | 'parameters'> & {
    readonly parameters: Table;
    train(set: TrainingSet, random: () => number, parameters: ParametersOf<Table>): Model;
  },
): Trainer<Model> {
  const { kind, parameters } = definition;
  return {
    ...definition,
    train: (set, random, given = new Map()) => definition.train(set, random, readParameters(kind, parameters, given)),
  };
}
