import { UsageError } from '../../failure.js';
import type { ReadOptions } from '../../reading/read-page.js';
import { parseQuery } from '../../topic/query.js';
import { Topic } from '../../topic/topic.js';
import type { LabTopic } from '../topics/lab-topic.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import { exemplarsOf } from './exemplars.js';
import type { PageSimilarities } from './similarities.js';
import type { Truth } from './truth.js';

/** How the pages of the web were read. */
type Reading = Pick<ReadOptions, 'language' | 'stem'>;

/**
 * The truth of Pappas et al. 2012: a page is relevant if it contains the query, that is all its terms, as stems and without stop words.
 * The pages of a recorded web are read for all topics at once, so phrases are not marked in them: one in quotation
 * marks counts where all its words are there. Words that are not meant (`not`) are advice to a crawler and decide nothing here.
 */
export function queryTruth(web: RecordedWeb, similarities: PageSimilarities, reading: Reading): Truth {
  return {
    kind: 'query',
    labels: [],
    of(topic) {
      const relevant = similarities.terms.containing(termsOf(topic, reading));
      if (!relevant.includes(1)) {
        const message = `No page of the web ${web.name} has all words of the query "${topic.query}"; ask with fewer or others.`;
        throw new UsageError('query-without-pages', message, { topic: topic.id });
      }
      return {
        relevance: Float64Array.from(relevant),
        relevant,
        similarity: similarities.highest(exemplarsOf(web, topic, relevant)),
      };
    },
  };
}

function termsOf({ id, query }: LabTopic, { language, stem }: Reading): Uint32Array {
  if (query === undefined) {
    const message = `The topic ${id} has no query; give it one, or labels or examples to judge by.`;
    throw new UsageError('topic-without-query', message, { topic: id });
  }
  const { words } = parseQuery(query);
  return Topic.from({ query: words, not: [], notMinimum: 1, notRule: 'lower', language, stem, idf: 'one' }, []).query
    .ids;
}
