import { deAssisTerms } from './de-assis-2009-terms.js';
import type { Experiment } from './experiment.js';
import {
  above,
  forF1,
  forTheWay,
  genre,
  genreAlone,
  paper,
  standIn,
  svm,
  svmWithSiblings,
  wholeWeb,
  withSvm,
} from './genre-crawls.js';
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
import { variant } from './variant.js';

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
      genreAlone(terms),
      svm,
    ]),
  measures: [bestF1, bestAt],
  checks: [
    above('idf = 1', 'SVM', bestF1.name),
    { kind: 'at-least', measure: bestF1.name, of: 'idf = 1', value: 0.88 },
    { kind: 'same', measure: bestF1.name, one: 'idf = 1', other: 'idf of terms' },
  ],
  reasons: [
    {
      words:
        'Labels tell the genre of a page and not its subject, so that content terms mislead: genre terms alone do better.',
      check: { kind: 'above', measure: bestF1.name, more: 'genre terms alone', less: 'idf = 1' },
    },
  ],
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
  setUp: (scene) =>
    withSvm(scene, forTheWay, (terms) => [
      genre('genre', terms),
      genre('genre, no siblings', terms, { policy: 'ps' }),
      svm,
      svmWithSiblings,
    ]),
  measures: [visitedFor90, foundAt(0.15), visitedPerFind],
  checks: [
    { kind: 'at-most', measure: visitedFor90.name, of: 'genre', value: 0.65 },
    above('SVM', 'genre', visitedFor90.name),
    above('SVM', 'SVM, siblings', visitedFor90.name),
  ],
  curve: foundByVisited,
  reasons: [
    {
      words:
        'Relevant pages are not listed side by side, so that siblings tell nothing: without them no more has to be visited.',
      check: { kind: 'no-less', measure: visitedFor90.name, one: 'genre', other: 'genre, no siblings' },
    },
  ],
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
    { ...above('FS-2', 'PFS-2', visitedFor90.name), as: 'PFS-2 covers 90 % sooner than FS-2' },
  ],
  curve: foundByVisited,
  reasons: [
    {
      words:
        'What good pages link to is better than what stands beside them: a policy that scores children as well finds more.',
      check: { kind: 'above', measure: early.name, more: 'PFS-1', less: 'FS-2' },
    },
  ],
};

const best65 = precisionOfBest(65);

const realApplication: Experiment = {
  id: 'de-assis-2009-table-6-best',
  paper,
  place: 'Table 6, Fig 11',
  claim: 'Without a threshold, most of the 65 pages that the crawler judges best are relevant, above 70 %.',
  published: { genre: '59 of 65 (TV), 46 of 65 (MP3); above 90 % for TV', SVM: 'not tried' },
  standIn: `${standIn} An expert judged the paper’s pages; here labels do, which tell whether a page is of the genre.`,
  setUp: (scene) => withSvm(scene, forF1, (terms) => [genre('genre', terms), genreAlone(terms), svm]),
  measures: [best65, precisionOfBest(20)],
  checks: [{ kind: 'at-least', measure: best65.name, of: 'genre', value: 0.7 }],
  curve: precisionByRank,
  reasons: [
    {
      words:
        'Labels tell the genre of a page and not its subject: ranked by genre terms alone, more of the best are of the genre.',
      check: { kind: 'above', measure: best65.name, more: 'genre terms alone', less: 'genre' },
    },
  ],
};

/** A genre-aware approach to focused crawling. */
export const deAssis2009: readonly Experiment[] = [f1, separated, soon, policies, realApplication, ...deAssisTerms];
