import { backgroundIdf } from '../../text/background-idf.js';
import {
  type CountedDocument,
  type DocumentSet,
  documentShape,
  givenIdf,
  ownIdf,
  unitVectors,
} from '../document-set.js';
import {
  andThen,
  anything,
  count,
  flag,
  listOf,
  numberShape,
  orNull,
  placeAmong,
  recordOf,
  termIdShape,
} from '../shape.js';
import type { SparseVector } from '../sparse-vector.js';
import type { HiddenMarkovCounts } from './hidden-markov.js';

/** The two ways in which training clusters its pages: Batsakis 2007, §3.4.1, variants (a) and (b). */
export type ClusteringKind = 'kMeans' | 'xMeans';

/** A training page of the HMM crawlers. */
export interface HmmPage extends CountedDocument, Readonly<Record<ClusteringKind, number>> {
  /** Links to the nearest relevant page, 0 if it is one itself; null where none can be reached. */
  readonly distance: number | null;
  /** Number of the page from which the visitor came by a link; null where a path begins. */
  readonly from: number | null;
}

/**
 * What the HMM crawlers and the hybrids learn from: the training pages with what training found out about each. Counts are
 * kept, not probabilities, so that smoothing and the number of states are for each crawl to choose.
 */
export interface HmmModel extends DocumentSet<HmmPage> {
  readonly stem: boolean;
}

export const hmmShape = andThen(
  recordOf({
    terms: listOf(termIdShape, { unique: true }),
    documents: listOf(anything, { min: 1 }),
    ...{ frequencies: anything, stem: flag },
  }),
  ({ terms, documents: { length } }: HmmModel) => ({
    frequencies: listOf(numberShape(`a number from 1 to ${length}`, { min: 1, max: length, whole: true }), {
      length: terms.length,
    }),
    documents: listOf(
      documentShape(terms.length, {
        ...{ distance: orNull(count), from: orNull(placeAmong(length)) },
        ...{ kMeans: placeAmong(length), xMeans: placeAmong(length) },
      }),
    ),
  }),
);

/** The training pages as unit vectors, and the idf of each dimension. */
export interface WeighedPages {
  readonly idf: Float64Array;
  readonly vectors: readonly SparseVector[];
}

/** K-Means goes with idf of text at large, X-Means with that of the training set (Batsakis 2007, §3.4.1). */
export function weighed(model: DocumentSet & { readonly stem: boolean }, kind: ClusteringKind): WeighedPages {
  const idf = kind === 'kMeans' ? givenIdf(model, backgroundIdf(model.stem)) : ownIdf(model);
  return { idf, vectors: unitVectors(model, idf) };
}

/** Hidden state of a page: L0, L1, …, the last of which also stands for longer distances to a relevant page. */
export function stateOf({ distance }: Pick<HmmPage, 'distance'>, states: number): number {
  return Math.min(distance ?? Number.POSITIVE_INFINITY, states - 1);
}

/**
 * What π, A and B are estimated from (Batsakis 2007, §2.5): pages in each state, recorded steps from state to state, and pages of each
 * state in each cluster.
 */
export function countsOf({ documents }: HmmModel, kind: ClusteringKind, states: number): HiddenMarkovCounts {
  const clusters = documents.reduce((most, page) => Math.max(most, page[kind] + 1), 0);
  const initial = new Array<number>(states).fill(0);
  const transitions = initial.map(() => new Array<number>(states).fill(0));
  const emissions = initial.map(() => new Array<number>(clusters).fill(0));
  for (const page of documents) {
    const state = stateOf(page, states);
    initial[state]!++;
    emissions[state]![page[kind]]!++;
    if (page.from !== null) transitions[stateOf(documents[page.from]!, states)]![state]!++;
  }
  return { initial, transitions, emissions };
}
