import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RawOptions } from '../config/layer.js';
import { flagOf } from '../config/option.js';
import type { OptionKey, Settings } from '../config/options.js';
import { settingsFrom } from '../config/settings.js';
import { UsageError } from '../failure.js';
import { asksSources } from '../seeding/asks-sources.js';
import { readCrawlConfig } from '../store/crawl-folder.js';
import { assertNamed } from '../strategy/strategy-file.js';
import { withoutSeedGenres } from '../strategy/strategy-inputs.js';
import { withNamedInputs } from './named-inputs.js';
import { settledKeys, topicKeys } from './settled-keys.js';

/** How a crawl is resumed. */
export interface ResumedSettings {
  readonly settings: Settings;
  /** As they were. */
  readonly previous: Settings;
  /** For finding the seeds that come on top of those that the crawl began with; undefined where there are none. */
  readonly starts?: Settings;
}

const startKeys = ['seed', 'seeds', 'sources', 'sitemap', 'feed', 'fromCrawl'] as const;

/** The settings of the crawl in a folder, with changes, which come from flags or from a program. Throws where they cannot be changed. */
export async function resumedSettings(
  folder: string,
  changes: RawOptions,
  source: 'flags' | 'options',
): Promise<ResumedSettings> {
  const file = readCrawlConfig(folder);
  const out = path.resolve(folder);
  const previous = { ...settingsFrom({ file }), out };
  const given = withNamedInputs(settingsFrom({ file, [source]: changes }), changes);
  refuseOther(
    settledKeys.filter((key) => changes[key] !== undefined && !isDeepStrictEqual(given[key], previous[key])),
    folder,
  );
  assertNamed(given.strategy, changes.strategy);
  const changed = {
    ...given,
    out,
    seed: union(previous.seed, given.seed),
    seeds: union(previous.seeds, given.seeds),
    blockHosts: union(previous.blockHosts, given.blockHosts),
  };
  const settings = asksSources(previous) && !asksSources(changed) ? await withoutSeedGenres(changed) : changed;
  const starts = startsOf(given, changes);
  return { settings, previous, ...(starts && { starts }) };
}

/** What was settled when the crawl began. */
function refuseOther(keys: readonly OptionKey[], folder: string): void {
  if (keys.length === 0) return;
  const isOfTopic = keys.some((key) => topicKeys.includes(key));
  const instead = isOfTopic ? `, or score the pages again with: osprey rejudge ${folder}` : '';
  throw new UsageError(
    'settled',
    `Cannot be changed after the start of a crawl: ${keys.map(flagOf).join(', ')}. Leave it out${instead}.`,
    { keys },
  );
}

/** What is named as a start now comes on top of what the crawl began with; all else is as it was. */
function startsOf(given: Settings, changes: RawOptions): Settings | undefined {
  const now = Object.fromEntries(startKeys.map((key) => [key, changes[key] === undefined ? [] : given[key]]));
  return startKeys.every((key) => now[key]!.length === 0) ? undefined : { ...given, ...now };
}

/** Seeds and blocked hosts given on resume come on top of the crawl's own. */
function union<T>(before: readonly T[], more: readonly T[]): T[] {
  return [...new Set([...before, ...more])];
}
