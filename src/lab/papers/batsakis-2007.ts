import type { Contender } from '../contender.js';
import type { LabTopic } from '../topics/lab-topic.js';
import type { Check } from './check.js';
import type { Experiment, SetUp } from './experiment.js';
import { harvest, harvestCurve, similarity, thesisHarvest } from './run-measures.js';
import type { Scene } from './scene.js';
import { variant } from './variant.js';

const paper = 'Batsakis 2007';
/** Batsakis's two measures, and beside them what people's labels say, where there are some. */
const measures = [thesisHarvest, similarity, harvest];

const standIn =
  'Ground truth are 50 pages with the topic’s label instead of 50 answers of a search engine. Harvest ratio and average similarity are Batsakis’s; harvest is by labels. Longer queries, first meanings alone and likeness alone are of our own. Pages that were given as examples or for training do not count.';

/** Four of Batsakis's six seeds do not link to relevant pages: both kinds of seeds. */
function onTopics(scene: Scene, contenders: SetUp['contenders']): SetUp | string {
  const topics = scene.topicsWithQuery.filter(({ examples }) => examples.length > 0);
  if (topics.length === 0) return 'The topics of this web have no example pages, which Batsakis 2007 judges by.';
  return { topics, contenders, seeds: ['near', 'far'], draws: scene.draws, budget: scene.budgetFor(1000) };
}

/** The query with words of the titles of the topic's example pages, by which it is judged in the thesis as well. */
function longerQuery({ web }: Scene, { query = '', examples }: LabTopic): string {
  const titles = examples.flatMap((url) => {
    const page = web.pageOf(url);
    return page === undefined ? [] : [web.page(page).title];
  });
  return [query, ...titles].join(' ').replace(/\s+/g, ' ').trim();
}

function trained(scene: Scene, contenders: readonly Contender[]): SetUp | string {
  return scene.hasLabels
    ? onTopics(scene, contenders)
    : 'These crawlers have to be trained, and this web has no labels.';
}

const above = (more: string, less: string, measure: string, marginal = false): Check => ({
  kind: 'above',
  measure,
  more,
  less,
  ...(marginal && { marginal }),
});

const both = variant('page and anchor', 'best-first');
const anchor = variant('anchor', 'best-first-anchor');

const classic: Experiment = {
  id: 'batsakis-2007-fig-12-classic',
  paper,
  place: 'Figs 12 and 13',
  claim:
    'Best-first by page and anchor is above anchor alone, anchor above page alone, page above breadth-first, by both measures.',
  published: { 'page and anchor': 'best', anchor: 'second', page: 'third', 'breadth-first': 'poor' },
  standIn,
  setUp: (scene) =>
    onTopics(scene, (topic) => [
      variant('breadth-first', 'breadth-first'),
      variant('page', 'best-first-page'),
      anchor,
      both,
      ...(['page', 'anchor'] as const).map((text) =>
        variant(`${text}, longer query`, `best-first-${text}`, {}, { query: longerQuery(scene, topic) }),
      ),
    ]),
  measures,
  checks: measures.flatMap(({ name: measure }) => [
    above('page and anchor', 'anchor', measure),
    above('anchor', 'page', measure),
    above('page', 'breadth-first', measure),
  ]),
  curve: harvestCurve,
  reasons: [
    {
      words:
        'Anchor texts seldom hold one of the few words of a query: with words of the example pages’ titles added to it, anchors tell more than pages.',
      check: above('anchor, longer query', 'page, longer query', thesisHarvest.name),
      of: 'anchor above page',
    },
  ],
};

const semantic: Experiment = {
  id: 'batsakis-2007-fig-14-semantic',
  paper,
  place: 'Fig 14',
  claim: 'Synset expansion is marginally above best-first by harvest; Ehrig and SSRM perform poorly compared to it.',
  published: {
    synset: 'marginally best',
    'page and anchor': 'second',
    ehrig: 'below best-first',
    ssrm: 'below best-first',
  },
  standIn,
  setUp: (scene) =>
    onTopics(scene, [
      variant('ehrig', 'ehrig'),
      variant('ssrm', 'ssrm'),
      variant('synset', 'synset'),
      variant('synset, first meanings', 'synset', { senses: 1 }),
      both,
      anchor,
    ]),
  measures,
  checks: [thesisHarvest, harvest].flatMap(({ name: measure }) => [
    above('synset', 'page and anchor', measure, true),
    above('page and anchor', 'ehrig', measure),
    above('page and anchor', 'ssrm', measure),
  ]),
  curve: harvestCurve,
  reasons: [
    {
      words: 'Synonyms bring other meanings of a word along: with those of its first meaning alone, it does better.',
      check: above('synset, first meanings', 'synset', thesisHarvest.name),
      of: 'synset',
    },
    {
      words: 'Ehrig looks at anchor texts alone; among crawlers that do so, nearness in meaning gains.',
      check: above('ehrig', 'anchor', thesisHarvest.name),
      of: 'ehrig',
    },
    {
      words: 'SSRM looks at anchor texts alone; among crawlers that do so, nearness in meaning gains.',
      check: above('ssrm', 'anchor', thesisHarvest.name),
      of: 'ssrm',
    },
  ],
};

const semanticSimilarity: Experiment = {
  ...semantic,
  id: 'batsakis-2007-fig-15-semantic-similarity',
  place: 'Fig 15',
  claim: 'By average similarity, all semantic crawlers are marginally above best-first.',
  published: {
    synset: 'marginally above',
    ehrig: 'marginally above',
    ssrm: 'marginally above',
    'page and anchor': 'lower',
  },
  measures: [similarity, harvest],
  checks: ['synset', 'ehrig', 'ssrm'].map((name) => above(name, 'page and anchor', similarity.name, true)),
  reasons: [
    {
      words: 'Synonyms bring other meanings of a word along: with those of its first meaning alone, it does better.',
      check: above('synset, first meanings', 'synset', similarity.name),
      of: 'synset',
    },
    {
      words: 'Ehrig looks at anchor texts alone; among crawlers that do so, nearness in meaning gains.',
      check: above('ehrig', 'anchor', similarity.name),
      of: 'ehrig',
    },
    {
      words: 'SSRM looks at anchor texts alone; among crawlers that do so, nearness in meaning gains.',
      check: above('ssrm', 'anchor', similarity.name),
      of: 'ssrm',
    },
  ],
};

const clustering: Experiment = {
  id: 'batsakis-2007-k-means-x-means',
  paper,
  place: '§4.6',
  claim: 'Hidden Markov models with K-Means and with X-Means have identical performance.',
  published: { 'K-Means': 'identical', 'X-Means': 'identical' },
  standIn,
  setUp: (scene) => trained(scene, [variant('K-Means', 'hmm'), variant('X-Means', 'hmm-xmeans')]),
  measures,
  checks: measures.map(({ name: measure }) => ({
    kind: 'same',
    measure,
    one: 'K-Means',
    other: 'X-Means',
  })),
  curve: harvestCurve,
};

const hybrids: Experiment = {
  id: 'batsakis-2007-fig-16-hybrids',
  paper,
  place: 'Figs 16 and 17',
  claim:
    'The hybrid with anchor text is above the hybrid, and both are above the hidden Markov model, by both measures.',
  published: { 'hybrid with anchor': 'best', hybrid: 'second', hmm: 'poor' },
  standIn,
  setUp: (scene) =>
    trained(scene, [
      variant('hmm', 'hmm'),
      variant('hybrid', 'hybrid'),
      variant('hybrid with anchor', 'hybrid-anchor'),
      variant('likeness alone', 'hybrid', { 'hmm-weight': 0 }),
    ]),
  measures,
  checks: measures.flatMap(({ name: measure }) => [
    above('hybrid with anchor', 'hybrid', measure),
    above('hybrid', 'hmm', measure),
  ]),
  curve: harvestCurve,
  reasons: [
    {
      words:
        'What the hybrids gain comes from the likeness to relevant pages: without the hidden Markov model they do no worse.',
      check: { kind: 'no-less', measure: thesisHarvest.name, one: 'likeness alone', other: 'hybrid' },
    },
  ],
};

/** A thesis on ten crawlers and their evaluation. */
export const batsakis2007: readonly Experiment[] = [classic, semantic, semanticSimilarity, clustering, hybrids];
