import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../config/options.js';
import { UsageError } from '../../failure.js';
import { asksSources, hasLists } from '../../seeding/asks-sources.js';
import type { Seed } from '../../seeding/seed.js';
import { readSeeds } from '../../seeding/seeds.js';
import { seedLines, seedsFile } from '../../seeding/seeds-file.js';
import { seedsName } from '../../store/crawl-folder.js';

/** Somebody's own list in the folder of a new crawl is not overwritten by one that will look for seeds. */
export function refuseOtherSeeds(folder: string, settings: Settings): void {
  const file = path.join(folder, seedsName);
  if (!existsSync(file) || !(asksSources(settings) || hasLists(settings))) return;
  throw new UsageError(
    'seeds-file-taken',
    `${file} already exists, and the crawl would save its seeds there; choose another folder with --out.`,
    { file },
  );
}

/** Tells the crawl's own list from somebody's that lies in its folder. */
const ownMark = '# Kept by the crawl in this folder.';

/** Keeps what sources and lists gave, for people to see and reuse, and for a crawl that is killed before it has its seeds. */
export function keepSeeds(folder: string, query: string | undefined, seeds: readonly Seed[]): void {
  writeFileSync(path.join(folder, seedsName), `${ownMark}\n${seedsFile(query, seeds)}`);
}

/** Adds seeds that came later to the list that the crawl keeps; it begins one when some of them were found. */
export function keepMoreSeeds(folder: string, query: string | undefined, seeds: readonly Seed[]): void {
  const file = path.join(folder, seedsName);
  if (!existsSync(file) && seeds.some(({ found }) => found.length > 0)) keepSeeds(folder, query, []);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!text.startsWith(ownMark)) return;
  const known = new Set(text.split('\n').map((line) => line.split(/\s/, 1)[0]));
  const lines = seedLines(seeds.filter(({ url }) => !known.has(url)));
  if (lines.length === 0) return;
  const start = text.endsWith('\n') ? '' : '\n';
  appendFileSync(file, start + ['# Added when the crawl went on:', ...lines, ''].join('\n'));
}

/** The seeds that were kept, those that the user gave first; undefined where none were looked for. */
export function keptSeeds(settings: Pick<Settings, 'out' | 'seed' | 'seeds'>): Seed[] | undefined {
  const file = path.join(settings.out!, seedsName);
  if (!existsSync(file)) return undefined;
  const given = readSeeds(settings);
  const urls = new Set(given.map(({ url }) => url));
  const found = readSeeds({ seed: [], seeds: [file] })
    .filter(({ url }) => !urls.has(url))
    // The source is only in comments; that it was not the user must not be lost.
    .map((seed, index) => ({ ...seed, found: [{ source: seedsName, genre: seed.genre ?? 'web', rank: index + 1 }] }));
  return [...given, ...found];
}
