import { kindAt, MARK } from './character-kinds.js';

/**
 * Marks that only decorate a letter: accents, Hebrew and Arabic points, variation selectors. The breve of Cyrillic й
 * stays. Marks of Indic, Thai and kindred scripts are vowels; they are part of the word.
 */
const ACCENTS = new RegExp(
  [
    '(?<!и)\\u0306',
    '[\\u0300-\\u0305\\u0307-\\u036f\\u0483-\\u0489]',
    '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]',
    '[\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]',
    '[\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe00-\\ufe0f\\ufe20-\\ufe2f]',
  ].join('|'),
  'g',
);
/** Soft hyphen, tatweel and joiners: invisible or decorative inside a word. */
const JOINERS = /\u00ad|\u0640|\u200c|\u200d|\u2060/g;
const MOST_MARKS = 8;
const LONG_RUN_OF_MARKS = /(\p{M}{8})\p{M}+/gu;

/**
 * Lower case without accents: NFKD, accents removed, then NFC, which puts Hangul syllables and voiced kana together
 * again. Cyrillic й stays, since it is a letter of its own that Russian stems depend on (ё becomes е); final and other
 * sigma are one. Runs of more than eight marks are cut first: canonical reordering takes quadratic time on them.
 */
export function fold(text: string): string {
  const joined = text.replace(JOINERS, '');
  return (hasLongRunOfMarks(joined) ? joined.replace(LONG_RUN_OF_MARKS, '$1') : joined)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(ACCENTS, '')
    .normalize('NFC');
}

function hasLongRunOfMarks(text: string): boolean {
  if (text.length <= MOST_MARKS) return false;
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // The second half of a pair is no character of its own, and belongs to the run of the first.
    if (unit >= 0xdc00 && unit < 0xe000) continue;
    run = unit >= 0x300 && kindAt(text, i) & MARK ? run + 1 : 0;
    if (run > MOST_MARKS) return true;
  }
  return false;
}
