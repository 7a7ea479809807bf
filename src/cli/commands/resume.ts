import path from 'node:path';
import { Crawl } from '../../agent/crawl.js';
import type { RawOptions } from '../../config/layer.js';
import { settingsFrom } from '../../config/settings.js';
import { readSeeds } from '../../seeding/seeds.js';
import { readCrawlConfig } from '../../store/crawl-folder.js';
import { indexingProgress } from '../indexing-progress.js';
import type { RunFlags } from '../run-crawl.js';
import { finishCrawl } from './crawl.js';

/** `osprey resume`: goes on with a crawl, under changed settings where flags say so. */
export async function resumeCommand(folder: string, flags: RawOptions, run: RunFlags): Promise<number> {
  const file = readCrawlConfig(folder);
  const out = path.resolve(folder);
  const previous = { ...settingsFrom({ file }), out };
  const given = settingsFrom({ file, flags });
  const newSeeds = readSeeds({
    seed: flags.seed === undefined ? [] : given.seed,
    ...(flags.seeds !== undefined && given.seeds !== undefined && { seeds: given.seeds }),
  });
  const settings = {
    ...given,
    out,
    seed: union(previous.seed, given.seed),
    blockHosts: union(previous.blockHosts, given.blockHosts),
  };
  const crawl = await Crawl.resume(settings, previous, newSeeds, { onIndexing: indexingProgress(run) });
  return finishCrawl(crawl, settings, run);
}

/** Seeds and blocked hosts given on resume come on top of the crawl's own. */
function union<T>(before: readonly T[], more: readonly T[]): T[] {
  return [...new Set([...before, ...more])];
}
