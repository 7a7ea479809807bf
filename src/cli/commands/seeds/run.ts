import { writeFileSync } from 'node:fs';
import type { RawOptions } from '../../../config/layer.js';
import type { Settings } from '../../../config/options.js';
import { settingsFrom } from '../../../config/settings.js';
import { seedsFor } from '../../../crawl/seeds/seed-finding.js';
import { UsageError } from '../../../failure.js';
import { asksSources, refuseUnasked } from '../../../seeding/asks-sources.js';
import type { Seed } from '../../../seeding/seed.js';
import { namedBy, scoreText, seedsFile } from '../../../seeding/seeds-file.js';
import { checkSourceNames } from '../../../seeding/source-names.js';
import { exitCodes } from '../../exit-codes.js';
import { columns, counted, printable, shellWord } from '../../terminal/format.js';
import { checkFree, writingTo } from '../../terminal/output-file.js';
import { displayWidth, pad } from '../../terminal/terminal-text.js';
import { SeedSearch } from './seed-search.js';
import { sourceLines, sourceRecords } from './source-lines.js';
import { askedLines, chosenWords } from './start-lines.js';

export interface SeedsFlags {
  readonly list?: boolean;
  readonly count?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `osprey seeds`: what a crawl would start from, and why. */
export async function seedsCommand(query: string | undefined, flags: SeedsFlags, options: RawOptions): Promise<number> {
  const { list, out, json } = flags;
  const settings = settingsOf(query, flags, options);
  if (list) {
    checkSourceNames(settings);
    const shown = json ? JSON.stringify(sourceRecords(settings), null, 2) : sourceLines(settings).join('\n');
    process.stdout.write(`${shown}\n`);
    return exitCodes.ok;
  }
  if (query === undefined && asksSources(settings))
    throw new UsageError('no-query', 'A query is needed: osprey seeds "what the pages should be about".');
  refuseUnasked(settings, options);
  if (out !== undefined) checkFree(out);
  const search = json ? undefined : new SeedSearch(settings);
  const { seeds, report } = await seedsFor(settings, { ...(search && { onSeeking: search.onWaiting }) }).finally(() =>
    search?.end(),
  );
  if (seeds.length === 0)
    throw new UsageError('no-seeds', `${settings.seeds.join(', ')} has no seeds; add some, or use --sources.`);
  if (out !== undefined)
    await writingTo(out, () => writeFileSync(out, seedsFile(settings.query, seeds), { flag: 'wx' }));
  if (json) {
    const { found = 0, asked = [], left = [] } = report ?? {};
    process.stdout.write(`${JSON.stringify({ seeds, found, asked, skipped: left }, null, 2)}\n`);
    return exitCodes.ok;
  }
  const told = report === undefined ? [] : askedLines(report);
  process.stderr.write(told.map((line) => `${line}\n`).join(''));
  if (out === undefined) process.stdout.write(`${seedLines(seeds).join('\n')}\n`);
  const chosen = report === undefined ? '' : chosenWords(report, seeds);
  process.stderr.write(`\n${nextStep(settings, `${counted(seeds.length, 'seed')}${chosen}`, out)}\n`);
  return exitCodes.ok;
}

/** `--out` is no crawl's folder here. The query of a crawl is needed only where sources are asked with it. */
function settingsOf(query: string | undefined, { count }: SeedsFlags, { out: _, ...options }: RawOptions): Settings {
  const flags = { ...options, query: query ?? 'any', ...(count !== undefined && { seedCount: count }) };
  const { query: words, ...settings } = settingsFrom({ flags });
  return query === undefined ? settings : { ...settings, query: words! };
}

/** Two lines a page: what it is worth and where it is; who says so, and its title. */
function seedLines(seeds: readonly Seed[]): string[] {
  const heads = columns(seeds.map(({ score, genre = '' }) => [scoreText(score), genre]));
  const margin = Math.max(...heads.map(displayWidth)) + 2;
  return seeds.flatMap((seed, index) => {
    const title = seed.title === undefined ? '' : ` · ${printable(seed.title)}`;
    return [
      `${pad(heads[index]!, margin)}${printable(seed.url, 2_100)}`,
      `${pad('', margin)}${namedBy(seed) || 'given'}${title}`,
    ];
  });
}

function nextStep({ query = 'QUERY', genre }: Settings, seeds: string, out: string | undefined): string {
  if (out === undefined)
    return `${seeds}. --out seeds.txt writes them to a file for editing; "osprey crawl" with the same query and options uses them.`;
  const genres = genre.length === 0 ? '' : ` --genre ${shellWord(genre.join(','))}`;
  return `Wrote ${seeds} to ${out}. Edit the file, then:\n  osprey crawl ${shellWord(query)} --seeds ${shellWord(out)}${genres}`;
}
