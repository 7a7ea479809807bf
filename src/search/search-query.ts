import { searchText } from './search-text.js';

/** What a person typed: words and "quoted phrases" that a page must have, and those behind a minus that it must not have. */
export interface SearchQuery {
  readonly wanted: readonly Piece[];
  readonly unwanted: readonly Piece[];
}

export interface Piece {
  readonly text: string;
  /** It was quoted: its words must follow one another. */
  readonly quoted: boolean;
}

const pieces = /((?<=^|\s)-)?(?:["“”]([^"“”]+)["“”]|([^\s"“”]+))/gu;

/** Understands any text: whatever is not a phrase between quotes or a word behind a minus is a word as it stands. */
export function parseSearchQuery(text: string): SearchQuery {
  const found: { wanted: Piece[]; unwanted: Piece[] } = { wanted: [], unwanted: [] };
  for (const [, minus, phrase, word] of text.matchAll(pieces)) {
    const piece = { text: phrase?.trim() ?? word!, quoted: phrase !== undefined };
    if (wordsOf(piece) !== '') found[minus === undefined ? 'wanted' : 'unwanted'].push(piece);
  }
  return found;
}

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

function wordsOf({ text }: Piece): string {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).join(' ');
}
