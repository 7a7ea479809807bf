import path from 'node:path';
import { Crawl } from '../../agent/crawl.js';
import { seedsFor } from '../../agent/seed-finding.js';
import type { RawOptions } from '../../config/layer.js';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { asksSources } from '../../seeding/asks-sources.js';
import { readCrawlConfig } from '../../store/crawl-folder.js';
import { withoutSeedGenres } from '../../strategy/strategy-inputs.js';
import { indexingProgress } from '../indexing-progress.js';
import type { RunFlags } from '../run-crawl.js';
import { askedLines } from '../start-lines.js';
import { finishCrawl } from './crawl.js';

/** `osprey resume`: goes on with a crawl, under changed settings where flags say so. */
export async function resumeCommand(folder: string, flags: RawOptions, run: RunFlags): Promise<number> {
  const file = readCrawlConfig(folder);
  const out = path.resolve(folder);
  const previous = { ...settingsFrom({ file }), out };
  const given = settingsFrom({ file, flags });
  const changed = {
    ...given,
    out,
    seed: union(previous.seed, given.seed),
    blockHosts: union(previous.blockHosts, given.blockHosts),
  };
  const settings = asksSources(previous) && !asksSources(changed) ? await withoutSeedGenres(changed) : changed;
  const { seeds: newSeeds, report } = await moreSeeds(given, flags);
  if (report !== undefined && !run.quiet && !run.json)
    process.stderr.write(
      askedLines(report)
        .map((line) => `${line}\n`)
        .join(''),
    );
  const crawl = await Crawl.resume(settings, previous, newSeeds, { onIndexing: indexingProgress(run) });
  return finishCrawl(crawl, settings, run);
}

const startKeys = ['seed', 'seeds', 'sources', 'sitemap', 'feed', 'fromCrawl'] as const;

/** What the flags name as starts comes on top of what the crawl began with; all else that it names is as it was. */
async function moreSeeds(given: Settings, flags: RawOptions): ReturnType<typeof seedsFor> {
  if (startKeys.every((key) => flags[key] === undefined)) return { seeds: [] };
  const { seeds, ...rest } = given;
  const now = (key: 'seed' | 'sources' | 'sitemap' | 'feed' | 'fromCrawl') =>
    flags[key] === undefined ? [] : given[key];
  return seedsFor({
    ...rest,
    ...(flags.seeds !== undefined && seeds !== undefined && { seeds }),
    seed: now('seed'),
    sources: now('sources'),
    sitemap: now('sitemap'),
    feed: now('feed'),
    fromCrawl: now('fromCrawl'),
  });
}

/** Seeds and blocked hosts given on resume come on top of the crawl's own. */
function union<T>(before: readonly T[], more: readonly T[]): T[] {
  return [...new Set([...before, ...more])];
}
