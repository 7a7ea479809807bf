import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Crawl } from '../../agent/crawl.js';
import type { RawOptions } from '../../config/layer.js';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { messageOf, UsageError } from '../../failure.js';
import { freeFolder } from '../../store/crawl-folder.js';
import { summaryLines, writeRanked } from '../crawl-summary.js';
import { exitCodes } from '../exit-codes.js';
import { indexingProgress } from '../indexing-progress.js';
import { type RunFlags, runCrawl } from '../run-crawl.js';

/** `osprey crawl`: a new crawl, to its end. */
export async function crawlCommand(flags: RawOptions, config: string | undefined, run: RunFlags): Promise<number> {
  const file = config === undefined ? undefined : readConfig(config);
  const given = settingsFrom({ flags, ...(file && { file }) });
  const settings = { ...given, out: given.out ?? path.resolve(freeFolder('crawls', given.query ?? 'crawl')) };
  return finishCrawl(await Crawl.start(settings, { onIndexing: indexingProgress(run) }), settings, run);
}

/** Runs a crawl, then tells what came of it. */
export async function finishCrawl(crawl: Crawl, settings: Settings, run: RunFlags): Promise<number> {
  const { reason, progress } = await runCrawl(crawl, run);
  await writeRanked(settings.out!, settings.exportNoindex);
  if (!run.quiet && !run.json) process.stdout.write(`${(await summaryLines(settings, reason, progress)).join('\n')}\n`);
  if (reason === 'interrupted') return exitCodes.interrupted;
  if (reason !== 'seeds-failed') return exitCodes.ok;
  process.stderr.write(
    'None of the seeds could be fetched, for the reasons above; check the URLs, or allow private addresses with --allow-private.\n',
  );
  return exitCodes['seeds-failed'];
}

function readConfig(file: string): { path: string; text: string } {
  try {
    return { path: file, text: readFileSync(file, 'utf8') };
  } catch (thrown) {
    throw new UsageError('no-config', `The config file cannot be read: ${messageOf(thrown)}.`, { file });
  }
}
