import { nearest } from '../config/nearest.js';
import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import { oneLine } from '../page/one-line.js';
import type { SeedSource } from './seed-source.js';
import { keysOf, seedSources } from './sources.js';

/** A misspelt name would be a source that is silently not asked, or a key that is never used. */
export function checkSourceNames(
  { sources: named, sourceUrl, sourceKey }: Pick<Settings, 'sources' | 'sourceUrl' | 'sourceKey'>,
  sources: readonly SeedSource[] = seedSources,
): void {
  const names = sources.map(({ name }) => name);
  const keys = sources.flatMap((source) => {
    const own = keysOf(source).map(({ name }) => `${source.name}.${name}`);
    return own.length === 0 ? [] : [source.name, ...own];
  });
  const known = [
    ['--sources', named, names],
    ['--source-url', sourceUrl.keys(), names],
    ['--source-key', sourceKey.keys(), keys],
  ] as const;
  for (const [flag, given, allowed] of known) {
    for (const name of given) {
      if (allowed.includes(name)) continue;
      const guess = nearest(name, allowed);
      throw new UsageError(
        'unknown-source',
        `${flag}: there is no "${oneLine(name, 40)}"${guess === undefined ? '.' : `; did you mean "${guess}"?`} Known are ${allowed.join(', ')}.`,
        { flag, name },
      );
    }
  }
}
