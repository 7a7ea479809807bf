import { nearest } from '../config/nearest.js';
import type { Settings } from '../config/options.js';
import { readParameters } from '../config/parameters.js';
import { parametersOf } from '../config/strategy-parameters.js';
import { UsageError } from '../failure.js';
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
import { pagerank } from './pagerank.js';
import { queryLog } from './query-log/query-log.js';
import { sharkSearch } from './shark-search.js';
import { ssrm } from './ssrm.js';
import type { Strategy } from './strategy.js';
import type { StrategyEntry } from './strategy-entry.js';
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
    `There is no strategy "${name}"${guess === undefined ? '' : `; did you mean "${guess}"?`} Known are ${names.join(', ')}.`,
    { name },
  );
}

/** A strategy of ours by its name, or a user's own by the path of its file. */
export async function entryOf(given: string): Promise<StrategyEntry> {
  return isStrategyFile(given) ? await loadStrategyFile(given) : findStrategy(given);
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
  const parameters = readParameters(entry.name, entry.parameters, parametersOf(settings.set, entry.name));
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
function checkInputs({ query, example, model, queryLog: log, ...settings }: Settings, entry: StrategyEntry): void {
  if (entry.needs.includes('query') && query === undefined && example.length === 0) {
    throw new UsageError(
      'no-query',
      `The strategy ${entry.name} needs a query: say what the pages should be about, or give a page about it with --example.`,
    );
  }
  genresOf(settings);
  const takes = (flag: string) => entry.needs.some((need) => need.includes(flag));
  if (model !== undefined && entry.model === undefined && !takes('--model')) throw unused('--model', entry);
  if (log !== undefined && !takes('--query-log')) throw unused('--query-log', entry);
}

function unused(flag: string, { name }: StrategyEntry): UsageError {
  const others = strategies.filter(({ needs }) => needs.some((need) => need.includes(flag)));
  const names = others.map((other) => other.name).join(', ');
  return new UsageError(
    'unused-input',
    `The strategy ${name} takes no ${flag}; leave it out, or choose one of ${names}.`,
  );
}

/** A config may hold parameters of several strategies, but a slip must not go unnoticed. */
function checkOtherParameters({ set }: Settings, chosen: StrategyEntry): void {
  const names = new Set([...set.keys()].map((name) => name.slice(0, name.lastIndexOf('.'))));
  for (const name of names) {
    if (name === chosen.name) continue;
    readParameters(name, findStrategy(name).parameters, parametersOf(set, name));
  }
}
