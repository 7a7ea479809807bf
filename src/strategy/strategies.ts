import { nearest } from '../config/nearest.js';
import { flagOf } from '../config/option.js';
import type { OptionKey, Settings } from '../config/options.js';
import { readParameters } from '../config/parameters.js';
import { parametersOf } from '../config/strategy-parameters.js';
import { UsageError } from '../failure.js';
import { trainers } from '../learning/trainers.js';
import type { ReadOptions } from '../page/read-page.js';
import { genresOf } from '../topic/genres.js';
import { Topic } from '../topic/topic.js';
import { backlinks } from './backlinks.js';
import { bestFirst } from './best-first.js';
import { bestFirstAnchor } from './best-first-anchor.js';
import { bestFirstPage } from './best-first-page.js';
import { breadthFirst } from './breadth-first.js';
import { contextGraph } from './context-graph.js';
import { ehrig } from './ehrig.js';
import { fishSearch } from './fish-search.js';
import { genre } from './genre.js';
import { hmm, hmmXMeans } from './hmm/hmm.js';
import { hybrid, hybridAnchor } from './hmm/hybrid.js';
import { multiLevel } from './multi-level/multi-level.js';
import { nBestFirst } from './n-best-first.js';
import { naiveBayes } from './naive-bayes.js';
import { pagerank } from './pagerank/pagerank.js';
import { queryLog } from './query-log/query-log.js';
import { sharkSearch } from './shark-search.js';
import { ssrm } from './ssrm.js';
import type { Strategy } from './strategy.js';
import { type StrategyEntry, topicInputs } from './strategy-entry.js';
import { isStrategyFile, loadStrategyFile } from './strategy-file.js';
import { svm } from './svm.js';
import { synset } from './synset.js';
import { tswt } from './tswt/tswt.js';

/** Every strategy that comes with Osprey: the classic ones, those that need no training, those that do. */
export const strategies: readonly StrategyEntry[] = [
  breadthFirst,
  bestFirstPage,
  bestFirstAnchor,
  bestFirst,
  nBestFirst,
  fishSearch,
  sharkSearch,
  backlinks,
  pagerank,
  ehrig,
  ssrm,
  synset,
  tswt,
  queryLog,
  genre,
  naiveBayes,
  multiLevel,
  svm,
  contextGraph,
  hmm,
  hmmXMeans,
  hybrid,
  hybridAnchor,
];

/** Throws when there is no strategy of this name. */
export function findStrategy(name: string): StrategyEntry {
  const entry = strategies.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  const names = strategies.map((candidate) => candidate.name);
  const guess = nearest(name, names);
  throw new UsageError(
    'unknown-strategy',
    `There is no strategy "${name}"${guess === undefined ? '.' : `; did you mean "${guess}"?`} Known are ${names.join(', ')}.`,
    { name },
  );
}

/** A strategy of ours by its name, or a user's own by the path of its file. */
export async function entryOf(given: string): Promise<StrategyEntry> {
  if (!isStrategyFile(given)) return findStrategy(given);
  const entry = await loadStrategyFile(given);
  if (strategies.some(({ name }) => name === entry.name))
    throw new UsageError(
      'taken-name',
      `The strategy file ${given} calls itself ${entry.name}, as one of Osprey's own; choose another name.`,
    );
  return entry;
}

/** A strategy with its inputs read and checked, to be made once the topic is complete. */
export interface PreparedStrategy {
  readonly entry: StrategyEntry;
  /** How pages have to be read for it. */
  readonly readOptions: ReadOptions;
  make(topic: Topic): Strategy;
}

/** Reads all that the strategy needs. Throws `UsageError` when something is wrong or missing, before anything is fetched. */
export async function prepareStrategy(settings: Settings): Promise<PreparedStrategy> {
  const entry = await entryOf(settings.strategy);
  checkInputs(settings, entry);
  checkOtherParameters(settings, entry);
  const own = parametersOf(settings.set, entry.name);
  checkTrainingParameters(own.keys(), entry);
  const parameters = readParameters(entry.name, entry.parameters, own);
  const { phrases = [], make } = entry.prepare({ settings, parameters });
  const options = Topic.readOptions(settings);
  return {
    entry,
    make,
    readOptions: {
      ...options,
      phrases: [...new Set([...(options.phrases ?? []), ...phrases])],
      linkTexts: entry.linkTexts ?? [],
    },
  };
}

/** What is missing, or given in vain: nobody should wonder why a crawl does not heed it. */
function checkInputs(settings: Settings, entry: StrategyEntry): void {
  const { query, example, model } = settings;
  if (entry.needs.includes('query') && query === undefined && example.length === 0) {
    throw new UsageError(
      'no-query',
      `The strategy ${entry.name} needs a query: say what the pages should be about, or give a page about it with --example.`,
    );
  }
  genresOf(settings);
  if (model !== undefined && entry.model === undefined)
    throw unused('model', entry, ({ model: kind }) => kind !== undefined);
  for (const input of topicInputs) {
    const given = settings[input];
    const isGiven = Array.isArray(given) ? given.length > 0 : given !== undefined;
    if (isGiven && !entry.takes?.includes(input))
      throw unused(input, entry, ({ takes }) => takes?.includes(input) ?? false);
  }
}

/** A crawl's own inputs that another strategy does not heed are left out; what is given now stays, to be refused. */
export async function withoutUnheeded(
  settings: Settings,
  given: Partial<Record<OptionKey, unknown>>,
): Promise<Settings> {
  const entry = await entryOf(settings.strategy);
  const unheeded = [
    ...topicInputs.filter((input) => !entry.takes?.includes(input)),
    ...(entry.model === undefined ? (['model'] as const) : []),
  ].filter((input) => given[input] === undefined);
  // Parameters of a user's own strategy mean nothing without its file.
  const isKnown = (name: string) => strategies.some((ours) => ours.name === name) || name === entry.name;
  const isGiven = (name: string) => [given.set].flat().some((text) => String(text).startsWith(name));
  const set = [...settings.set].filter(([name]) => isKnown(name.slice(0, name.lastIndexOf('.'))) || isGiven(name));
  const left: Partial<Record<OptionKey, unknown>> = { ...settings, set: new Map(set) };
  for (const input of unheeded) {
    if (Array.isArray(left[input])) left[input] = [];
    else delete left[input];
  }
  return left as Settings;
}

function unused(input: OptionKey, { name }: StrategyEntry, takesIt: (entry: StrategyEntry) => boolean): UsageError {
  const others = strategies.filter(takesIt).map((entry) => entry.name);
  return new UsageError(
    'unused-input',
    `The strategy ${name} takes no ${flagOf(input)}; leave it out, or choose one of ${others.join(', ')}.`,
  );
}

/** A model is what training made it; its parameters come too late for a crawl. */
function checkTrainingParameters(names: Iterable<string>, { name: strategy, parameters, model }: StrategyEntry): void {
  const learnt = trainers.find(({ kind }) => kind === model)?.parameters ?? {};
  for (const name of names) {
    if (Object.hasOwn(parameters, name) || !Object.hasOwn(learnt, name)) continue;
    throw new UsageError(
      'training-parameter',
      `${name} is a parameter of training: osprey train --for ${strategy} --set ${model}.${name}=…`,
    );
  }
}

/** A config may hold parameters of several strategies, but a slip must not go unnoticed. */
function checkOtherParameters({ set }: Settings, chosen: StrategyEntry): void {
  const names = new Set([...set.keys()].map((name) => name.slice(0, name.lastIndexOf('.'))));
  for (const name of names) {
    if (name === chosen.name) continue;
    readParameters(name, findStrategy(name).parameters, parametersOf(set, name));
  }
}
