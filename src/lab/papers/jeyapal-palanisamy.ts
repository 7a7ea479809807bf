import { counted } from '../../counted.js';
import type { Contender } from '../contender.js';
import { fewestHosts, hosts } from './diversity.js';
import type { Experiment, SetUp } from './experiment.js';
import { harvest, harvestCurve, harvestOfBudget, harvestUpTo, secondsAPage } from './run-measures.js';
import type { Scene } from './scene.js';
import { variant } from './variant.js';

const paper = 'Jeyapal & Palanisamy';

const classifier = 'The classifier learns from the labels of the web instead of a directory’s taxonomy.';
const judgement =
  'A page counts 1 or 0, by labels, instead of the crawler’s own score. Links that are expected beyond the last level wait behind all others. What is checked are finds as a share of the pages allowed; harvest, by eq 2 a mean over the pages retrieved, stands beside it.';
const standIn = `${classifier} One agent crawls; seeds are on the topic. ${judgement}`;

function onTopics(scene: Scene, contenders: readonly Contender[]): SetUp | string {
  if (!scene.hasLabels) return 'The classifier has to be trained, and this web has no labels.';
  const budget = scene.budgetFor(1000);
  return { topics: scene.topicsWithQuery, contenders, seeds: ['near'], draws: scene.draws, budget };
}

const rules = variant('4 levels', 'multi-level');
const early = harvestUpTo('harvest of the first tenth', 0.1);
const { name: finds } = harvestOfBudget;

const baselines: Experiment = {
  id: 'jeyapal-palanisamy-fig-2-baselines',
  paper,
  place: 'Fig 2',
  claim: 'Harvest starts lower, then is above that of a crawler without rules and of one with a single level.',
  published: { '4 levels': 'lower at first, then highest', 'no rules': 'lower', '1 level': 'lower' },
  standIn: `${standIn} The slow start, which the paper puts down to training and to the agents’ talk, has no counterpart here.`,
  setUp: (scene) =>
    onTopics(scene, [
      variant('no rules', 'multi-level', { rules: false }),
      variant('1 level', 'multi-level', { levels: 1 }),
      rules,
    ]),
  measures: [harvestOfBudget, harvest, early],
  checks: [
    { kind: 'above', measure: finds, more: '4 levels', less: 'no rules' },
    { kind: 'above', measure: finds, more: '4 levels', less: '1 level' },
  ],
  curve: harvestCurve,
  reasons: [
    {
      words: 'Rules pay early, as long as there is a choice; later most of what can be reached is used up.',
      check: { kind: 'above', measure: early.name, more: '4 levels', less: 'no rules' },
    },
  ],
};

const levels: Experiment = {
  id: 'jeyapal-palanisamy-fig-5-levels',
  paper,
  place: 'Fig 5',
  claim: 'The relevance of the harvest grows up to 4 levels; a fifth lowers it.',
  published: { '1 level': 'lowest', '4 levels': 'highest', '5 levels': 'lower than 4' },
  standIn,
  setUp: (scene) =>
    onTopics(scene, [
      ...[1, 2, 3].map((count) => variant(counted(count, 'level'), 'multi-level', { levels: count })),
      rules,
      variant('5 levels', 'multi-level', { levels: 5 }),
    ]),
  measures: [harvestOfBudget, harvest],
  checks: [
    { kind: 'above', measure: finds, more: '2 levels', less: '1 level' },
    { kind: 'above', measure: finds, more: '4 levels', less: '2 levels' },
    { kind: 'above', measure: finds, more: '4 levels', less: '5 levels' },
  ],
  reasons: [
    {
      words: 'Chains of four or five classes are rare, so that the last levels hold too little to help or harm.',
      check: { kind: 'same', measure: finds, one: '5 levels', other: '4 levels' },
      of: '4 levels',
    },
  ],
};

const counts: Experiment = {
  id: 'jeyapal-palanisamy-eq-1-counts',
  paper,
  place: 'Eq 1',
  claim:
    'Relevance by counts of a page’s own links instead of probabilities is 20 % more efficient in finding good pages.',
  published: { counts: '20 % more', probabilities: 'less' },
  standIn: `${standIn} The probability is the share of the training links of a page’s class that lead to wanted pages; the paper does not say which it had. One level for all is of our own.`,
  setUp: (scene) =>
    onTopics(scene, [
      variant('probabilities', 'multi-level', { relevance: 'confidence' }),
      variant('counts', 'multi-level'),
      variant('probabilities, 1 level', 'multi-level', { relevance: 'confidence', levels: 1 }),
      variant('counts, 1 level', 'multi-level', { levels: 1 }),
    ]),
  measures: [harvestOfBudget, harvest, early],
  checks: [
    { kind: 'above', measure: finds, more: 'counts', less: 'probabilities' },
    { kind: 'times', measure: finds, more: 'counts', less: 'probabilities', least: 1.2 },
  ],
  reasons: [
    {
      words: 'R[p] orders links within a level only: with one level for all links, counts do better.',
      check: { kind: 'above', measure: finds, more: 'counts, 1 level', less: 'probabilities, 1 level' },
    },
  ],
};

/** As many as a coordinator has by itself. */
const retrievers = 8;
const timeWords = `A coordinator has ${retrievers} retrieval agents with one request at a time each; seeds are the ${retrievers} best answers of a ranking of all pages by cosine with the query, and further sets are drawn among relevant pages. Time is that of a virtual clock: answers take as long as lots say (log-normal, median 1 s), and a second is kept between requests to a host.`;
const spared = { requests: 1, requestsPerHost: 1, delay: '1s' };
const retrieving = (name: string, parameters: Parameters<typeof variant>[2], options: object = {}) =>
  variant(name, 'multi-level', parameters, {
    organisation: 'coordinator',
    agents: retrievers,
    ...spared,
    ...options,
  });
/** Hosts need not be spared. */
const atOnce = { requestsPerHost: retrievers, delay: 0 };

const time: Experiment = {
  id: 'jeyapal-palanisamy-fig-3-time',
  paper,
  place: 'Figs 3 and 4',
  claim: '7,000 pages take less time than with the baselines, and 1,000 pages take least with 4 levels.',
  published: {
    '4 levels': 'least time',
    '1 level': 'more (no figures)',
    'no rules': 'more (no figures)',
  },
  standIn: `${classifier} ${timeWords} What is checked is the time a page. Crawls without a delay are of our own.`,
  setUp(scene) {
    if (scene.hosts < fewestHosts)
      return 'All pages of this web are on one or a few hosts: agents that spare a host would wait for it, whatever their levels.';
    const topics = scene.searchedTopics(scene.topicsWithQuery, retrievers);
    const setUp = onTopics(scene, [
      retrieving('no rules', { rules: false }),
      ...[1, 2, 3, 4, 5].map((count) => retrieving(counted(count, 'level'), { levels: count })),
      variant('4 levels, one agent', 'multi-level', {}, spared),
      retrieving('no rules, no delay', { rules: false }, atOnce),
      retrieving('4 levels, no delay', { levels: 4 }, atOnce),
    ]);
    return typeof setUp === 'string' ? setUp : { ...setUp, topics, latency: { medianMs: 1000, spread: 0.8, seed: 1 } };
  },
  measures: [secondsAPage, harvestOfBudget, hosts],
  checks: ['no rules', '1 level', '2 levels', '3 levels', '5 levels'].map((more) => ({
    kind: 'above',
    measure: secondsAPage.name,
    more,
    less: '4 levels',
  })),
  reasons: [
    {
      words:
        'Agents wait for hosts and not for the coordinator: where no host has to be spared, levels take the same time as none.',
      check: { kind: 'same', measure: secondsAPage.name, one: '4 levels, no delay', other: 'no rules, no delay' },
    },
  ],
};

/** A novel design of a multi-level frontier with coordinator and retrieval agents. */
export const jeyapalPalanisamy: readonly Experiment[] = [baselines, time, levels, counts];
