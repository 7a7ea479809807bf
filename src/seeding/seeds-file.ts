import { oneLine } from '../page/one-line.js';
import type { Seed } from './seed.js';

const longestTitle = 200;

/** Lines that `--seeds` reads, of which the comments tell a person why. */
export function seedsFile(query: string | undefined, seeds: readonly Seed[]): string {
  return [
    `# Pages to start from${query === undefined ? '' : ` for: ${oneLine(query, longestTitle)}`}`,
    '# URL, score, genre. The higher the score, the earlier a page is visited. Change scores, remove lines, add your own.',
    ...seedLines(seeds),
    '',
  ].join('\n');
}

export function seedLines(seeds: readonly Seed[]): string[] {
  return seeds.map((seed) => {
    const { url, score, genre = '', title = '' } = seed;
    const why = [namedBy(seed), oneLine(title, longestTitle)].filter((part) => part !== '').join(': ');
    return `${url} ${scoreText(score)} ${genre}`.trimEnd() + (why === '' ? '' : `  # ${why}`);
  });
}

/** As in "brave 1, searxng 2"; nothing for a page that the user gave. */
export function namedBy({ found }: Seed): string {
  return found.map(({ source, rank }) => `${source} ${rank}`).join(', ');
}

/** Enough digits to keep the order of the places, and none too small to differ from 0: a person may give any. */
export function scoreText(score: number): string {
  return String(Number(score.toPrecision(4)));
}
