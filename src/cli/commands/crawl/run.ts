import { createRequire } from 'node:module';
import path from 'node:path';
import type { RawOptions } from '../../../config/layer.js';
import { type OptionKey, optionTable, type Settings } from '../../../config/options.js';
import { settingsFrom } from '../../../config/settings.js';
import { Crawl } from '../../../crawl/crawl.js';
import { redacted } from '../../../redact.js';
import { refuseUnasked } from '../../../seeding/asks-sources.js';
import type { Seed } from '../../../seeding/seed.js';
import type { SeedReport } from '../../../seeding/seed-report.js';
import { freeFolder } from '../../../store/crawl-folder.js';
import type { RunOptions } from '../../add-run-flags.js';
import { checkedWebhook } from '../../checked-webhook.js';
import { readConfig } from '../../read-config.js';
import { counted } from '../../terminal/format.js';
import { indexingProgress } from '../../terminal/indexing-progress.js';
import { SeedSearch } from '../seeds/seed-search.js';
import { askedLines, schoolLines, seedLines } from '../seeds/start-lines.js';
import { withDashboard } from '../serve/beside.js';
import { orCutShort } from './cut-short.js';
import { type FoundSeeds, runCrawl } from './run-crawl.js';

const require = createRequire(import.meta.url);

/** `osprey crawl`: a new crawl, to its end. */
export async function crawlCommand(
  flags: RawOptions,
  config: string | undefined,
  run: RunOptions & { readonly serve?: boolean },
): Promise<number> {
  const file = config === undefined ? undefined : readConfig(config);
  const given = settingsFrom({ flags, ...(file && { file }) });
  const settings = { ...given, out: given.out ?? path.resolve(freeFolder('crawls', crawlName(given))) };
  refuseUnasked(settings, flags);
  const isTold = !run.quiet && !run.json;
  const search = isTold ? new SeedSearch(settings) : undefined;
  let found: FoundSeeds | undefined;
  let starting: readonly string[] = [];
  const onSeeds = (report: SeedReport, seeds: readonly Seed[]) => {
    search?.end();
    found = { used: seeds.length, found: report.found, asked: report.asked };
    starting = seedLines(report, seeds, settings.out);
    if (isTold) process.stderr.write(linesOf(askedLines(report)));
  };
  const hooks = { onIndexing: indexingProgress(run), onSeeds, ...(search && { onSeeking: search.onWaiting }) };
  if (settings.store !== undefined) {
    const { startInDatabase } = await import('../../../crawl/workers/start-in-database.js');
    const { workUntilItsEnd } = await import('../worker/run.js');
    const address = await startInDatabase(settings, hooks).finally(() => search?.end());
    if (isTold) process.stderr.write(linesOf([...starting, `Join with    osprey worker ${redacted(address)}`]));
    return workUntilItsEnd(address, notKept(settings), run, found);
  }
  const crawl = await Crawl.start(settings, hooks).finally(() => search?.end());
  if (isTold) process.stderr.write(linesOf([...contactWarning(settings), ...starting]));
  if (isTold) process.stderr.write(linesOf(await fewerLines(crawl, settings.agents)));
  if (!run.serve) return finishCrawl(crawl, run, found);
  return withDashboard([settings.out], () => finishCrawl(crawl, run, found));
}

const ownKeys: readonly OptionKey[] = ['proxy', 'header', 'cookies', 'browser', 'metrics'];

/** What the database does not keep, secrets and what is of this machine, and this worker needs, wherever it was given. */
function notKept(settings: Settings): RawOptions {
  const given = ownKeys.filter((key) => settings[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, optionTable[key].kind.format(settings[key])]));
}

/** A crawl is named by its query, or else by what it goes by: terms, or the last part of an example's name. */
function crawlName({ query, contentTerms, example, model, queryLog }: Settings): string {
  if (query !== undefined) return query;
  const place = example[0] ?? model ?? queryLog ?? '';
  const end = path.basename(place.replace(/[?#].*$/, '')).replace(/\.[a-z0-9]+$/i, '');
  return contentTerms.join(' ') || end || 'crawl';
}

/** Site owners who cannot ask block instead. Archived webs have none. */
function contactWarning({ contact, web, userAgent, allowPrivate }: Settings): string[] {
  if (contact !== undefined || web.length > 0 || userAgent !== undefined || allowPrivate) return [];
  return ['No --contact: site owners cannot reach you, and may block the crawl. Give an e-mail address or URL.'];
}

/** Runs a crawl, then tells what came of it. Throws `CutShort` where it could not go on. */
export function finishCrawl(crawl: Crawl, run: RunOptions, found?: FoundSeeds): Promise<number> {
  return orCutShort(() => toItsEnd(crawl, run, found));
}

async function toItsEnd(crawl: Crawl, run: RunOptions, found: FoundSeeds | undefined): Promise<number> {
  const [webhook, since] = [checkedWebhook(run.notify), Date.now()];
  if (!run.quiet && !run.json) process.stderr.write(linesOf(schoolLines(await crawl.store.directory.agents())));
  const ending = onceVisited(crawl, () => require('./tell-end.js') as typeof import('./tell-end.js'));
  const { reason, progress } = await runCrawl(crawl, run, found);
  const { tellEnd } = ending();
  return tellEnd(crawl.settings, { reason, progress, since }, webhook, run);
}

/**
 * Loads what only the end of a crawl needs with its first visit: before, the first request would wait for it; at the end, the program may have been
 * replaced by a newer one, or the process be short of file descriptors. `load` must not use `import()`, of which Node keeps a failure for good.
 */
function onceVisited<Module>(crawl: Crawl, load: () => Module): () => Module {
  const stop = crawl.events.on('visit', () => {
    stop();
    try {
      load();
    } catch {
      // It is tried again when it is needed.
    }
  });
  return load;
}

/** There are never more agents than seeds. */
async function fewerLines({ store }: Crawl, wanted: Settings['agents']): Promise<string[]> {
  const { length } = await store.directory.agents();
  if (wanted === 'auto' || length >= wanted) return [];
  return [`${counted(length, 'agent')} instead of ${wanted}: each needs a seed of its own`];
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
