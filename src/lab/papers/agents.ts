import type { RawOptions } from '../../config/layer.js';
import { counted } from '../../counted.js';
import type { Contender } from '../contender.js';
import { diversity, diversityOfFinds, hosts, hostsOfFinds } from './diversity.js';
import type { Experiment, SetUp } from './experiment.js';
import { auc, harvest, harvestOfBudget, secondsAPage } from './run-measures.js';
import type { Scene } from './scene.js';
import { variant } from './variant.js';

const paper = 'Agents';
const budget = 300;
const agents = 4;
/** Three an agent: enough to share out, too few to be most of what is found. */
const seeds = 12;

const seedsWords = `Seeds are the ${seeds} best answers of a ranking of all pages by cosine with the query, as of a search engine; further sets are drawn among relevant pages. The budget is that of all agents together.`;

function onTopics(scene: Scene, contenders: readonly Contender[]): SetUp {
  return {
    topics: scene.searchedTopics(scene.topicsWithQuery, seeds),
    contenders,
    seeds: ['near'],
    draws: scene.draws,
    budget: scene.budgetFor(budget),
  };
}

const alone = 'one agent';
const apart = 'four agents';
const words = 'four, words shared';
const all = 'four, all shared';
const often = 'four, all shared every page';
const coordinated = 'four with a coordinator';
const coordinatedAll = 'four with a coordinator, all shared';

/** Strategies that learn as they crawl: the others have nothing to tell. Query-log does where its table is made of seeds. */
export const learners = ['tswt', 'query-log', 'osprey'] as const;
const parametersOf = { tswt: {}, 'query-log': { table: 'static' }, osprey: {} } as const;

function exchangeOf(strategy: (typeof learners)[number]): Experiment {
  const parameters = parametersOf[strategy];
  const pool = (name: string, options: RawOptions) => variant(name, strategy, parameters, { agents, ...options });
  return {
    id: `agents-share-${strategy}`,
    paper,
    place: `exchange, ${strategy}`,
    claim: `Four agents of ${strategy} that learn from each other’s pages find more than four that do not.`,
    published: {},
    standIn: `The papers leave it open. ${seedsWords} Each agent has its share of the seeds, and learns from the others’ pages every 25 of its own unless said otherwise; a table that is made of seeds is then made long before. With a coordinator all take their URLs from one queue of four levels.`,
    setUp: (scene) =>
      onTopics(scene, [
        variant(alone, strategy, parameters),
        pool(apart, {}),
        pool(words, { share: 'tables' }),
        pool(all, { share: 'all' }),
        pool(often, { share: 'all', shareEvery: 1 }),
        pool(coordinated, { organisation: 'coordinator' }),
        pool(coordinatedAll, { organisation: 'coordinator', share: 'all' }),
      ]),
    measures: [auc, harvest, hosts, hostsOfFinds, diversity, diversityOfFinds],
    checks: [
      { kind: 'above', measure: auc.name, more: words, less: apart },
      { kind: 'above', measure: auc.name, more: all, less: apart },
      { kind: 'above', measure: auc.name, more: often, less: apart },
    ],
    reasons: [
      {
        words:
          'Agents with seeds of the same query learn much the same by themselves: four find no less than one that has all of the seeds.',
        check: { kind: 'no-less', measure: auc.name, one: apart, other: alone },
      },
    ],
  };
}

const levels: Experiment = {
  id: 'agents-levels',
  paper,
  place: 'levels of a coordinator',
  claim:
    'With a coordinator, best-first finds most with a queue of 4 levels: more than with 1, and no less than with 5.',
  published: {},
  standIn: `Jeyapal & Palanisamy has levels by classes, and Fig 5 there; here links get theirs by how far they are from a relevant page, for any strategy. ${seedsWords}`,
  setUp: (scene) =>
    onTopics(scene, [
      variant('no levels', 'best-first'),
      ...[1, 2, 3, 4, 5].map((count) =>
        variant(
          counted(count, 'level'),
          'best-first',
          {},
          {
            organisation: 'coordinator',
            agents,
            levels: count,
          },
        ),
      ),
    ]),
  measures: [harvestOfBudget, harvest],
  checks: [
    { kind: 'above', measure: harvestOfBudget.name, more: '4 levels', less: '1 level' },
    { kind: 'no-less', measure: harvestOfBudget.name, one: '4 levels', other: '5 levels' },
  ],
  reasons: [
    {
      words:
        'What best-first puts first is what relevant pages link to, which is level 1 anyway: one level finds as much as none.',
      check: { kind: 'same', measure: harvestOfBudget.name, one: '1 level', other: 'no levels' },
    },
  ],
};

const retrieval = (count: number) =>
  variant(
    counted(count, 'agent'),
    'multi-level',
    {},
    {
      organisation: 'coordinator',
      agents: count,
      requests: 1,
      requestsPerHost: count,
      delay: 0,
    },
  );

const retrievalAgents: Experiment = {
  id: 'agents-retrieval',
  paper,
  place: 'retrieval agents',
  claim: 'Eight retrieval agents of a coordinator are at least four times as fast as one, and find no less.',
  published: {},
  standIn: `The crawler is Jeyapal & Palanisamy’s. ${seedsWords} An agent waits for one request at a time, and no delay is kept between requests to a host; answers take as long as lots say, on a virtual clock (log-normal, median 1 s).`,
  setUp: (scene) =>
    scene.hasLabels
      ? { ...onTopics(scene, [1, 2, 4, 8].map(retrieval)), latency: { medianMs: 1000, spread: 0.8, seed: 1 } }
      : 'The classifier has to be trained, and this web has no labels.',
  measures: [secondsAPage, harvestOfBudget, harvest],
  checks: [
    { kind: 'times', measure: secondsAPage.name, more: '1 agent', less: '8 agents', least: 4 },
    { kind: 'no-less', measure: harvestOfBudget.name, one: '8 agents', other: '1 agent' },
  ],
};

/** What several agents are good for, where the papers leave it open. */
export const agentExperiments: readonly Experiment[] = [...learners.map(exchangeOf), levels, retrievalAgents];
