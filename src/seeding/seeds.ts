import { readFileSync } from 'node:fs';
import type { Settings } from '../config/options.js';
import { messageOf, UsageError } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import { canonicalUrl } from '../url/canonical-url.js';
import type { Seed } from './seed.js';
import { type SeedGenre, seedGenres } from './seed-source.js';

/** Of a file that is no list of seeds at all, nobody wants to read every line. */
const mostShown = 10;

const flag = '--seed';

interface Line {
  readonly written: string;
  /** As messages name it. */
  readonly where: string;
}

/**
 * The seeds that the user gave, without repeats: `--seed`, then the lines of `--seeds`, which are `URL [score] [genre]` with white
 * space between. What is named with `--seed` has the score 1, whatever a line says; lines that say different things of one page are
 * wrong. All wrong lines are reported at once.
 */
export function readSeeds({ seed, seeds: files }: Pick<Settings, 'seed' | 'seeds'>): Seed[] {
  const seeds = new Map<string, { readonly read: Seed; readonly where: string }>();
  const wrong: string[] = [];
  for (const { written, where } of [...seed.map((url) => ({ written: url, where: flag })), ...files.flatMap(linesOf)]) {
    const read = seedOf(written);
    const first = typeof read === 'string' ? undefined : seeds.get(read.url);
    if (typeof read === 'string') wrong.push(`${where}: ${read}`);
    else if (first === undefined) seeds.set(read.url, { read, where });
    else if (first.where !== flag && worthOf(read) !== worthOf(first.read))
      wrong.push(`${where}: ${read.url} has ${worthOf(read)}, but ${worthOf(first.read)} in ${first.where}`);
  }
  if (wrong.length > 0) throw badSeeds(wrong);
  return [...seeds.values()].map(({ read }) => read);
}

function worthOf({ score, genre }: Seed): string {
  return `score ${score}${genre === undefined ? '' : ` and genre ${genre}`}`;
}

/** What a line says, or what is wrong with it. */
function seedOf(line: string): Seed | string {
  const [written = '', ...rest] = line.split(/\s+/);
  const url = canonicalUrl(written);
  if (url === undefined) return `${oneLine(written, 200)} is not an http or https URL`;
  const score = scoreOf(rest[0]);
  const genre = genreOf(rest[score === undefined ? 0 : 1]);
  const read = (score === undefined ? 0 : 1) + (genre === undefined ? 0 : 1);
  if (read < rest.length) return `${oneLine(rest.slice(read).join(' '), 200)} is no ${expected(score, genre)}`;
  return { url, score: score ?? 1, ...(genre !== undefined && { genre }), found: [] };
}

function expected(score: number | undefined, genre: SeedGenre | undefined): string {
  if (genre !== undefined) return 'part of a seed: a line is URL, score, genre';
  const genres = `genre (${seedGenres.join(', ')})`;
  return score === undefined ? `score above 0 and no ${genres}` : genres;
}

function scoreOf(written = ''): number | undefined {
  if (!/^\+?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written)) return undefined;
  const score = Number(written);
  return score > 0 && Number.isFinite(score) ? score : undefined;
}

function genreOf(written = ''): SeedGenre | undefined {
  return seedGenres.find((genre) => genre === written.toLowerCase());
}

function badSeeds(wrong: readonly string[]): UsageError {
  const more = wrong.length > mostShown ? [`… and ${wrong.length - mostShown} more`] : [];
  const lines = [...wrong.slice(0, mostShown), ...more].map((line) => `  ${line}`);
  return new UsageError('bad-seeds', `Correct or remove these seeds:\n${lines.join('\n')}`, {
    wrong: wrong.slice(0, 100),
  });
}

/** Those that say something. */
function linesOf(file: string): Line[] {
  return textOf(file)
    .split(/\r?\n/)
    .map((line, index) => ({ written: line.replace(/(^|\s)#.*$/, '').trim(), where: `${file}:${index + 1}` }))
    .filter(({ written }) => written !== '');
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (thrown) {
    throw new UsageError('no-seeds-file', `The seeds file cannot be read: ${messageOf(thrown)}.`, { file });
  }
}
