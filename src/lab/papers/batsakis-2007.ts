import type { Contender } from '../contender.js';
import type { Check } from './check.js';
import type { Experiment, SetUp } from './experiment.js';
import { harvest, harvestCurve, similarity, thesisHarvest } from './run-measures.js';
import type { Scene } from './scene.js';
import { variant } from './variant.js';

const paper = 'Batsakis 2007';
/** Batsakis's two measures, and beside them what people's labels say, where there are some. */
const measures = [thesisHarvest, similarity, harvest];

const standIn =
  'Ground truth are 50 pages with the topic’s label instead of 50 answers of a search engine. Harvest ratio and average similarity are Batsakis’s; harvest is by labels. Pages that were given as examples or for training do not count.';

/** Four of Batsakis's six seeds do not link to relevant pages: both kinds of seeds. */
function onTopics(scene: Scene, contenders: readonly Contender[]): SetUp | string {
  const topics = scene.topicsWithQuery.filter(({ examples }) => examples.length > 0);
  if (topics.length === 0) return 'The topics of this web have no example pages, which Batsakis 2007 judges by.';
  return { topics, contenders, seeds: ['near', 'far'], draws: scene.draws, budget: scene.budgetFor(1000) };
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

const classic: Experiment = {
  id: 'batsakis-2007-fig-12-classic',
  paper,
  place: 'Figs 12 and 13',
  claim:
    'Best-first by page and anchor is above anchor alone, anchor above page alone, page above breadth-first, by both measures.',
  published: { 'page and anchor': 'best', anchor: 'second', page: 'third', 'breadth-first': 'poor' },
  standIn,
  setUp: (scene) =>
    onTopics(scene, [
      variant('breadth-first', 'breadth-first'),
      variant('page', 'best-first-page'),
      variant('anchor', 'best-first-anchor'),
      both,
    ]),
  measures,
  checks: measures.flatMap(({ name: measure }) => [
    above('page and anchor', 'anchor', measure),
    above('anchor', 'page', measure),
    above('page', 'breadth-first', measure),
  ]),
  curve: harvestCurve,
  whyNot:
    'anchor texts that are names and titles seldom hold a word of a broad query, so that by anchor alone most links would be level. Batsakis’s topics are narrower, and may be words that anchors do hold.',
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
    onTopics(scene, [variant('ehrig', 'ehrig'), variant('ssrm', 'ssrm'), variant('synset', 'synset'), both]),
  measures,
  checks: [thesisHarvest, harvest].flatMap(({ name: measure }) => [
    above('synset', 'page and anchor', measure, true),
    above('page and anchor', 'ehrig', measure),
    above('page and anchor', 'ssrm', measure),
  ]),
  curve: harvestCurve,
  whyNot:
    'synonyms of broad words may bring other meanings along, and where anchor texts tell most, crawlers that look at these alone need not fall behind.',
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
  whyNot:
    'Ehrig and SSRM look at anchor texts alone, which may cost them more than nearness in meaning gains, and synonyms of broad words may bring other meanings along.',
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
  whyNot:
    'with K-Means the relevant training pages are a cluster by themselves, as their labels say. X-Means finds clusters by content alone, and where relevant pages share theirs with others, a page would tell less about the way that is left.',
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
    ]),
  measures,
  checks: measures.flatMap(({ name: measure }) => [
    above('hybrid with anchor', 'hybrid', measure),
    above('hybrid', 'hmm', measure),
  ]),
  curve: harvestCurve,
  whyNot:
    'the hybrids should gain where relevant pages are like each other, so that a page like their centroid has more of them behind its links. Pages of one genre on many subjects may have no such centre.',
};

/** A thesis on ten crawlers and their evaluation. */
export const batsakis2007: readonly Experiment[] = [classic, semantic, semanticSimilarity, clustering, hybrids];
