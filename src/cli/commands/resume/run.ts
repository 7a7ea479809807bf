import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RawOptions } from '../../../config/layer.js';
import { flagOf } from '../../../config/option.js';
import type { OptionKey, Settings } from '../../../config/options.js';
import { settingsFrom } from '../../../config/settings.js';
import { Crawl } from '../../../crawl/crawl.js';
import { seedsFor } from '../../../crawl/seeds/seed-finding.js';
import { UsageError } from '../../../failure.js';
import { asksSources } from '../../../seeding/asks-sources.js';
import type { Seed } from '../../../seeding/seed.js';
import { readCrawlConfig } from '../../../store/crawl-folder.js';
import { assertNamed } from '../../../strategy/strategy-file.js';
import { withoutSeedGenres } from '../../../strategy/strategy-inputs.js';
import { counted, shellWord } from '../../terminal/format.js';
import { indexingProgress } from '../../terminal/indexing-progress.js';
import { finishCrawl } from '../crawl/run.js';
import type { RunFlags } from '../crawl/run-crawl.js';
import { SeedSearch } from '../seeds/seed-search.js';
import { askedLines, chosenWords } from '../seeds/start-lines.js';
import { settledKeys, topicKeys } from './settled-keys.js';

/** `osprey resume`: goes on with a crawl, under changed settings where flags say so, but for those that are settled. */
export async function resumeCommand(
  folder: string,
  flags: RawOptions,
  run: RunFlags & { readonly keepPaused?: boolean },
): Promise<number> {
  const file = readCrawlConfig(folder);
  const out = path.resolve(folder);
  const previous = { ...settingsFrom({ file }), out };
  const given = settingsFrom({ file, flags });
  const others = settledKeys.filter((key) => flags[key] !== undefined && !isDeepStrictEqual(given[key], previous[key]));
  refuseOther(others, folder);
  assertNamed(given.strategy, flags.strategy);
  const changed = {
    ...given,
    out,
    seed: union(previous.seed, given.seed),
    seeds: union(previous.seeds, given.seeds),
    blockHosts: union(previous.blockHosts, given.blockHosts),
  };
  const settings = asksSources(previous) && !asksSources(changed) ? await withoutSeedGenres(changed) : changed;
  const newSeeds = await moreSeeds(given, flags, run);
  const crawl = await Crawl.resume(settings, previous, newSeeds, {
    onIndexing: indexingProgress(run),
    keepPaused: run.keepPaused ?? false,
  });
  return finishCrawl(crawl, run);
}

/** What was settled when the crawl began. */
function refuseOther(keys: readonly OptionKey[], folder: string): void {
  if (keys.length === 0) return;
  const isOfTopic = keys.some((key) => topicKeys.includes(key));
  const instead = isOfTopic ? `, or judge its pages anew with: osprey rejudge ${shellWord(folder)}` : '';
  throw new UsageError(
    'settled',
    `What was settled when the crawl began stays as it was: leave out ${keys.map(flagOf).join(', ')}${instead}.`,
    { keys },
  );
}

const startKeys = ['seed', 'seeds', 'sources', 'sitemap', 'feed', 'fromCrawl'] as const;

/** What the flags name as starts comes on top of what the crawl began with; all else that it names is as it was. */
async function moreSeeds(given: Settings, flags: RawOptions, { quiet, json }: RunFlags): Promise<readonly Seed[]> {
  const now = Object.fromEntries(startKeys.map((key) => [key, flags[key] === undefined ? [] : given[key]]));
  if (startKeys.every((key) => now[key]!.length === 0)) return [];
  const settings = { ...given, ...now };
  const search = quiet || json ? undefined : new SeedSearch(settings);
  const { seeds, report } = await seedsFor(settings, undefined, search?.onWaiting).finally(() => search?.end());
  if (search !== undefined && report !== undefined) {
    const lines = [...askedLines(report), `Adding ${counted(seeds.length, 'seed')}${chosenWords(report, seeds)}`];
    process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  }
  return seeds;
}

/** Seeds and blocked hosts given on resume come on top of the crawl's own. */
function union<T>(before: readonly T[], more: readonly T[]): T[] {
  return [...new Set([...before, ...more])];
}
