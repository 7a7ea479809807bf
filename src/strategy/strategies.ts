import { nearest } from '../config/nearest.js';
import { UsageError } from '../failure.js';
import { backlinks } from './classic/backlinks.js';
import { bestFirst } from './classic/best-first.js';
import { bestFirstAnchor } from './classic/best-first-anchor.js';
import { bestFirstPage } from './classic/best-first-page.js';
import { breadthFirst } from './classic/breadth-first.js';
import { fishSearch } from './classic/fish-search.js';
import { nBestFirst } from './classic/n-best-first.js';
import { random } from './classic/random.js';
import { sharkSearch } from './classic/shark-search.js';
import { genre } from './genre/genre.js';
import { hmm, hmmXMeans } from './hmm/hmm.js';
import { hybrid, hybridAnchor } from './hmm/hybrid.js';
import { multiLevel } from './multi-level/multi-level.js';
import { osprey } from './osprey/osprey.js';
import { pagerank } from './pagerank/pagerank.js';
import { queryLog } from './query-log/query-log.js';
import { ehrig } from './semantic/ehrig.js';
import { ssrm } from './semantic/ssrm.js';
import { synset } from './semantic/synset.js';
import type { StrategyEntry } from './strategy-entry.js';
import { contextGraph } from './trained/context-graph.js';
import { naiveBayes } from './trained/naive-bayes.js';
import { svm } from './trained/svm.js';
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
