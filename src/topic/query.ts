/** A query as a person types it: words, and phrases between double quotes. */
export interface Query {
  readonly words: string;
  /** Their words count too. */
  readonly phrases: readonly string[];
}

export function parseQuery(text: string): Query {
  const phrases = [...text.matchAll(/["“”]([^"“”]+)["“”]/g)]
    .map((match) => match[1]!.trim())
    .filter((phrase) => phrase !== '');
  return { words: text.replace(/["“”]/g, ' '), phrases };
}
