import { type Piece, type SearchQuery, wordsOf } from '../topic/search-query.js';
import { searchText } from './search-text.js';

/** A longer query is cut: nobody reads it, and the index need not. */
const mostPieces = 64;

/**
 * The query in the language of FTS5, where every page has all that is wanted, or with `any` all of its phrases and at
 * least one of its words. Only letters, digits and marks of the query get into it, always between quotes, so nothing that
 * is typed can be taken for syntax. Undefined when nothing is wanted.
 */
export function matchExpression({ wanted, unwanted }: SearchQuery, any = false): string | undefined {
  const kept = wanted.slice(0, mostPieces);
  const parts = kept.filter(({ quoted }) => quoted || !any).map(string);
  const words = any ? kept.filter(({ quoted }) => !quoted).map(string) : [];
  if (words.length > 0) parts.push(`(${words.join(' OR ')})`);
  if (parts.length === 0) return undefined;
  const without = unwanted.slice(0, mostPieces).map(string);
  return `(${parts.join(' AND ')})${without.length > 0 ? ` NOT (${without.join(' OR ')})` : ''}`;
}

function string(piece: Piece): string {
  return `"${searchText(wordsOf(piece))}"`;
}
