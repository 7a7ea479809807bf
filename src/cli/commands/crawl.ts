import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Crawl } from '../../agent/crawl.js';
import type { StopReason } from '../../agent/stop-reason.js';
import type { RawOptions } from '../../config/layer.js';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { messageOf, UsageError } from '../../failure.js';
import { asksSources } from '../../seeding/asks-sources.js';
import type { SeedReport } from '../../seeding/find-seeds.js';
import type { Seed } from '../../seeding/seed.js';
import { freeFolder } from '../../store/crawl-folder.js';
import { readCrawl } from '../../store/sqlite-store.js';
import { outputLines, summaryLines, writeRanked } from '../crawl-summary.js';
import { exitCodes } from '../exit-codes.js';
import { shellWord } from '../format.js';
import { indexingProgress } from '../indexing-progress.js';
import { reasonInWords } from '../reasons.js';
import { type FoundSeeds, type RunFlags, runCrawl } from '../run-crawl.js';
import { askedLines, schoolLines, seedLines } from '../start-lines.js';

/** `osprey crawl`: a new crawl, to its end. */
export async function crawlCommand(flags: RawOptions, config: string | undefined, run: RunFlags): Promise<number> {
  const file = config === undefined ? undefined : readConfig(config);
  const given = settingsFrom({ flags, ...(file && { file }) });
  const settings = { ...given, out: given.out ?? path.resolve(freeFolder('crawls', given.query ?? 'crawl')) };
  const isTold = !run.quiet && !run.json;
  if (isTold && asksSources(settings)) process.stderr.write('Asking sources for pages to start from …\n');
  let found: FoundSeeds | undefined;
  const onSeeds = (report: SeedReport, seeds: readonly Seed[]) => {
    found = { used: seeds.length, asked: report.asked };
    if (isTold) process.stderr.write(linesOf(askedLines(report)));
  };
  const crawl = await Crawl.start(settings, { onIndexing: indexingProgress(run), onSeeds });
  if (isTold && found !== undefined) process.stderr.write(linesOf(seedLines(found.used, settings.out)));
  return finishCrawl(crawl, settings, run, found);
}

/** Runs a crawl, then tells what came of it. */
export async function finishCrawl(
  crawl: Crawl,
  settings: Settings,
  run: RunFlags,
  found?: FoundSeeds,
): Promise<number> {
  if (!run.quiet && !run.json) process.stderr.write(linesOf(schoolLines(await crawl.store.directory.agents())));
  const { reason, progress } = await runCrawl(crawl, run, found);
  await writeRanked(settings.out!, settings.exportNoindex);
  if (reason === 'seeds-failed') {
    process.stderr.write(`osprey: ${await seedsFailed(settings.out!)}\n`);
    return exitCodes['seeds-failed'];
  }
  if (!run.quiet && !run.json) {
    const lines = [
      '',
      ...(await summaryLines(settings, reason, progress)),
      '',
      ...outputLines(settings),
      goOnLine(settings, reason),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return reason === 'interrupted' ? exitCodes.interrupted : exitCodes.ok;
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Nothing was fetched at all: which rule or failure kept the seeds away, and what to do about it. */
async function seedsFailed(folder: string): Promise<string> {
  const { records, close } = readCrawl(folder);
  try {
    const { reasons, rejections } = await records.totals();
    const found = [...Object.keys(reasons), ...Object.keys(rejections)].filter((name) => name !== 'redirect');
    const why = found.map((name) => `${name}: ${reasonInWords(name).replace(/\.$/, '')}`).join('; ');
    const fix = found.includes('address-refused')
      ? 'allow private addresses with --allow-private'
      : Object.keys(reasons).length === 0
        ? 'let the options of the scope include them'
        : 'check the URLs and the network, or give other seeds';
    return `None of the seeds could be fetched (${why}); ${fix}.`;
  } finally {
    close();
  }
}

function readConfig(file: string): { path: string; text: string } {
  try {
    return { path: file, text: readFileSync(file, 'utf8') };
  } catch (thrown) {
    throw new UsageError(
      'no-config',
      `The config file ${file} cannot be read (${messageOf(thrown)}); check --config.`,
      { file },
    );
  }
}

/** A crawl that has used up its pages needs more of them to go on. One whose yield fell may be below half of the bound, too. */
function goOnLine({ out, maxPages }: Settings, reason: StopReason): string {
  const changes: Partial<Record<StopReason, string>> = {
    'max-pages': ` --max-pages ${2 * maxPages}`,
    'low-yield': ' --stop-when-yield-below 0',
  };
  return `Go on        osprey resume ${shellWord(path.relative(process.cwd(), out!) || '.')}${changes[reason] ?? ''}`;
}
