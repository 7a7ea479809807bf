import { lineOf } from '../../config/scalar-kinds.js';
import { UsageError } from '../../failure.js';
import { bareTopic } from './bare-topic.js';
import type { LabTopic } from './lab-topic.js';
import { topicIdOf } from './topic-id.js';

/** The topic of a bare query: relevance is decided by the query itself, and its seeds are drawn. */
export function queryTopic(query: string): LabTopic {
  const words = lineOf(query);
  if (words === undefined) throw new UsageError('empty-query', 'Give the query as one line of words.');
  return { ...bareTopic(topicIdOf(words)), query: words };
}
