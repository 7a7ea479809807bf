import type { PersonLabel } from '../../../labels/label-file.js';

const drawn = /^# Judged by people/;

/** A line of `labels.tsv` as the table of lines has it; `none` takes back what was said. */
export function labelLine(url: string, label: PersonLabel | 'none', at: string): string {
  return [label === 'unsure' ? `# ${url}` : url, label, at].join('\t');
}

/** The line that says where the random order began that pages were drawn in. */
export function drawnLine(randomSeed: number): string {
  return `# Judged by people with "osprey lab label", drawn with random seed ${randomSeed}.`;
}

/** `labels.tsv` from all lines ever added: the last one of each page counts. */
export function labelFile(lines: readonly string[]): string {
  const last = new Map<string, string>();
  let head = '# Judged by people.';
  for (const line of lines) {
    const [page = '', label] = line.split('\t');
    if (drawn.test(line)) head = line;
    else if (label === 'none') last.delete(page);
    else last.set(page.replace(/^# /, ''), line);
  }
  return [head, 'url\tlabels\tjudged', ...last.values(), ''].join('\n');
}
