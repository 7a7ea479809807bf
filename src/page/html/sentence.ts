import { MAX_CONTEXT } from '../page-limits.js';

const NEWLINE = 10;
const SPACE = 32;
const CLOSERS = '"\'’”)]»';
const WIDE_STOPS = '。！？';

/**
 * The sentence of `text` that holds `[start, end)`, anchor included: up to a sentence end or a newline on both sides,
 * at most `limit` long. Looks at no more than `limit` characters, so all sentences of a page cost linear time.
 */
export function sentenceAround(text: string, start: number, end: number, limit: number = MAX_CONTEXT): string {
  const anchorEnd = Math.min(end, start + limit);
  const spare = limit - (anchorEnd - start);
  let from = sentenceStart(text, start, Math.max(0, start - spare));
  const to = sentenceEnd(text, anchorEnd, Math.min(text.length, anchorEnd + spare));
  // Both sides may be long: the left one gives way, down to half, and whole words go.
  if (to - from > limit) from = wordStart(text, Math.max(from, start - (spare >> 1)), start);
  const cut = Math.min(to, from + limit);
  const last = cut < to ? wordEnd(text, cut, anchorEnd) : cut;
  return text.slice(from, last).replaceAll('\n', ' ').trim();
}

function sentenceStart(text: string, start: number, floor: number): number {
  for (let i = start - 1; i >= floor; i--) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE) return i + 1;
    if (code === SPACE ? endsSentence(text, i) : WIDE_STOPS.includes(text[i] as string)) return i + 1;
  }
  return floor === 0 ? 0 : wordStart(text, floor, start);
}

function sentenceEnd(text: string, end: number, ceiling: number): number {
  for (let i = end; i < ceiling; i++) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE) return i;
    if (code === SPACE && i > end && endsSentence(text, i)) return i;
    if (code > 0x3000 && WIDE_STOPS.includes(text[i] as string)) return i + 1;
  }
  return ceiling === text.length ? ceiling : wordEnd(text, ceiling, end);
}

/**
 * Whether the space at `i` stands between two sentences: after `.`, `!` or `?` (and closing quotes), before anything
 * but a small letter, and not after an initial or a one-letter abbreviation ("J. Smith", "e.g. this").
 */
function endsSentence(text: string, i: number): boolean {
  let stop = i - 1;
  while (stop > 0 && stop > i - 4 && CLOSERS.includes(text[stop] as string)) stop--;
  const mark = text[stop];
  if (mark !== '.' && mark !== '!' && mark !== '?') return false;
  const next = text.charCodeAt(i + 1);
  if (next >= 97 && next <= 122) return false;
  if (mark !== '.') return true;
  const beforeLetter = text.charCodeAt(stop - 2);
  return stop >= 2 && beforeLetter !== SPACE && beforeLetter !== NEWLINE && beforeLetter !== 46;
}

/** First start of a word at or after `from`, or `latest`. */
function wordStart(text: string, from: number, latest: number): number {
  for (let i = from; i < latest; i++) if (text.charCodeAt(i) === SPACE) return i + 1;
  return outsidePair(text, from);
}

/** Last end of a word at or before `to`, but not before `earliest`. */
function wordEnd(text: string, to: number, earliest: number): number {
  for (let i = to; i > earliest; i--) if (text.charCodeAt(i) === SPACE) return i;
  return outsidePair(text, to);
}

/** Never cut between the halves of a surrogate pair. */
function outsidePair(text: string, i: number): number {
  const code = text.charCodeAt(i);
  return code >= 0xdc00 && code <= 0xdfff ? i - 1 : i;
}
