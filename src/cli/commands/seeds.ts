import { writeFileSync } from 'node:fs';
import { seedsFor } from '../../agent/seed-finding.js';
import type { RawOptions } from '../../config/layer.js';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { UsageError } from '../../failure.js';
import type { Seed } from '../../seeding/seed.js';
import { namedBy, scoreText, seedsFile } from '../../seeding/seeds-file.js';
import { exitCodes } from '../exit-codes.js';
import { columns, counted, printable, shellWord } from '../format.js';
import { checkFree, writingTo } from '../output-file.js';
import { sourceLines, sourceRecords } from '../source-lines.js';
import { askedLines } from '../start-lines.js';
import { displayWidth, pad } from '../terminal-text.js';

export interface SeedsFlags {
  readonly list?: boolean;
  readonly count?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `osprey seeds`: what a crawl would start from, and why. */
export async function seedsCommand(query: string | undefined, flags: SeedsFlags, options: RawOptions): Promise<number> {
  const { list, out, json } = flags;
  const settings = settingsOf(list ? (query ?? 'any') : query, flags, options);
  if (list) {
    const shown = json ? JSON.stringify(sourceRecords(settings), null, 2) : sourceLines(settings).join('\n');
    process.stdout.write(`${shown}\n`);
    return exitCodes.ok;
  }
  if (out !== undefined) checkFree(out);
  const { seeds, report } = await seedsFor(settings);
  if (seeds.length === 0) throw new UsageError('no-seeds', 'What you gave names no page to start from; add --sources.');
  if (report !== undefined && !json)
    process.stderr.write(
      askedLines(report)
        .map((line) => `${line}\n`)
        .join(''),
    );
  if (out !== undefined)
    await writingTo(out, () => writeFileSync(out, seedsFile(settings.query!, seeds), { flag: 'wx' }));
  if (json) {
    const { asked = [], left = [] } = report ?? {};
    process.stdout.write(`${JSON.stringify({ seeds, asked, left }, null, 2)}\n`);
  } else {
    if (out === undefined) process.stdout.write(`${seedLines(seeds).join('\n')}\n`);
    process.stderr.write(`\n${nextStep(settings, seeds.length, out)}\n`);
  }
  return exitCodes.ok;
}

/** `--out` is no crawl's folder here. */
function settingsOf(query: string | undefined, { count }: SeedsFlags, { out: _, ...options }: RawOptions): Settings {
  if (query === undefined)
    throw new UsageError('no-query', 'Give the query: osprey seeds "what the pages should be about".');
  return settingsFrom({ flags: { ...options, query, ...(count !== undefined && { seedCount: count }) } });
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

function nextStep({ query, genre }: Settings, found: number, out: string | undefined): string {
  if (out === undefined)
    return 'Add --out seeds.txt to write them to a file that you can edit; "osprey crawl" without seeds finds them in the same way.';
  const genres = genre.length === 0 ? '' : ` --genre ${shellWord(genre.join(','))}`;
  return `Wrote ${counted(found, 'seed')} to ${out}. Change scores, remove lines or add your own, then:\n  osprey crawl ${shellWord(query!)} --seeds ${shellWord(out)}${genres}`;
}
