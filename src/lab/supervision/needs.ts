import type { StrategyEntry } from '../../strategy/strategy-entry.js';
import { genresOf } from '../../topic/genres.js';
import type { Supervision } from '../contender.js';
import type { LabTopic } from '../topics/lab-topic.js';

/** What a strategy needs for these topics besides their words. */
export function supervisionOf(entry: StrategyEntry, topics: readonly LabTopic[]): Supervision {
  if (entry.model !== undefined) return 'labels';
  const isTold = topics.some((topic) => needsGenreTerms(entry, topic) || needsExamples(entry, topic));
  return isTold ? 'examples' : 'none';
}

/** Whether a strategy wants terms of genre and content that the topic leaves out: they have to come from its examples. */
export function needsGenreTerms({ needs }: Pick<StrategyEntry, 'needs'>, topic: LabTopic): boolean {
  if (!needs.some((need) => need.startsWith('--genre'))) return false;
  const saysContent = topic.query !== undefined || topic.contentTerms.length > 0;
  return !saysContent || genresOf(topic).length === 0;
}

/** Whether the examples have to stand in for a query that the topic does not have. */
export function needsExamples({ needs }: Pick<StrategyEntry, 'needs'>, { query }: LabTopic): boolean {
  return query === undefined && needs.includes('query');
}

/** The kinds of models that have to be trained, each once. */
export function modelKinds(entries: Iterable<Pick<StrategyEntry, 'model'>>): string[] {
  return [...new Set([...entries].flatMap(({ model }) => model ?? []))];
}
