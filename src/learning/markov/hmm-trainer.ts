import { type ParametersOf, parameter } from '../../config/parameters.js';
import { integer } from '../../config/scalar-kinds.js';
import { UsageError } from '../../failure.js';
import { backgroundIdf } from '../../text/background-idf.js';
import { kMeans } from '../clustering/k-means.js';
import { xMeans } from '../clustering/x-means.js';
import { documentSet } from '../document-set.js';
import { followedFrom } from '../followed-from.js';
import { linkDistances } from '../link-distance.js';
import { addTo, type SparseVector } from '../sparse-vector.js';
import { defineTrainer, TERMS_SHOWN, type Tester, type TrainingPage, type TrainingSet } from '../training.js';
import { type ClusteringKind, countsOf, type HmmModel, type HmmPage, hmmShape, weighed } from './hmm-model.js';
import { normalised, PathBelief, usualBelief } from './path-belief.js';

const parameters = {
  clusters: parameter(
    integer({ min: 2, max: 1000 }),
    5,
    'K of K-Means: the relevant pages are one cluster, the others are K − 1.',
  ),
  'least-clusters': parameter(integer({ min: 1, max: 1000 }), 2, 'Clusters that X-Means starts with.'),
  'most-clusters': parameter(integer({ min: 1, max: 1000 }), 20, 'Most clusters of X-Means.'),
  terms: parameter(integer({ min: 1 }), 300, 'Heaviest terms kept per page; an ordinary page has about as many.'),
};

/** Batsakis 2007, §3.4.1: distances, recorded steps and both clusterings of the pages that a visitor saw in turn. */
function train(
  { pages, targets, stem }: TrainingSet,
  random: () => number,
  { clusters, terms: termsKept, 'least-clusters': least, 'most-clusters': most }: ParametersOf<typeof parameters>,
): HmmModel {
  const isRelevant = (page: number) => targets.has(pages[page]!.label);
  const from = followedFrom(pages);
  check(pages, pages.filter((_, page) => isRelevant(page)).length, from, clusters);
  const distances = linkDistances(pages, isRelevant);
  const set = documentSet(
    pages.map(({ terms }) => terms),
    backgroundIdf(stem),
    termsKept,
  );
  const dimensions = set.terms.length;
  const byKMeans = withRelevantLast(
    weighed({ ...set, stem }, 'kMeans').vectors,
    isRelevant,
    dimensions,
    clusters - 1,
    random,
  );
  const byXMeans = xMeans(
    weighed({ ...set, stem }, 'xMeans').vectors,
    dimensions,
    { least, most: Math.max(least, most) },
    random,
  ).clusterOf;
  const documents = set.documents.map(
    (document, page): HmmPage => ({
      ...document,
      distance: distances[page] ?? null,
      from: from[page] ?? null,
      kMeans: byKMeans[page]!,
      xMeans: byXMeans[page]!,
    }),
  );
  return { ...set, documents, stem };
}

function check(
  pages: readonly TrainingPage[],
  relevant: number,
  from: readonly (number | undefined)[],
  clusters: number,
): void {
  const others = pages.length - relevant;
  if (relevant === 0) {
    throw new UsageError(
      'training-target',
      'An HMM needs relevant pages to learn the way to, and none of the training pages is one: label some as wanted.',
    );
  }
  if (others < clusters - 1) {
    throw new UsageError(
      'training-pages',
      `An HMM needs at least ${clusters - 1} pages that are not relevant to learn the way from, and there are ${others}: record the pages on the way to the relevant ones, too.`,
    );
  }
  if (pages.every(({ order }) => order === undefined)) {
    throw new UsageError(
      'training-order',
      'An HMM learns from the order in which pages were visited, and the training pages have none: give a recorded visit sequence (--visits) or a finished crawl (--crawl).',
    );
  }
  if (from.every((page) => page === undefined)) {
    throw new UsageError(
      'training-steps',
      'An HMM learns from steps along links, and no training page links to one that was visited after it: give the pages of a visit with their links.',
    );
  }
}

/** K-Means over the pages that are not relevant; the relevant ones are the last cluster, whatever they look like. */
function withRelevantLast(
  vectors: readonly SparseVector[],
  isRelevant: (page: number) => boolean,
  dimensions: number,
  clusters: number,
  random: () => number,
): number[] {
  const others = vectors.filter((_, page) => !isRelevant(page));
  const { clusterOf, sizes } = kMeans(others, dimensions, clusters, random);
  let next = 0;
  return vectors.map((_, page) => (isRelevant(page) ? sizes.length : clusterOf[next++]!));
}

function tester(model: HmmModel): Tester {
  const belief = new PathBelief(model, 'kMeans', usualBelief);
  return { relevance: ({ terms }) => normalised(belief.at(belief.clusterOf(terms), undefined))[0]! };
}

function describe(model: HmmModel, nameOf: (termId: number) => string): string[] {
  const { initial, transitions } = countsOf(model, 'kMeans', usualBelief.states);
  const names = initial.map((_, state) => `L${state}${state === initial.length - 1 ? '+' : ''}`);
  const shareOf = (counts: readonly number[]) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count, state) => `${names[state]} ${((100 * count) / all).toFixed(0)} %`).join(', ');
  };
  const lines = [`pages by links to a relevant page (${model.documents.length}): ${shareOf(initial)}`];
  transitions.forEach((row, state) => {
    const all = row.reduce((sum, count) => sum + count, 0);
    lines.push(all === 0 ? `no steps from ${names[state]}` : `steps from ${names[state]} (${all}): ${shareOf(row)}`);
  });
  return [
    ...lines,
    ...clusterLines(model, 'kMeans', 'K-Means', nameOf),
    ...clusterLines(model, 'xMeans', 'X-Means', nameOf),
  ];
}

/** A line a cluster: its pages by state, and the heaviest terms of its centroid. */
function clusterLines(
  model: HmmModel,
  kind: ClusteringKind,
  name: string,
  nameOf: (termId: number) => string,
): string[] {
  const { vectors } = weighed(model, kind);
  const { emissions } = countsOf(model, kind, usualBelief.states);
  return emissions[0]!.map((_, cluster) => {
    const sum = new Float64Array(model.terms.length);
    vectors.forEach((vector, page) => {
      if (model.documents[page]![kind] === cluster) addTo(sum, vector);
    });
    const heaviest = [...sum.keys()].sort((a, b) => sum[b]! - sum[a]!).slice(0, TERMS_SHOWN);
    const terms = heaviest.filter((term) => sum[term]! > 0).map((term) => nameOf(model.terms[term]!));
    const inStates = emissions.map((row, state) => `L${state} ${row[cluster]}`).join(', ');
    return `${name} cluster ${cluster + 1}: pages at ${inStates}; ${terms.join(', ')}`;
  });
}

/** Makes the model of `hmm`, `hmm-xmeans`, `hybrid` and `hybrid-anchor`. */
export const hmmTrainer = defineTrainer({
  kind: 'hmm',
  version: 1,
  shape: hmmShape,
  parameters,
  train,
  describe,
  tester,
});
