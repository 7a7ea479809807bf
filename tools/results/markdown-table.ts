/** A table of Markdown; the first column holds words, the others numbers. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|---|${headings
    .slice(1)
    .map(() => '--:|')
    .join('')}`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

export function bullets(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join('\n');
}

/** A difference with its sign: +0.012, −0.004. */
export function signed(difference: number, digits = 3): string {
  const size = Math.abs(difference).toFixed(digits);
  if (Number(size) === 0) return size;
  return `${difference < 0 ? '−' : '+'}${size}`;
}
