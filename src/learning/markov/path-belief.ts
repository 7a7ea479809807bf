import type { TermCounts } from '../../text/term-counts.js';
import { NearestNeighbours } from '../clustering/nearest-neighbours.js';
import { HiddenMarkov } from './hidden-markov.js';
import { type ClusteringKind, countsOf, type HmmModel, weighed } from './hmm-model.js';

export interface BeliefOptions {
  readonly states: number;
  readonly neighbours: number;
  readonly smoothing: number;
  readonly normalise: boolean;
}

/** Batsakis 2007 has L0 to L3 and names no k; the rest is ours. */
export const usualBelief: BeliefOptions = { states: 4, neighbours: 5, smoothing: 0.1, normalise: true };

/** How far from a relevant page one is believed to be after a path of pages, as the vector α of Batsakis 2007. */
export class PathBelief {
  readonly #markov: HiddenMarkov;
  readonly #neighbours: NearestNeighbours;
  readonly #normalise: boolean;
  /** Length of α. */
  readonly states: number;

  constructor(model: HmmModel, kind: ClusteringKind, { states, neighbours, smoothing, normalise }: BeliefOptions) {
    this.#markov = new HiddenMarkov(countsOf(model, kind, states), smoothing);
    const labels = model.documents.map((page) => page[kind]);
    this.#neighbours = new NearestNeighbours({ ...weighed(model, kind), labels, terms: model.terms }, neighbours);
    this.#normalise = normalise;
    this.states = states;
  }

  /** Number of the cluster whose training pages are most like the page; undefined where none is like it at all. */
  clusterOf(terms: TermCounts): number | undefined {
    return this.#neighbours.labelOf(terms);
  }

  /** α at a page of this cluster, reached from a page with the given α or at the start of a path (eq 5). */
  at(cluster: number | undefined, before: Float64Array | undefined): Float64Array {
    const alpha = before === undefined ? undefined : this.#markov.next(before, cluster);
    // Without smoothing a path may be one that the model denies; belief then starts afresh.
    const held = alpha === undefined || sumOf(alpha) === 0 ? this.#markov.start(cluster) : alpha;
    return this.#normalise ? normalised(held) : held;
  }

  /** α one link further on (eq 6). */
  after(alpha: Float64Array): Float64Array {
    return this.#markov.predict(alpha);
  }
}

export function normalised(alpha: Float64Array): Float64Array {
  const sum = sumOf(alpha);
  return sum === 0 ? alpha : alpha.map((value) => value / sum);
}

function sumOf(alpha: Float64Array): number {
  let sum = 0;
  for (let state = 0; state < alpha.length; state++) sum += alpha[state]!;
  return sum;
}
