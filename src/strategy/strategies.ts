import { nearest } from '../config/nearest.js';
import { UsageError } from '../failure.js';
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
import { osprey } from './osprey/osprey.js';
import { pagerank } from './pagerank/pagerank.js';
import { queryLog } from './query-log/query-log.js';
import { random } from './random.js';
import { sharkSearch } from './shark-search.js';
import { ssrm } from './ssrm.js';
import type { StrategyEntry } from './strategy-entry.js';
import { isStrategyFile, loadStrategyFile } from './strategy-file.js';
import { svm } from './svm.js';
import { synset } from './synset.js';
import { tswt } from './tswt/tswt.js';

/** Every strategy that comes with Osprey: its own, the classic ones, those that need no training, those that do. */
export const strategies: readonly StrategyEntry[] = [
  osprey,
  breadthFirst,
  random,
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
