import type { Experiment } from './experiment.js';
import { harvest, harvestCurve, harvestUpTo } from './run-measures.js';
import { writeTopicQueryLog } from './topic-query-log.js';
import { variant } from './variant.js';

/** What several search engines agree on are few pages. */
const seedsOfSearch = 10;

const early = harvestUpTo('harvest of the first eighth', 1 / 8);

const tables: Experiment = {
  id: '003-table-2-harvest',
  paper: 'Paper 003',
  place: 'Table II, Fig 3',
  claim:
    'At every number of pages, the dynamic table harvests more than the static one, which harvests more than a basic crawler.',
  published: {
    basic: '0.30 (500 pages) · 0.25 · 0.27 · 0.20 · 0.18 · 0.19 · 0.15 · 0.15 (4,000)',
    'static table': '0.80 · 0.78 · 0.79 · 0.77 · 0.74 · 0.75 · 0.73 · 0.70',
    'dynamic table': '1.00 · 0.95 · 0.92 · 0.90 · 0.88 · 0.91 · 0.87 · 0.87',
  },
  standIn:
    'The log of queries is made of the topic’s query and the titles of its example pages, since there are no users; it is complete from the start. Seeds are the ten best answers of a ranking of all pages by cosine with the query, in place of what three search engines agree on, and further sets are drawn among relevant pages; the static table is made of them. Basic is breadth-first. A page counts by labels.',
  setUp(scene) {
    const topics = scene.topicsWithQuery.filter(({ examples }) => examples.length > 0);
    if (topics.length === 0)
      return 'A log of queries is made of topics with a query and example pages; this web has none.';
    return {
      topics: scene.searchedTopics(topics, seedsOfSearch),
      contenders: (topic) => [
        variant('basic', 'breadth-first'),
        variant('static table', 'query-log', { table: 'static' }),
        {
          ...variant('dynamic table', 'query-log', {}, { queryLog: writeTopicQueryLog(scene, topic) }),
          supervision: 'examples',
        },
      ],
      seeds: ['near'],
      draws: scene.draws,
      budget: scene.budgetFor(4000),
    };
  },
  measures: [harvest, early],
  checks: [
    { kind: 'above', measure: harvest.name, more: 'static table', less: 'basic' },
    { kind: 'above', measure: harvest.name, more: 'dynamic table', less: 'basic' },
    { kind: 'above', measure: harvest.name, more: 'dynamic table', less: 'static table' },
    { kind: 'above', measure: early.name, more: 'dynamic table', less: 'static table' },
  ],
  curve: harvestCurve,
  whyNot:
    'Seeds that a search for the query has found are full of its words, so the table made of them and the one made of queries are much alike. The paper does not say what its log held; the more it says of the topic, the greater its lead.',
};

/** A focused crawler with a dynamic topic specific weight table. */
export const paper003: readonly Experiment[] = [tables];
