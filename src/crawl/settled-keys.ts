import type { OptionKey } from '../config/options.js';

/** What makes pages relevant, besides the query. */
export const topicKeys: readonly OptionKey[] = [
  'not',
  'notMinimum',
  'notRule',
  'example',
  'genre',
  'genreTerms',
  'contentTerms',
  'urlTerms',
  'model',
  'language',
  'stem',
  'idf',
  'strategy',
  'set',
];

/** Who explores what: it is settled when the agents get their seeds. */
const schoolKeys: readonly OptionKey[] = ['agents', 'organisation', 'segmentBy'];

/**
 * What stays as it was when a crawl goes on, besides the query: what it is about cannot change, `rejudge` is there for that. A log
 * of queries may move.
 */
export const settledKeys: readonly OptionKey[] = [
  ...topicKeys,
  ...schoolKeys,
  'out',
  'store',
  'name',
  'web',
  'randomSeed',
];
