const FURTHEST = 240;

/** The sentence of `text` that holds the characters from `start` to `end`, at most 240 further on either side. */
export function sentenceAround(text: string, start: number, end: number): string {
  let from = start;
  const first = Math.max(0, start - FURTHEST);
  while (from > first && !endsSentence(text, from - 2)) from--;
  let to = end;
  const last = Math.min(text.length, end + FURTHEST);
  while (to < last && !endsSentence(text, to - 1)) to++;
  return text.slice(from, to).trim();
}

/** A full stop, question or exclamation mark at `index`, followed by a space. */
function endsSentence(text: string, index: number): boolean {
  const mark = text.charCodeAt(index);
  return (mark === 46 || mark === 63 || mark === 33) && text.charCodeAt(index + 1) === 32;
}
