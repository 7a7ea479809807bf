import type { RawOptions } from '../../../config/layer.js';
import type { Settings } from '../../../config/options.js';
import { Crawl } from '../../../crawl/crawl.js';
import { resumedSettings } from '../../../crawl/resumed-settings.js';
import { seedsFor } from '../../../crawl/seeds/seed-finding.js';
import type { Seed } from '../../../seeding/seed.js';
import { crawlLocation } from '../../../store/crawl-location.js';
import type { RunOptions } from '../../add-run-flags.js';
import { counted } from '../../terminal/format.js';
import { indexingProgress } from '../../terminal/indexing-progress.js';
import { finishCrawl } from '../crawl/run.js';
import { SeedSearch } from '../seeds/seed-search.js';
import { askedLines, chosenWords } from '../seeds/start-lines.js';
import { workUntilItsEnd } from '../worker/run.js';

/** `osprey resume`: continues a crawl, under changed settings where flags say so, but for those that are settled. */
export async function resumeCommand(
  folder: string,
  flags: RawOptions,
  run: RunOptions & { readonly keepPaused?: boolean },
): Promise<number> {
  if (crawlLocation(folder).kind === 'postgres') return workUntilItsEnd(folder, flags, run);
  const { settings, previous, starts } = await resumedSettings(folder, flags, 'flags');
  const newSeeds = starts === undefined ? [] : await moreSeeds(starts, run);
  const crawl = await Crawl.resume(settings, previous, newSeeds, {
    onIndexing: indexingProgress(run),
    keepPaused: run.keepPaused ?? false,
  });
  return finishCrawl(crawl, run);
}

async function moreSeeds(starts: Settings, { quiet, json }: RunOptions): Promise<readonly Seed[]> {
  const search = quiet || json ? undefined : new SeedSearch(starts);
  const { seeds, report } = await seedsFor(starts, { ...(search && { onSeeking: search.onWaiting }) }).finally(() =>
    search?.end(),
  );
  if (search !== undefined && report !== undefined) {
    const lines = [...askedLines(report), `Adding ${counted(seeds.length, 'seed')}${chosenWords(report, seeds)}`];
    process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  }
  return seeds;
}
