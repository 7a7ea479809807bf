import { columns } from '../../terminal/format.js';

/** Differences below this are not shown: parts are stored with three digits, small ones not at all. */
const smallest = 0.005;
const rest = 'other';

type Named = readonly [name: string, part: number];

/** A score that is the sum of its parts, the largest first: what each adds to it or takes away, its share, what it is. */
export function sumLines(
  value: number,
  parts: Readonly<Record<string, number>>,
  meaningOf: (name: string) => string | undefined,
): string[] {
  const told = bySize(parts);
  const left = value - told.reduce((sum, [, part]) => sum + part, 0);
  const rows = Math.abs(left) < smallest ? told : [...told, [rest, left] as const];
  return columns(
    rows.map(([name, part]) => {
      const meaning = meaningOf(name);
      return [signed(part), share(part, value), meaning === undefined ? name : `${name}: ${meaning}`];
    }),
    [0, 1],
  ).map((line) => `  ${line}`);
}

/** The same on one line: the largest parts only. */
export function sumInShort(parts: Readonly<Record<string, number>>, most = 3): string {
  const told = bySize(parts);
  if (told.length === 0) return '';
  const largest = told.slice(0, most).map(([name, part]) => `${name} ${signed(part)}`);
  return ` (${largest.join(', ')}${told.length > most ? ', …' : ''})`;
}

/** What a probability means for a person: how many of such pages are relevant. */
export function oftenInWords(probability: number): string {
  if (probability < 0.05) return 'hardly any pages with this score are relevant';
  if (probability > 0.95) return 'nearly all pages with this score are relevant';
  const [, words] = fractions.reduce((best, next) =>
    Math.abs(next[0] - probability) < Math.abs(best[0] - probability) ? next : best,
  );
  return `about ${words} pages with this score ${words.startsWith('one') ? 'is' : 'are'} relevant`;
}

const fractions: readonly (readonly [number, string])[] = [
  [1 / 10, 'one in ten'],
  [1 / 5, 'one in five'],
  [1 / 4, 'one in four'],
  [1 / 3, 'one in three'],
  [1 / 2, 'half the'],
  [2 / 3, 'two in three'],
  [3 / 4, 'three in four'],
  [4 / 5, 'four in five'],
  [9 / 10, 'nine in ten'],
];

function bySize(parts: Readonly<Record<string, number>>): readonly Named[] {
  return Object.entries(parts).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
}

function signed(part: number): string {
  return `${part < 0 ? '−' : '+'}${Math.abs(part).toFixed(2)}`;
}

function share(part: number, value: number): string {
  if (value <= 0) return '';
  return `${part < 0 ? '−' : ''}${Math.round((100 * Math.abs(part)) / value)} %`;
}
