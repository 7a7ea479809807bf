import { readyGenres } from '../../topic/ready-genres.js';
import type { LabTopic } from '../topics/lab-topic.js';
import type { Scene } from './scene.js';

/** Terms of a genre and of a subject, the most telling first: experiments take fewer of them from the end. */
export interface GivenTerms {
  readonly genreTerms: readonly string[];
  readonly contentTerms: readonly string[];
}

/** As many as de Assis et al. 2009 gives for databases and for information retrieval; of our own, since its lists are of narrower subjects. */
const computerScience = [
  'computer science',
  'programming',
  'algorithms',
  'software',
  'data structures',
  'operating systems',
  'computer',
  'programming languages',
  'database',
  'computer architecture',
  'artificial intelligence',
  'computer networks',
  'compiler',
  'software engineering',
  'parallel',
  'distributed systems',
  'graphics',
  'theory of computation',
  'logic',
  'machine learning',
  'c++',
  'unix',
  'complexity',
  'numerical analysis',
];

/** What an expert would give for the kinds of pages of a university's computer science, by label. */
const termsByLabel: Readonly<Record<string, GivenTerms>> = {
  course: {
    // De Assis et al. 2009, Table 2.
    genreTerms: readyGenres.find(({ name }) => name === 'course-syllabus')!.terms,
    contentTerms: computerScience,
  },
  faculty: {
    genreTerms: [
      'professor',
      'associate professor',
      'research interests',
      'publications',
      'faculty',
      'assistant professor',
      'ph.d',
      'courses',
      'phone',
      'fax',
      'email',
      'office',
      'curriculum vitae',
      'biography',
      'department',
      'graduate students',
    ],
    contentTerms: computerScience,
  },
  project: {
    genreTerms: [
      'project',
      'research group',
      'overview',
      'goals',
      'members',
      'publications',
      'people',
      'participants',
      'technical reports',
      'sponsored by',
      'funded by',
      'papers',
      'related work',
      'prototype',
      'faculty',
      'collaborators',
    ],
    contentTerms: computerScience,
  },
};

/** Topics of a genre: those that come with terms of one, and those whose label stands for one. */
export function genreTopics(scene: Scene): { readonly topic: LabTopic; readonly terms: GivenTerms }[] {
  return scene.topics.flatMap((topic) => {
    const terms = termsOf(topic);
    return terms === undefined ? [] : [{ topic, terms }];
  });
}

function termsOf({ genre, genreTerms, contentTerms, query, relevant }: LabTopic): GivenTerms | undefined {
  const named = genre.flatMap((name) => readyGenres.find((ready) => ready.name === name)?.terms ?? []);
  const own = [...named, ...genreTerms];
  const content = contentTerms.length > 0 ? contentTerms : query === undefined ? [] : [query];
  if (own.length > 0 && content.length > 0) return { genreTerms: own, contentTerms: content };
  return relevant.length === 1 ? termsByLabel[relevant[0]!] : undefined;
}

export const noGenre =
  'None of the topics of this web is about a genre: its labels are subjects, and pages of one subject are of one kind.';
