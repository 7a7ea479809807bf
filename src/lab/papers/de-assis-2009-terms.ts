import { termsFromExamples } from '../supervision/example-terms.js';
import { bareTopic } from '../topics/bare-topic.js';
import type { LabTopic } from '../topics/lab-topic.js';
import type { Experiment } from './experiment.js';
import { above, forF1, genre, genreAlone, paper, standIn, svm, wholeWeb, withSvm } from './genre-crawls.js';
import { type GivenTerms, genreTopics, noGenre } from './genre-topics.js';
import { bestAt, bestF1, precisionOfBest } from './run-measures.js';
import type { Scene } from './scene.js';

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
      genreAlone(terms),
      genre('content terms alone', terms, { 'genre-weight': 0 }),
    ]),
  measures: [bestF1, bestAt],
  checks: [
    above('a quarter of both', 'all terms', bestAt.name),
    above('a quarter of genre', 'a quarter of content', bestF1.name),
  ],
  reasons: [
    {
      words:
        'Labels tell the genre of a page and not its subject, so that most rests on genre terms: alone they do better than content terms alone.',
      check: { kind: 'above', measure: bestF1.name, more: 'genre terms alone', less: 'content terms alone' },
    },
  ],
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
  reasons: [
    {
      words: 'It is not the terms of the users: with the expert’s own, no more of the best are of the genre.',
      check: { kind: 'no-less', measure: best20.name, one: 'user 1', other: 'expert' },
    },
  ],
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
      contenders: ({ id }) => [
        genre('by hand', byHand.get(id)!),
        genre('generated', found.get(id)!),
        genre('generated, 15 of each', firstTerms(found.get(id)!, 15)),
        svm,
      ],
    };
  },
  measures: [bestF1, bestAt],
  checks: [above('generated', 'SVM', bestF1.name), above('by hand', 'generated', bestF1.name)],
  reasons: [
    {
      words:
        'The example pages are too few for 40 terms of each kind: with the 15 most frequent of each it does better.',
      check: { kind: 'above', measure: bestF1.name, more: 'generated, 15 of each', less: 'generated' },
    },
  ],
};

function firstTerms({ genreTerms, contentTerms }: GivenTerms, count: number): GivenTerms {
  return { genreTerms: genreTerms.slice(0, count), contentTerms: contentTerms.slice(0, count) };
}

/** The examples are pages of the genre and relevant pages at once: content terms are what is most frequent after genre terms. */
function generatedTerms({ bench }: Scene, { id, examples }: LabTopic): Promise<GivenTerms> {
  return termsFromExamples({ ...bareTopic(id), examples }, bench.textsOf);
}

/** De Assis et al. 2009, where the terms come from and how many there are. */
export const deAssisTerms: readonly Experiment[] = [numberOfTerms, usersTerms, generated];
