/** Scripts that are written without spaces between words, and Korean, whose words carry their particles. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;
/** Below it no such script begins. */
const mayBeUnspaced = /[\u0e00-\u{10ffff}]/u;
/** Separates tokens and is never drawn; no text of a page holds it. */
const seam = '\u200b';

/**
 * A text as it is indexed and looked for: accents joined to their letters, and every character of an unspaced script a
 * word of its own, so that a word of such a script is found as the phrase of its characters.
 */
export function searchText(text: string): string {
  const joined = text.normalize('NFC');
  return mayBeUnspaced.test(joined) ? joined.replace(unspaced, `${seam}$&${seam}`) : joined;
}

/** What people see of an indexed text. */
export function readableText(indexed: string): string {
  return indexed.replaceAll(seam, '');
}

/** How SQLite finds words. Those of English are compared by their stems (Porter). */
export function tokenizerFor(language: string): string {
  const words = "unicode61 remove_diacritics 2 categories 'L* N* M* Co'";
  return language === 'en' ? `porter ${words}` : words;
}
