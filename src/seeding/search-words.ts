import type { SeedRequest } from './seed-source.js';

/**
 * A request as people type it into a search engine. None has a category of blogs that all of its users could ask for: they are found by
 * the word, which most languages share.
 */
export function searchWords({ query, genre, site }: SeedRequest): string {
  return [query, ...(genre === 'blogs' ? ['blog'] : []), ...(site === undefined ? [] : [`site:${site}`])].join(' ');
}
