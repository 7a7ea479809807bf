import type { Contender } from '../contender.js';
import type { SeedKind } from '../topics/lab-topic.js';
import type { SetUp } from './experiment.js';
import { type GivenTerms, genreTopics, noGenre } from './genre-topics.js';
import type { Scene } from './scene.js';
import { variant } from './variant.js';

export const paper = 'De Assis et al. 2009';

export const standIn =
  'Kinds of pages of universities (course, faculty, project, student, department, staff) on the subject computer science, whose labels tell the genre, not the subject. Genre terms of courses are the paper’s, all others are of our own; so are genre and content terms alone, and crawls without siblings. Everything that can be reached is visited, as in the paper. The SVM learns from at least 30 relevant pages of each topic, more where a label has more pages, and the others of the same share of all labelled pages; they are drawn by lot, so that 30 is about 30, and are half of a label at most.';

type Parameters = Readonly<Record<string, string | number | boolean>>;

export function genre(name: string, { genreTerms, contentTerms }: GivenTerms, parameters: Parameters = {}): Contender {
  // The paper's default policy and its own score, unless the experiment is about others.
  return variant(
    name,
    'genre',
    { policy: 'fs-2', scaled: false, ...parameters },
    { genreTerms: [...genreTerms], contentTerms: [...contentTerms] },
  );
}

export const genreAlone = (terms: GivenTerms) => genre('genre terms alone', terms, { 'content-weight': 0 });

export const svm = variant('SVM', 'svm');
export const svmWithSiblings = variant('SVM, siblings', 'svm', { policy: 'fs-2' });

/** Seeds of institutions, as in the paper. Where all is visited, F1 does not depend on where a crawl began; its way does. */
export const forF1 = ['far'] as const;
export const forTheWay = ['near', 'far'] as const;

/** Visits all that can be reached, with contenders made of the terms of each topic. */
export function wholeWeb(
  scene: Scene,
  seeds: readonly SeedKind[],
  contendersOf: (terms: GivenTerms) => readonly Contender[],
): SetUp | string {
  const found = genreTopics(scene);
  if (found.length === 0) return noGenre;
  const termsOf = new Map(found.map(({ topic, terms }) => [topic.id, terms]));
  return {
    topics: found.map(({ topic, terms }) => ({ ...topic, ...terms })),
    contenders: (topic) => contendersOf(termsOf.get(topic.id)!),
    seeds,
    draws: 1,
    budget: scene.web.urls.length,
  };
}

/** The paper trains its SVM on 30 relevant pages and many others. */
const relevantForTraining = 30;

export function withSvm(
  scene: Scene,
  seeds: readonly SeedKind[],
  contendersOf: (terms: GivenTerms) => readonly Contender[],
): SetUp | string {
  if (!scene.hasLabels) return 'The SVM has to be trained, and this web has no labels.';
  const setUp = wholeWeb(scene, seeds, contendersOf);
  if (typeof setUp === 'string') return setUp;
  const relevant = setUp.topics.map((topic) => scene.truthOf('labels', topic)?.relevant.filter(Boolean).length ?? 0);
  return { ...setUp, split: Math.min(0.5, relevantForTraining / Math.max(1, Math.min(...relevant))) };
}

export const above = (more: string, less: string, measure: string) => ({ kind: 'above' as const, measure, more, less });
