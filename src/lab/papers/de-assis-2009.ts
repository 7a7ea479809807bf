import type { Contender } from '../contender.js';
import { termsFromExamples } from '../supervision/example-terms.js';
import { bareTopic } from '../topics/bare-topic.js';
import type { LabTopic, SeedKind } from '../topics/lab-topic.js';
import type { Check } from './check.js';
import type { Experiment, SetUp } from './experiment.js';
import { type GivenTerms, genreTopics, noGenre } from './genre-topics.js';
import {
  bestAt,
  bestF1,
  foundAt,
  foundByVisited,
  precisionByRank,
  precisionOfBest,
  visitedFor90,
  visitedPerFind,
} from './run-measures.js';
import type { Scene } from './scene.js';
import { variant } from './variant.js';

const paper = 'De Assis et al. 2009';

const standIn =
  'Kinds of pages of universities (course, faculty, project) on the subject computer science, whose labels tell the genre, not the subject. Genre terms of courses are the paper’s, all others are of our own. Everything that can be reached is visited, as in the paper. The SVM learns from at least 30 relevant pages of each topic, more where a label has more pages, and the others of the same share of all labelled pages; they are drawn by lot, so that 30 is about 30, and are half of a label at most.';

type Parameters = Readonly<Record<string, string | number | boolean>>;

function genre(name: string, { genreTerms, contentTerms }: GivenTerms, parameters: Parameters = {}): Contender {
  // The paper's default policy and its own score, unless the experiment is about others.
  return variant(
    name,
    'genre',
    { policy: 'fs-2', scaled: false, ...parameters },
    { genreTerms: [...genreTerms], contentTerms: [...contentTerms] },
  );
}

const svm = variant('SVM', 'svm');
const svmWithSiblings = variant('SVM, siblings', 'svm', { policy: 'fs-2' });

/** Seeds of institutions, as in the paper. Where all is visited, F1 does not depend on where a crawl began; its way does. */
const forF1 = ['far'] as const;
const forTheWay = ['near', 'far'] as const;

/** Visits all that can be reached, with contenders made of the terms of each topic. */
function wholeWeb(
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

function withSvm(
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

const above = (more: string, less: string, measure: string): Check => ({ kind: 'above', measure, more, less });

const f1: Experiment = {
  id: 'de-assis-2009-fig-5-f1',
  paper,
  place: 'Figs 4 and 5, Table 3',
  claim: 'Best F1 is above 88 % for all topics, far above an SVM’s; weighing terms by idf makes no difference.',
  published: {
    'idf = 1': '92.4 · 92.5 · 100 · 88.4 · 97.1 % at thresholds .54 · .47 · .50 · .40 · .37',
    'idf of terms': 'above 88 %, similar',
    SVM: '46.5 · 45.8 · 23.3 · 45.7 · 66.9 %',
  },
  standIn,
  setUp: (scene) =>
    withSvm(scene, forF1, (terms) => [
      genre('idf = 1', terms),
      genre('idf of terms', terms, { idf: 'background' }),
      svm,
    ]),
  measures: [bestF1, bestAt],
  checks: [
    above('idf = 1', 'SVM', bestF1.name),
    { kind: 'at-least', measure: bestF1.name, of: 'idf = 1', value: 0.88 },
    { kind: 'same', measure: bestF1.name, one: 'idf = 1', other: 'idf of terms' },
  ],
  whyNot:
    'the paper’s topics are narrow, such as syllabi of one course, whose pages may hold nearly all of the terms that an expert has listed for them; a label can be a whole genre of pages in all forms, some of a few words. And an SVM that learns from pages of the very sites that it is tried on may learn their habits as well.',
};

const separated: Experiment = {
  id: 'de-assis-2009-table-4-merged',
  paper,
  place: 'Table 4',
  claim: 'Genre and content compared separately reach a higher F1 than as one set of terms.',
  published: {
    separate: '92.4 · 92.5 · 100 · 88.4 · 97.1 %',
    merged: '78.0 · 78.9 · 51.7 · 34.6 · 71.1 % at thresholds .50 · .43 · .41 · .41 · .44',
  },
  standIn,
  setUp: (scene) =>
    wholeWeb(scene, forF1, (terms) => [genre('separate', terms), genre('merged', terms, { merged: true })]),
  measures: [bestF1, bestAt],
  checks: [above('separate', 'merged', bestF1.name)],
};

const soon: Experiment = {
  id: 'de-assis-2009-fig-7-visited',
  paper,
  place: 'Figs 6 to 9, Table 5',
  claim:
    '90 % of the relevant pages are found after visiting at most 65 %, an SVM has to visit at least 90 %; sibling scores help the SVM too.',
  published: {
    genre: 'at most 65 % (9 of 10 runs); 711 · 1105 · 1199 · 147 · 80 visited a find',
    SVM: 'at least 90 %; 1676 · 3984 · 9178 · 336 · 173 visited a find',
    'SVM, siblings': '1626 · 2037 · 7657 · 233 · 162 visited a find',
  },
  standIn,
  setUp: (scene) => withSvm(scene, forTheWay, (terms) => [genre('genre', terms), svm, svmWithSiblings]),
  measures: [visitedFor90, foundAt(0.15), visitedPerFind],
  checks: [
    { kind: 'at-most', measure: visitedFor90.name, of: 'genre', value: 0.65 },
    above('SVM', 'genre', visitedFor90.name),
    above('SVM', 'SVM, siblings', visitedFor90.name),
  ],
  curve: foundByVisited,
  whyNot:
    'relevant pages may be scattered over many sites instead of listed side by side, so that siblings tell little, and the last tenth of them may be found with the last pages.',
};

const early = foundAt(0.3);

const policies: Experiment = {
  id: 'de-assis-2009-fig-10-policies',
  paper,
  place: 'Fig 10',
  claim:
    'Below 30 % visited, sibling policies find more than PS and than PFS; a threshold helps; PFS covers all sooner than FS.',
  published: {
    PS: 'much worse than the others',
    'FS-1': 'good early',
    'FS-2': 'best early',
    'PFS-1': 'covers all soon',
    'PFS-2': 'covers all soonest',
  },
  standIn: `${standIn} Of URLs with the same score any may be next, by lot: the paper does not say which, and if it were the first found, FS-1 and FS-2 would visit as breadth-first does, which is shown beside them.`,
  setUp: (scene) =>
    wholeWeb(scene, forTheWay, (terms) => [
      ...['PS', 'FS-1', 'FS-2', 'PFS-1', 'PFS-2'].map((name) => genre(name, terms, { policy: name.toLowerCase() })),
      genre('FS-2, first found', terms, { policy: 'fs-2', ties: 'first' }),
      variant('breadth-first', 'breadth-first'),
    ]),
  measures: [early, foundAt(0.15), visitedFor90],
  checks: [
    above('FS-2', 'PS', early.name),
    above('FS-2', 'FS-1', early.name),
    above('PFS-2', 'PFS-1', early.name),
    above('FS-2', 'PFS-2', early.name),
    above('FS-2', 'PFS-2', visitedFor90.name),
  ],
  curve: foundByVisited,
  whyNot:
    'with FS a page’s links wait behind all others until one of them has been visited and does well. That should pay where relevant pages are listed side by side on one page, as the paper’s syllabi are; elsewhere, policies that score children as well may find more.',
};

const firstOf = (terms: readonly string[], share: number) => terms.slice(0, Math.ceil(share * terms.length));
const fewer = ({ genreTerms, contentTerms }: GivenTerms, genreShare: number, contentShare: number): GivenTerms => ({
  genreTerms: firstOf(genreTerms, genreShare),
  contentTerms: firstOf(contentTerms, contentShare),
});

const numberOfTerms: Experiment = {
  id: 'de-assis-2009-table-7-terms',
  paper,
  place: 'Tables 7 and 8',
  claim: 'Fewer terms need a higher threshold; leaving out content terms costs more F1 than leaving out genre terms.',
  published: {
    'all terms': '92.4 · 92.5 · 100 · 88.4 · 97.1 % at .54 · .47 · .50 · .40 · .37',
    'a quarter of both': '84.4 · 78.3 · 75.0 · 73.2 · 92.3 % at .79 · .66 · .76 · .68 · .53',
    'a quarter of genre': '83.3 · 90.9 · 76.9 · 70.3 · 90.5 % at .73 · .61 · .70 · .59 · .50',
    'a quarter of content': '75.9 · 72.7 · 69.6 · 70.0 · 86.5 % at .76 · .61 · .66 · .63 · .41',
  },
  standIn,
  setUp: (scene) =>
    wholeWeb(scene, forF1, (terms) => [
      genre('all terms', terms),
      genre('a quarter of both', fewer(terms, 0.25, 0.25)),
      genre('a quarter of genre', fewer(terms, 0.25, 1)),
      genre('a quarter of content', fewer(terms, 1, 0.25)),
    ]),
  measures: [bestF1, bestAt],
  checks: [
    above('a quarter of both', 'all terms', bestAt.name),
    above('a quarter of genre', 'a quarter of content', bestF1.name),
  ],
  whyNot: 'where labels tell genres rather than subjects, much of the decision would rest on genre terms.',
};

const best65 = precisionOfBest(65);

const realApplication: Experiment = {
  id: 'de-assis-2009-table-6-best',
  paper,
  place: 'Table 6, Fig 11',
  claim: 'Without a threshold, most of the 65 pages that the crawler judges best are relevant, above 70 %.',
  published: { genre: '59 of 65 (TV), 46 of 65 (MP3); above 90 % for TV', SVM: 'not tried' },
  standIn: `${standIn} An expert judged the paper’s pages; here labels do, which tell whether a page is of the genre.`,
  setUp: (scene) => withSvm(scene, forF1, (terms) => [genre('genre', terms), svm]),
  measures: [best65, precisionOfBest(20)],
  checks: [{ kind: 'at-least', measure: best65.name, of: 'genre', value: 0.7 }],
  curve: precisionByRank,
  whyNot:
    'labels call a page by its kind alone, so that a page that is full of the terms of a course and labelled otherwise counts as wrong.',
};

/** Of a list, the share that a user has in common with the expert; the paper's Table 9: 38.6 % in the mean. */
const shareInCommon = 0.4;
const best20 = precisionOfBest(20);

const usersTerms: Experiment = {
  id: 'de-assis-2009-table-11-users',
  paper,
  place: 'Tables 9 to 13',
  claim:
    'With terms of three users, who share two fifths of theirs with the expert, at least 70 % of the best 20 pages are relevant.',
  published: {
    'user 1': 'P@20 .95 · .95 · .95',
    'user 2': 'P@20 .90 · 1.00 · 1.00',
    'user 3': 'P@20 .70 · .85 · .95',
  },
  standIn: `${standIn} There were users who chose terms and judged pages. Here each user has two fifths of the expert’s terms, other ones each, and fills the lists with terms that are most frequent on the topic’s example pages; labels judge. That users who see the results choose better terms (Table 10) cannot be tried without users.`,
  async setUp(scene) {
    const topics = genreTopics(scene).filter(({ topic }) => topic.examples.length >= 2);
    if (topics.length === 0)
      return genreTopics(scene).length === 0 ? noGenre : 'The topics have no example pages to take terms from.';
    const found = new Map<string, GivenTerms>();
    for (const { topic } of topics) found.set(topic.id, await generatedTerms(scene, topic));
    const byHand = new Map(topics.map(({ topic, terms }) => [topic.id, terms]));
    const setUp = wholeWeb(scene, forF1, () => []);
    if (typeof setUp === 'string') return setUp;
    return {
      ...setUp,
      topics: setUp.topics.filter(({ id }) => found.has(id)),
      contenders: ({ id }) => [
        genre('expert', byHand.get(id)!),
        ...[1, 2, 3].map((user) => genre(`user ${user}`, termsOfUser(user, byHand.get(id)!, found.get(id)!))),
      ],
    };
  },
  measures: [best20],
  checks: [1, 2, 3].map((user) => ({ kind: 'at-least', measure: best20.name, of: `user ${user}`, value: 0.7 })),
  whyNot:
    'labels call a page by its kind alone, so that a page that is full of the terms of a course and labelled otherwise counts as wrong.',
};

function termsOfUser(user: number, expert: GivenTerms, frequent: GivenTerms): GivenTerms {
  const mixed = (given: readonly string[], others: readonly string[]) => {
    const common = Math.round(shareInCommon * given.length);
    const own = Array.from({ length: common }, (_, k) => given[(user + k * Math.max(1, user)) % given.length]!);
    const rest = others.filter((term) => !given.includes(term)).slice(0, given.length - common);
    return [...new Set([...own, ...rest])];
  };
  return {
    genreTerms: mixed(expert.genreTerms, frequent.genreTerms),
    contentTerms: mixed(expert.contentTerms, frequent.contentTerms),
  };
}

const generated: Experiment = {
  id: 'de-assis-2009-table-15-generated',
  paper,
  place: 'Tables 15 and 16',
  claim: 'Terms generated from example pages reach an F1 above the SVM’s and below that of terms chosen by hand.',
  published: {
    'by hand': '92.4 · 92.5 · 100 · 88.4 · 97.1 %',
    generated: '79.0 · 67.7 · 64.3 · 50.9 · 85.0 % at .67 · .64 · .73 · .56 · .42',
    SVM: '46.5 · 45.8 · 23.3 · 45.7 · 66.9 %',
  },
  standIn: `${standIn} All terms are generated from the topic’s example pages, 40 of each kind; the paper had 25 to 36 pages for the genre and 13 to 35 for the subject.`,
  async setUp(scene) {
    const topics = genreTopics(scene).filter(({ topic }) => topic.examples.length >= 2);
    if (topics.length === 0)
      return genreTopics(scene).length === 0 ? noGenre : 'The topics have no example pages to generate terms from.';
    const found = new Map<string, GivenTerms>();
    for (const { topic } of topics) found.set(topic.id, await generatedTerms(scene, topic));
    const setUp = withSvm(scene, forF1, () => []);
    if (typeof setUp === 'string') return setUp;
    const byHand = new Map(topics.map(({ topic, terms }) => [topic.id, terms]));
    return {
      ...setUp,
      topics: setUp.topics.filter(({ id }) => found.has(id)),
      contenders: ({ id }) => [genre('by hand', byHand.get(id)!), genre('generated', found.get(id)!), svm],
    };
  },
  measures: [bestF1, bestAt],
  checks: [above('generated', 'SVM', bestF1.name), above('by hand', 'generated', bestF1.name)],
  whyNot:
    'the example pages may be too few to generate 80 terms from, and an SVM that learns from pages of the very sites that it is tried on may learn their habits as well.',
};

/** The examples are pages of the genre and relevant pages at once: content terms are what is most frequent after genre terms. */
function generatedTerms({ bench }: Scene, { id, examples }: LabTopic): Promise<GivenTerms> {
  return termsFromExamples({ ...bareTopic(id), examples }, bench.textsOf);
}

/** A genre-aware approach to focused crawling. */
export const deAssis2009: readonly Experiment[] = [
  f1,
  separated,
  soon,
  policies,
  realApplication,
  numberOfTerms,
  usersTerms,
  generated,
];
