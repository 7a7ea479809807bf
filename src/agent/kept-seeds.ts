import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../config/options.js';
import { UsageError } from '../failure.js';
import type { Seed } from '../seeding/seed.js';
import { readSeeds } from '../seeding/seeds.js';
import { seedsFile } from '../seeding/seeds-file.js';
import { seedsName } from '../store/crawl-folder.js';

/** Somebody's own list in the folder of a new crawl is not overwritten. */
export function refuseOtherSeeds(folder: string): void {
  const file = path.join(folder, seedsName);
  if (!existsSync(file)) return;
  throw new UsageError(
    'seeds-file-taken',
    `${file} exists, where the crawl would keep the seeds that it found; choose another folder with --out.`,
    { file },
  );
}

/** Keeps what sources gave, for people to see and reuse, and for a crawl that is killed before it has its seeds. */
export function keepSeeds(folder: string, query: string, seeds: readonly Seed[]): void {
  writeFileSync(path.join(folder, seedsName), seedsFile(query, seeds));
}

/** The seeds that were kept, those that the user gave first; undefined where no source was asked. */
export function keptSeeds(settings: Pick<Settings, 'out' | 'seed' | 'seeds'>): Seed[] | undefined {
  const file = path.join(settings.out!, seedsName);
  if (!existsSync(file)) return undefined;
  const given = readSeeds(settings);
  const urls = new Set(given.map(({ url }) => url));
  const found = readSeeds({ seed: [], seeds: file })
    .filter(({ url }) => !urls.has(url))
    // Who named them is told in comments only; that it was not the user must not be forgotten.
    .map((seed, index) => ({ ...seed, found: [{ source: seedsName, genre: seed.genre ?? 'web', rank: index + 1 }] }));
  return [...given, ...found];
}
