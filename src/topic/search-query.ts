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

/** The words of a piece, without what stands between and around them. */
export function wordsOf({ text }: Piece): string {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).join(' ');
}
