import type { Settings } from '../config/options.js';

type TopicSettings = Pick<Settings, 'query' | 'example' | 'contentTerms' | 'queryLog' | 'model'>;

/** What the crawl goes by, in the user's own words where there are any. */
export function topicInWords({ query, example, contentTerms, queryLog, model }: TopicSettings): string {
  if (query !== undefined) return query;
  if (example.length > 0) return example.join(', ');
  if (contentTerms.length > 0) return contentTerms.join(', ');
  return queryLog === undefined ? `as trained in ${model}` : `queries of ${queryLog}`;
}
