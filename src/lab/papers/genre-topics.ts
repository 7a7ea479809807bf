import { seededRandom } from '../../random.js';
import { readyGenres } from '../../topic/ready-genres.js';
import { bareTopic } from '../topics/bare-topic.js';
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

interface LabelledGenre extends GivenTerms {
  /** What a user would ask for, where the topics of the web do not say. */
  readonly query: string;
}

/** What an expert would give for the kinds of pages of a university's computer science, by label. */
const termsByLabel: Readonly<Record<string, LabelledGenre>> = {
  course: {
    query: 'computer science course',
    // De Assis et al. 2009, Table 2.
    genreTerms: readyGenres.find(({ name }) => name === 'course-syllabus')!.terms,
    contentTerms: computerScience,
  },
  faculty: {
    query: 'computer science professor',
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
    query: 'research project',
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
  student: {
    query: 'computer science student home page',
    genreTerms: [
      'student',
      'graduate student',
      'home page',
      'my advisor',
      'resume',
      'research interests',
      'undergraduate',
      'ph.d',
      'friends',
      'hobbies',
      'pictures',
      'bookmarks',
      'office',
      'email',
      'phone',
      'links',
    ],
    contentTerms: computerScience,
  },
  department: {
    query: 'computer science department',
    genreTerms: [
      'department',
      'faculty',
      'graduate program',
      'undergraduate program',
      'research',
      'courses',
      'people',
      'admissions',
      'students',
      'staff',
      'technical reports',
      'seminars',
      'facilities',
      'degree',
      'laboratories',
      'information',
    ],
    contentTerms: computerScience,
  },
  staff: {
    query: 'computer science staff',
    genreTerms: [
      'staff',
      'system administrator',
      'programmer',
      'manager',
      'assistant',
      'secretary',
      'coordinator',
      'support',
      'director',
      'responsibilities',
      'office',
      'phone',
      'email',
      'fax',
      'group',
      'home page',
    ],
    contentTerms: computerScience,
  },
};

/** A topic of a genre, with what an expert gives for it. */
export interface GenreTopic {
  readonly topic: LabTopic;
  readonly terms: GivenTerms;
}

/**
 * Topics of a genre: those that come with terms of one, and those whose label stands for one. Where a web has some, labels of other
 * genres that it has are topics as well: the more there are, the surer a verdict is.
 */
export function genreTopics(scene: Scene): GenreTopic[] {
  const given = scene.topics.flatMap((topic): GenreTopic[] => {
    const terms = termsOf(topic);
    return terms === undefined ? [] : [{ topic, terms }];
  });
  const named = new Set(given.flatMap(({ topic }) => topic.relevant));
  if (![...named].some((label) => label in termsByLabel)) return given;
  const others = Object.entries(termsByLabel).filter(([label]) => !named.has(label) && scene.labels.has(label));
  return [...given, ...others.map(([label, genre]) => labelTopic(scene, label, genre))];
}

/** As many as topics of recorded webs come with. */
const exampleCount = 8;

/** Seeds are drawn, as for all topics that name none; examples are drawn here. */
function labelTopic(scene: Scene, label: string, { query, ...terms }: LabelledGenre): GenreTopic {
  const bare = { ...bareTopic(label), query, relevant: [label] };
  const relevant = scene.truthOf('labels', bare)?.relevant ?? new Uint8Array();
  const pages = Array.from(relevant.keys()).filter((page) => relevant[page] === 1);
  const random = seededRandom(pages.length);
  const drawn = pages.map((page) => ({ page, lot: random() })).sort((a, b) => a.lot - b.lot);
  const examples = drawn.slice(0, exampleCount).map(({ page }) => scene.web.urls[page]!);
  // A topic by another name: who judges remembers what was said of one, and examples do not count.
  return { topic: { ...bare, id: `${label} pages`, examples }, terms };
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
