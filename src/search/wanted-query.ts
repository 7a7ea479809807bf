import { UsageError } from '../failure.js';
import { parseSearchQuery, type SearchQuery } from '../topic/search-query.js';

/** A query as it was written; one that asks for nothing is refused. */
export function wantedQuery(written: string): SearchQuery {
  const query = parseSearchQuery(written);
  if (query.wanted.length > 0) return query;
  throw new UsageError('empty-search', 'Nothing to search for: give at least one word without a minus.');
}
