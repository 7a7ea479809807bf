import type { Check } from './check.js';
import type { Experiment } from './experiment.js';
import { harvestCurve, harvestOfBudget, harvestUpTo } from './run-measures.js';
import { writeTopicQueryLog } from './topic-query-log.js';
import { variant } from './variant.js';

/** What several search engines agree on are few pages. */
const seedsOfSearch = 10;

/** Eight numbers of pages, as in the paper; crawls that drop links may end early, and are not praised for it. */
const harvests = [
  ...[1, 2, 3, 4, 5, 6, 7].map((eighths) => harvestUpTo(`harvest at ${eighths}/8`, eighths / 8)),
  harvestOfBudget,
];

/** Pages from one build of a table to the next, more than any crawl here has. */
const never = 1_000_000;

const tables: Experiment = {
  id: 'meenu-2014-table-2-harvest',
  paper: 'Meenu et al. 2014',
  place: 'Table II, Fig 3',
  claim:
    'At every number of pages, the dynamic table harvests more than the static one, which harvests more than a basic crawler.',
  published: {
    basic: '0.30 (500 pages) · 0.25 · 0.27 · 0.20 · 0.18 · 0.19 · 0.15 · 0.15 (4,000)',
    'static table': '0.80 · 0.78 · 0.79 · 0.77 · 0.74 · 0.75 · 0.73 · 0.70',
    'dynamic table': '1.00 · 0.95 · 0.92 · 0.90 · 0.88 · 0.91 · 0.87 · 0.87',
  },
  standIn:
    'There are no users, so the log of queries is made of the topic’s query and the titles of its example pages. It arrives during the crawl: in every sixteenth of the budget, which is also the interval at which the table is built anew, half of the titles are asked for, each twice, so that its words reach the weight that the paper keeps. The static table, which as in the paper is made of the seeds, is not given these titles: part of what tells the two apart is not how the table is kept but what it is made of. The log, read once, is a table that is never built anew and so knows the query alone; it is of our own. Seeds are the ten best answers of a ranking of all pages by cosine with the query, in place of what three search engines agree on, and further sets are drawn among relevant pages. Basic is breadth-first; links taken by lot are of our own. A page counts by labels, and harvest is finds as a share of the pages allowed up to each eighth of the budget, since crawls may end early.',
  setUp(scene) {
    const topics = scene.topicsWithQuery.filter(({ examples }) => examples.length > 0);
    if (topics.length === 0)
      return 'A log of queries is made of topics with a query and example pages; this web has none.';
    const budget = scene.budgetFor(4000);
    const interval = Math.max(1, Math.round(budget / 16));
    return {
      topics: scene.searchedTopics(topics, seedsOfSearch),
      contenders(topic) {
        const queryLog = writeTopicQueryLog(scene, topic, interval, budget);
        return [
          variant('basic', 'breadth-first'),
          variant('links by lot', 'random'),
          variant('static table', 'query-log', { table: 'static' }),
          { ...variant('dynamic table', 'query-log', { interval }, { queryLog }), supervision: 'examples' },
          { ...variant('the log, read once', 'query-log', { interval: never }, { queryLog }), supervision: 'examples' },
        ];
      },
      seeds: ['near'],
      draws: scene.draws,
      budget,
    };
  },
  measures: harvests,
  checks: harvests.flatMap(({ name: measure }): Check[] => [
    { kind: 'above', measure, more: 'static table', less: 'basic' },
    { kind: 'above', measure, more: 'dynamic table', less: 'static table' },
  ]),
  curve: harvestCurve,
  reasons: [
    {
      words:
        'Breadth-first from the best answers of a search is hard to beat at first: it does far better than links taken by lot.',
      check: { kind: 'above', measure: 'harvest at 1/8', more: 'basic', less: 'links by lot' },
      of: 'basic',
    },
    {
      words:
        'Seeds that a search has found say as much of the topic as the queries do: a table made of them once is no worse than one made of the log once.',
      check: { kind: 'no-less', measure: harvestOfBudget.name, one: 'static table', other: 'the log, read once' },
      of: 'dynamic',
    },
    {
      words: 'Building the table anew from what is asked meanwhile helps, as claimed, beside the same log read once.',
      check: { kind: 'above', measure: harvestOfBudget.name, more: 'dynamic table', less: 'the log, read once' },
      of: 'dynamic',
    },
  ],
};

/** A focused crawler with a dynamic topic specific weight table. */
export const meenu2014: readonly Experiment[] = [tables];
