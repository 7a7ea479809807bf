import { DatabaseSync } from '@photostructure/sqlite';
import { urlWords } from '../text/url-words.js';
import { readableText, searchText, tokenizerFor } from './search-text.js';

/** What stands around a match: characters for private use, which are taken out of pages that hold them. */
export const matchStart = '\ue000';
export const matchEnd = '\ue001';
const marks = /[\ue000\ue001]/g;

export interface Snippet {
  readonly title: string;
  /** '' where the page has no text. */
  readonly text: string;
}

const words = 32;

/**
 * Title and most telling stretch of text of each page, with the matches marked. The index holds no texts, so the few pages
 * that are shown are indexed once more, in memory, for SQLite to find the words as it did before.
 */
export function snippets(
  expression: string,
  language: string,
  pages: readonly { readonly title: string; readonly text: string; readonly url: string }[],
): Snippet[] {
  const db = new DatabaseSync(':memory:');
  try {
    db.exec(`CREATE VIRTUAL TABLE page USING fts5(title, text, url, tokenize="${tokenizerFor(language)}")`);
    const insert = db.prepare('INSERT INTO page (rowid, title, text, url) VALUES (?, ?, ?, ?)');
    const unmarked = (text: string) => searchText(text.replace(marks, ''));
    for (const [index, { title, text, url }] of pages.entries())
      insert.run(index, unmarked(title), unmarked(text), unmarked(urlWords(url)));
    const marked = db.prepare(`
      SELECT rowid, highlight(page, 0, ?1, ?2) AS title, snippet(page, 1, ?1, ?2, '…', ${words}) AS text FROM page WHERE page MATCH ?3`);
    const found = marked.all(matchStart, matchEnd, expression) as unknown as (Snippet & { rowid: number })[];
    const byPage = new Map(found.map((row) => [row.rowid, row]));
    // A page whose text is gone since it was indexed may no longer match.
    return pages.map(({ title }, index) => {
      const { title: markedTitle = title, text = '' } = byPage.get(index) ?? {};
      return { title: readableText(markedTitle), text: readableText(text) };
    });
  } finally {
    db.close();
  }
}
