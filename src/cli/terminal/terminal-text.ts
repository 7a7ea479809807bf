const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that terminals draw two cells wide (UAX 11, East Asian Wide and Fullwidth; emoji). */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\ufe0f|\p{Emoji_Presentation}/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const plain = /^[\x20-\x7e]*$/;

/** Cells of a terminal that the text takes. For short texts without control characters. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += cells(segment);
  return width;
}

/** The text in at most `width` cells, with an ellipsis where it is cut. */
export function fit(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let left = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= cells(segment);
    if (left < 0) break;
    kept += segment;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

export function pad(text: string, width: number, side: 'left' | 'right' = 'right'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return side === 'right' ? text + space : space + text;
}

/** The parts in as few lines as the width allows, in order; none is broken. */
export function flow(parts: readonly string[], width: number, gap: string): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length === 0 ? part : `${lines.at(-1)}${gap}${part}`;
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** A text in lines of words. */
export function wrapped(text: string, width: number): string[] {
  return flow(text.split(' '), width, ' ');
}

/** Columns of a terminal, of which some say that they have none; no limit for what is no terminal. */
export function widthOf({ isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return isTTY ? columns || usualWidth : Number.POSITIVE_INFINITY;
}

export const usualWidth = 80;

/** What stands around words to be seen at once: bold on a terminal, else quotation marks. */
export function marksFor({ isTTY }: { readonly isTTY?: boolean }): { readonly open: string; readonly shut: string } {
  const bold = isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return bold ? { open: '\u001b[1m', shut: '\u001b[22m' } : plainMarks;
}

export const plainMarks = { open: '«', shut: '»' } as const;

function cells(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}
