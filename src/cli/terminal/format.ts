import { clip, oneLine } from '../../page/one-line.js';
import { displayWidth, pad } from './terminal-text.js';

export { count, counted } from '../../counted.js';
export { bytes, moment, percent, threeDigits, twoDigits } from '../../words/figures.js';

/** Text from the web is shown on one line, without control characters: a title must not steer the terminal. */
export function printable(text: string, limit = 200): string {
  const clean = oneLine(text, limit + 1);
  return clean.length > limit ? `${clip(clean, limit - 1)}…` : clean;
}

/** 0:07, 12:30, 1:02:03. */
export function time(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Columns padded to their widest cell; the columns of `right` are right-aligned. */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, text] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(text));
  return rows.map((row) =>
    row
      .map((text, index) => pad(text, widths[index]!, right.includes(index) ? 'left' : 'right'))
      .join('  ')
      .trimEnd(),
  );
}

/** A file name as a shell takes it. */
export function shellWord(name: string): string {
  return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
