import type { LabTopic } from '../topics/lab-topic.js';
import { ambiguousTopics } from './ambiguous-topics.js';
import { diversity, diversityOfFinds, fewestHosts, hosts, hostsOfFinds } from './diversity.js';
import type { Experiment, SetUp } from './experiment.js';
import { exploredDeeper, foundDeeper } from './explored-deeper.js';
import { genreTopics, noGenre } from './genre-topics.js';
import { harvest, harvestOfBudget, precision, seconds } from './run-measures.js';
import type { Scene } from './scene.js';
import { atOnce, growing, table } from './tswt-variants.js';
import { variant } from './variant.js';

const paper = 'Pappas et al. 2012';
const byQuery = precision('query').name;

/** As many as the paper takes from a search engine. */
const seedsOfSearch = 50;
const seedsWords =
  'Seeds are the best answers of a ranking of all pages by cosine with the query, in place of a search engine’s: 50 of those with links, but at most a third of the pages of a crawl. Further sets are drawn among relevant pages.';

function onTopics(
  scene: Scene,
  published: number,
  contenders: SetUp['contenders'],
  topics = scene.topicsWithQuery,
): SetUp {
  const seeds = Math.min(seedsOfSearch, Math.ceil(scene.budgetFor(published) / 3));
  return {
    topics: scene.searchedTopics(topics, seeds),
    contenders,
    seeds: ['near'],
    draws: scene.draws,
    budget: scene.budgetFor(published),
  };
}

const concurrency: Experiment = {
  id: 'pappas-2012-fig-3-concurrency',
  paper,
  place: 'Fig 3',
  claim: 'From 1 to 12 requests at a time, the time for 150 pages falls to a sixth or less, and precision holds.',
  published: { '1 request': '3–4 minutes', '12 requests': 'about 30 s; precision steady or higher' },
  standIn: `${seedsWords} Time is that of a virtual clock: each page takes as long to answer as lots say (log-normal, median 1 s), and no delay is kept between requests to a host.`,
  setUp: (scene) => ({
    ...onTopics(scene, 150, [1, 2, 4, 8, 12].map(atOnce)),
    latency: { medianMs: 1000, spread: 0.8, seed: 1 },
  }),
  measures: [seconds, precision('query')],
  checks: [
    { kind: 'times', measure: seconds.name, more: '1 request', less: '12 requests', least: 6 },
    { kind: 'no-less', measure: byQuery, one: '12 requests', other: '1 request' },
  ],
};

const beyondSearch: Experiment = {
  id: 'pappas-2012-fig-4-beyond-search',
  paper,
  place: 'Fig 4',
  claim: 'About 30 % of the domains that the crawl shares with the results of a search engine are explored deeper.',
  published: { tswt: 'about 30 % of the common domains' },
  standIn: `${seedsWords} For the comparison it answers as many pages as are crawled. The first column is the paper’s figure, taken literally: the share of the common hosts of which the crawl has any page that is not among the answers. The second counts such pages only where they contain the query, which the paper does not ask; the third is the share of all pages fetched that contain it. About 30 % is taken to be 20 to 40 % of the first column.`,
  setUp: (scene) =>
    scene.hosts < fewestHosts
      ? 'All pages of this web are on one or a few hosts: there are no domains to compare.'
      : onTopics(scene, 500, [variant('tswt', 'tswt')]),
  measures: [exploredDeeper, foundDeeper, precision('query')],
  checks: [{ kind: 'between', measure: exploredDeeper.name, of: 'tswt', least: 0.2, most: 0.4 }],
};

const disambiguation: Experiment = {
  id: 'pappas-2012-fig-5-disambiguation',
  paper,
  place: 'Fig 5',
  claim: 'Ignoring pages that contain words of another meaning, and their links, brings fewer irrelevant pages.',
  published: {
    without: 'many pages of other contexts',
    'one hit': 'irrelevant pages "decrease dramatically"',
  },
  standIn: `Ambiguous queries of our own, whose meanings are distinguished by labels. ${seedsWords} So the first set may be of all meanings, as in the paper; further ones are of the meaning that is wanted.`,
  setUp(scene) {
    const topics = ambiguousTopics(scene);
    if (topics.length === 0) return 'We have no ambiguous queries whose meanings the labels of this web tell apart.';
    const contenders = [
      variant('without', 'tswt', {}, { not: [] }),
      variant('one hit', 'tswt'),
      variant('three hits', 'tswt', {}, { notMinimum: 3 }),
    ];
    return onTopics(scene, 1000, contenders, topics);
  },
  measures: [precision('labels'), precision('query')],
  checks: [{ kind: 'above', measure: precision('labels').name, more: 'one hit', less: 'without' }],
};

const staticTable: Experiment = {
  id: 'pappas-2012-fig-6-static',
  paper,
  place: 'Fig 6, left',
  claim: 'A static table of 50 terms gives a clearly better precision than none, and than one of 10.',
  published: { none: 'lower', '10 terms': 'lower', '50 terms': 'clear improvement' },
  standIn: `${seedsWords} None is breadth-first: by a table without terms all links are equal. Links taken by lot, the query alone, counting the best parent instead of the sum of all (eq 10), and a table with general idf that may hold words of the sites’ frames, are settings of our own.`,
  setUp: (scene) =>
    onTopics(scene, 400, [
      variant('none', 'breadth-first'),
      variant('none, by lot', 'random'),
      table('10 terms', 10),
      table('50 terms', 50),
      table('100 terms', 100),
      table('1000 terms', 1000),
      variant('the query alone', 'tswt', { table: 'static', 'static-size': 1 }),
      variant('50 terms, best parent', 'tswt', { table: 'static', 'query-weight': 0, parents: 'max' }),
      variant('50 terms, general idf and frames', 'tswt', {
        table: 'static',
        'query-weight': 0,
        idf: 'background',
        frames: true,
      }),
    ]),
  measures: [precision('query'), harvest],
  checks: [
    { kind: 'above', measure: byQuery, more: '50 terms', less: 'none' },
    { kind: 'above', measure: byQuery, more: '50 terms', less: '10 terms' },
  ],
  reasons: [
    {
      words:
        'Eq 10 adds up the relevance of all parents, which within a site favours what everything links to; with the best parent alone, the table leads further.',
      check: { kind: 'above', measure: byQuery, more: '50 terms, best parent', less: '50 terms' },
    },
    {
      words:
        'None, as breadth-first, takes the links of the best answers first, which a table without terms would not know.',
      check: { kind: 'above', measure: byQuery, more: 'none', less: 'none, by lot' },
    },
  ],
};

const dynamicTable: Experiment = {
  id: 'pappas-2012-fig-6-dynamic',
  paper,
  place: 'Fig 6, middle and right',
  claim: 'Adding 50 % to a table of 100 terms from relevant pages betters precision, with thresholds of 0.6 and 0.8.',
  published: { '+0 %': 'lower', '+50 % at 0.6': 'improvement', '+50 % at 0.8': 'improvement' },
  standIn: `${seedsWords} A threshold of 0.2, and counting the best parent instead of the sum of all, are settings of our own.`,
  setUp: (scene) =>
    onTopics(scene, 400, [
      growing('+0 %', 0, 0.6),
      growing('+20 % at 0.6', 20, 0.6),
      growing('+50 % at 0.6', 50, 0.6),
      growing('+80 % at 0.6', 80, 0.6),
      growing('+50 % at 0.8', 50, 0.8),
      growing('+50 % at 0.2', 50, 0.2),
      growing('+0 %, best parent', 0, 0.6, 'max'),
      growing('+50 % at 0.6, best parent', 50, 0.6, 'max'),
    ]),
  measures: [precision('query'), harvest],
  checks: [
    { kind: 'above', measure: byQuery, more: '+50 % at 0.6', less: '+0 %' },
    { kind: 'above', measure: byQuery, more: '+50 % at 0.8', less: '+0 %' },
  ],
  reasons: [
    {
      words: 'Few pages are so like the table that they can add to it; at a low threshold the table grows, and helps.',
      check: { kind: 'above', measure: byQuery, more: '+50 % at 0.2', less: '+0 %' },
    },
    {
      words:
        'The sum over all parents rules the order, whatever is in the table; with the best parent alone, growth helps.',
      check: { kind: 'above', measure: byQuery, more: '+50 % at 0.6, best parent', less: '+0 %, best parent' },
    },
  ],
};

const severalAgents: Experiment = {
  id: 'pappas-2012-fig-7-agents',
  paper,
  place: 'Fig 7',
  claim: 'Three agents with a third of the seeds each are less precise than one with all of them, and more diverse.',
  published: {
    'one agent': 'higher precision',
    'three agents': 'lower precision, greater diversity of the URLs explored (no figures)',
  },
  standIn: `${seedsWords} They are shared out in turn, and the pages of a crawl are those of all its agents together: the paper’s agents had seeds of a genre each, and as many pages each as the one. Diversity, which the paper has no measure for, is told by the words of the pages fetched (as how many pages with nothing in common they are as diverse) and by the number of hosts explored; that of the finds, and of their hosts, stands beside it, since pages off the topic are diverse, too. Sharing is a setting of our own.`,
  setUp: (scene) =>
    onTopics(scene, 500, [
      variant('one agent', 'tswt'),
      variant('three agents', 'tswt', {}, { agents: 3 }),
      variant('three, all shared', 'tswt', {}, { agents: 3, share: 'all' }),
    ]),
  measures: [precision('query'), harvest, diversity, diversityOfFinds, hosts, hostsOfFinds],
  checks: [
    { kind: 'above', measure: byQuery, more: 'one agent', less: 'three agents' },
    { kind: 'above', measure: diversity.name, more: 'three agents', less: 'one agent' },
    { kind: 'above', measure: hosts.name, more: 'three agents', less: 'one agent' },
  ],
  reasons: [
    {
      words:
        'Agents with a third of the seeds lack nothing that the other seeds could teach them: sharing all they learn changes nothing.',
      check: { kind: 'same', measure: byQuery, one: 'three, all shared', other: 'three agents' },
    },
  ],
};

const topicAndGenre: Experiment = {
  id: 'pappas-2012-fig-8-genre',
  paper,
  place: 'Fig 8',
  claim: 'The sum of topic and genre is more precise than the genre alone.',
  published: {
    'topic + genre': 'best precision',
    'genre alone': 'lower',
    'half each': 'lowest (cannot come from the formula: it orders a queue as the sum does)',
  },
  standIn: `${seedsWords} The paper’s genres are those of a search engine (news, discussions, blogs); here they are kinds of pages of universities. Half each is left out, and unequal weights are in its place. Other genre terms are those without a word of the query.`,
  setUp(scene) {
    const found = genreTopics(scene).filter(({ topic }) => topic.query !== undefined);
    if (found.length === 0) return noGenre;
    const termsOf = new Map(found.map(({ topic, terms }) => [topic.id, [...terms.genreTerms]]));
    const contenders = ({ id, query = '' }: LabTopic) => {
      const terms = termsOf.get(id)!;
      const inQuery = (term: string) => term.split(' ').some((word) => query.toLowerCase().split(/\W+/).includes(word));
      const others = terms.filter((term) => !inQuery(term));
      const weighted = (name: string, topicWeight: number, genreWeight: number, genreTerms = terms) =>
        variant(name, 'tswt', { 'topic-weight': topicWeight, 'genre-weight': genreWeight }, { genreTerms });
      return [
        weighted('other genre terms alone', 0, 1, others),
        weighted('topic + other genre terms', 1, 1, others),
        weighted('genre alone', 0, 1),
        weighted('topic alone', 1, 0),
        weighted('topic + genre', 1, 1),
        weighted('a quarter topic', 0.25, 0.75),
      ];
    };
    return onTopics(
      scene,
      500,
      contenders,
      found.map(({ topic }) => topic),
    );
  },
  measures: [precision('query'), harvest],
  checks: [{ kind: 'above', measure: byQuery, more: 'topic + genre', less: 'genre alone' }],
  reasons: [
    {
      words:
        'The queries are made of words of the genre itself, so that genre terms alone lead to pages that contain the query; without these terms the topic adds to the genre.',
      check: { kind: 'above', measure: byQuery, more: 'topic + other genre terms', less: 'other genre terms alone' },
    },
  ],
};

const forgetting: Experiment = {
  id: 'pappas-2012-priority-forgetting',
  paper,
  place: 'III-B',
  claim:
    'URLs that have waited too long are forgotten: the agent avoids those of low priority, and loses no precision by it.',
  published: { 'nothing forgotten': '(no figures)', 'after 50 pages': '(no figures, and no value of the limit)' },
  standIn: `${seedsWords} A queued URL is forgotten when so many pages have been crawled since it was last met; met again, it enters afresh, without what its earlier parents gave it.`,
  setUp: (scene) =>
    onTopics(scene, 400, [
      variant('nothing forgotten', 'tswt'),
      ...[20, 50, 100].map((pages) => variant(`after ${pages} pages`, 'tswt', {}, { expirePages: pages })),
    ]),
  measures: [precision('query'), harvestOfBudget],
  checks: [20, 50, 100].map((pages) => ({
    kind: 'no-less',
    measure: byQuery,
    one: `after ${pages} pages`,
    other: 'nothing forgotten',
  })),
  reasons: [
    {
      words: 'What is forgotten is what the crawl would have come back to: the longer it is remembered, the better.',
      check: { kind: 'above', measure: byQuery, more: 'after 100 pages', less: 'after 20 pages' },
    },
  ],
};

/** An agent-based focused crawling framework for topic- and genre-related web document discovery. */
export const pappas2012: readonly Experiment[] = [
  concurrency,
  beyondSearch,
  disambiguation,
  staticTable,
  dynamicTable,
  severalAgents,
  topicAndGenre,
  forgetting,
];
