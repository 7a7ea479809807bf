import { readFileSync } from 'node:fs';
import type { Settings } from '../config/options.js';
import { messageOf, UsageError } from '../failure.js';
import { canonicalUrl } from '../page/canonical-url.js';
import { oneLine } from '../page/one-line.js';

/** Of a file that is no list of seeds at all, nobody wants to read every line. */
const mostShown = 10;

/**
 * The URLs to start from, in canonical form, without repeats: `--seed` and the lines of `--seeds`. All wrong lines are
 * reported at once.
 */
export function readSeeds({ seed, seeds: file }: Pick<Settings, 'seed' | 'seeds'>): string[] {
  const urls = new Set<string>();
  const wrong: string[] = [];
  const take = (written: string, where: string) => {
    const url = canonicalUrl(written);
    if (url === undefined) wrong.push(`${where}: ${oneLine(written, 200)} is not an http or https URL`);
    else urls.add(url);
  };
  for (const written of seed) take(written, '--seed');
  if (file !== undefined) {
    for (const [index, line] of linesOf(file).entries()) {
      const written = line.replace(/(^|\s)#.*$/, '').trim();
      if (written !== '') take(written, `${file}:${index + 1}`);
    }
  }
  const shown =
    wrong.length > mostShown ? [...wrong.slice(0, mostShown), `… and ${wrong.length - mostShown} more`] : wrong;
  if (wrong.length > 0)
    throw new UsageError(
      'bad-seeds',
      `Correct or remove these seeds:\n${shown.map((line) => `  ${line}`).join('\n')}`,
      { wrong: wrong.slice(0, 100) },
    );
  return [...urls];
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/);
  } catch (thrown) {
    throw new UsageError('no-seeds-file', `The seeds file cannot be read: ${messageOf(thrown)}.`, { file });
  }
}
