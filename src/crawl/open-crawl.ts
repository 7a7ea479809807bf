import { existsSync, rmSync } from 'node:fs';
import { passingReasons } from '../agent/outcome.js';
import type { Archive } from '../archive/archive.js';
import type { Bodies } from '../archive/bodies/bodies.js';
import { type Clock, systemClock } from '../clock.js';
import type { Settings } from '../config/options.js';
import type { CookieJar } from '../download/cookies/cookie-jar.js';
import type { Transport } from '../download/transport.js';
import type { CrawlStore } from '../model/crawl-store.js';
import type { FrontierRules } from '../model/frontier.js';
import type { PagePart } from '../model/page.js';
import type { LabelLearning } from '../model/strategy.js';
import { type PageReader, pageReader } from '../reading/page-pool.js';
import type { ReadOptions } from '../reading/read-page.js';
import type { Renderer } from '../render/renderer.js';
import { productTokens } from '../robots/product-tokens.js';
import type { Seed } from '../seeding/seed.js';
import type { SeedReport } from '../seeding/seed-report.js';
import type { SeedSource } from '../seeding/seed-source.js';
import type { SeedWebOptions } from '../seeding/seed-web.js';
import { crawlBodies } from '../store/crawl-bodies.js';
import { makeCrawlFolder } from '../store/crawl-folder.js';
import { openStore } from '../store/open-store.js';
import type { PreparedStrategy } from '../strategy/prepare-strategy.js';
import { frontierRules, userAgentOf } from './crawl-rules.js';
import type { CrawlEvents } from './events/crawl-events.js';
import type { JudgeAgain } from './judge-again.js';
import { checkLearner } from './learner.js';
import { leasedTransport } from './leased-transport.js';
import { openArchive } from './open-archive.js';
import { openCookies } from './open-cookies.js';
import { openRendererFor } from './open-renderer-for.js';
import { type IndexingProgress, openTransport } from './open-transport.js';
import { withOwnModel } from './own-model.js';
import { Tally } from './progress/tally.js';
import { saveConfig } from './save-config.js';

export interface CrawlHooks {
  readonly clock?: Clock;
  /** A transport that is lent: the crawl does not close it. */
  readonly transport?: Transport;
  /** What reads the pages, lent too, given how they have to be read; without it, threads of the crawl's own. */
  readonly reader?: (options: ReadOptions) => PageReader;
  /** The delays and the order of results of a live web on an archived one: it is simulated, on a clock of its own. */
  readonly simulated?: boolean;
  /** What of `Visited.page` the caller reads, besides what the strategy does. */
  readonly reads?: readonly PagePart[];
  /** Called after the last visit, before anything is closed, unless the strategy learns nothing: it may think otherwise by now. */
  readonly onLearnt?: (judge: JudgeAgain) => Promise<void>;
  /** Somebody who labels pages while it runs: called between pages with the number of pages judged so far. True if anything was said. */
  readonly teacher?: (pages: number, labels: LabelLearning) => Promise<boolean>;
  /** Called while seeds are looked for, with the hosts that are waited for. */
  readonly onSeeking?: SeedWebOptions['onWaiting'];
  /** Called when sources were asked or lists read for seeds, before the first page, with all that the crawl starts from. */
  readonly onSeeds?: (report: SeedReport, seeds: readonly Seed[]) => void;
  /** Called while an archived web is indexed for the first time. */
  readonly onIndexing?: IndexingProgress;
  /** Where the crawl tells what happens, for those who listen before it is opened. */
  readonly events?: CrawlEvents;
  /** A store that is lent, made for these rules: the crawl does not close it. Without it, SQLite in the folder, or memory. */
  readonly store?: (rules: FrontierRules) => CrawlStore | Promise<CrawlStore>;
  /** Who this is, where several processes work on one crawl: a name that no other run has or had. */
  readonly worker?: string;
  /** Sources of seeds besides Osprey's own; `sources` can name them. */
  readonly seedSources?: readonly SeedSource[];
  /** A crawl that was paused when it ended stays so when it is opened again, until it is told to resume. */
  readonly keepPaused?: boolean;
}

/** What a crawl is made of. */
export interface CrawlParts extends Pick<CrawlHooks, 'onLearnt' | 'teacher' | 'events' | 'keepPaused'> {
  readonly settings: Settings;
  readonly store: CrawlStore;
  readonly strategy: PreparedStrategy;
  readonly reader: PageReader;
  readonly transport: Transport;
  readonly archive: Archive | undefined;
  /** What is archived, that of earlier runs too. */
  readonly bodies: Bodies;
  readonly clock: Clock;
  readonly tally: Tally;
  /** It is an archived web, and not taken for a live one. */
  readonly archived: boolean;
  /** What runs the scripts of pages, where any does. */
  readonly renderer?: Renderer;
  readonly cookies?: CookieJar;
  /** All but what is lent. */
  close(): Promise<void>;
}

/** Opens the parts of a new crawl (`create`), or of the one in the folder; what cannot be opened as a whole is closed. */
export async function openCrawl(
  given: Settings,
  strategy: PreparedStrategy,
  hooks: CrawlHooks,
  create: boolean,
): Promise<CrawlParts> {
  const { out: folder } = given;
  const { clock: ownClock = systemClock, onLearnt, teacher, events, keepPaused = false } = hooks;
  // What is missing for it is found out before anything is made.
  const renderer = await openRendererFor(given);
  const cookies = openCookies(given, ownClock);
  const lent = hooks.transport ?? (await openTransport(given, hooks.onIndexing));
  const archived = given.web.length > 0 && hooks.simulated !== true;
  let store: CrawlStore | undefined;
  let madeHere = false;
  try {
    if (create && folder !== undefined) madeHere = madeFolder(folder);
    const settings = folder === undefined ? given : ownSettings(folder, given, create);
    const rules = frontierRules(settings, archived);
    const opening = { create: true, tryAgain: create ? [] : triedAgain(given), clock: () => ownClock.now() };
    store = await (hooks.store?.(rules) ?? openStore(given.store ?? folder, rules, opening));
    const { shared } = store;
    const clock = shared?.clock ?? ownClock;
    const transport = shared === undefined ? lent : leasedTransport(lent, shared);
    await checkLearner(store.notes, settings, strategy.entry.name);
    const worker = shared?.worker ?? hooks.worker;
    // The folder of a crawl that workers share is on each of their machines: it holds no pages.
    const keeps = shared === undefined || settings.archive !== true ? settings.archive : false;
    const home = shared === undefined ? folder : undefined;
    const archive = keeps ? await openArchive(keeps, home, store, worker) : undefined;
    const bodies = archive?.bodies ?? crawlBodies(keeps, home);
    const names = { productTokens: productTokens(userAgentOf(settings)) };
    const readOptions = { ...readingAlso(strategy.readOptions, hooks.reads), ...names };
    const reader = hooks.reader?.(readOptions) ?? pageReader(settings.workers, readOptions);
    const tally = await Tally.of(store.records, await store.records.totals());
    const own = [
      renderer,
      hooks.reader ? undefined : reader,
      archive,
      bodies,
      hooks.store ? undefined : store,
      hooks.transport ? undefined : lent,
    ];
    const parts = { settings, store, strategy, reader, transport, archive, bodies, clock, tally, archived };
    const told = { ...(onLearnt && { onLearnt }), ...(teacher && { teacher }), ...(events && { events }), keepPaused };
    const also = { ...(renderer && { renderer }), ...(cookies && { cookies }) };
    return { ...parts, ...told, ...also, close: () => closeAll(own) };
  } catch (thrown) {
    // What has failed once may fail again on closing.
    if (hooks.store === undefined) await store?.close().catch(() => undefined);
    if (hooks.transport === undefined) await lent.close();
    // A folder that was there before may hold other things: it is left as it is.
    if (madeHere) rmSync(folder!, { recursive: true, force: true });
    throw thrown;
  }
}

/** Where scripts are run by now, pages that were empty without them are visited again. */
function triedAgain({ render }: Settings): readonly string[] {
  return render === 'never' ? passingReasons : [...passingReasons, 'needs-scripts'];
}

function readingAlso(options: ReadOptions, parts: readonly PagePart[] = []): ReadOptions {
  return { ...options, reads: [...new Set([...(options.reads ?? []), ...parts])] };
}

/** Whether it was not there before. */
function madeFolder(folder: string): boolean {
  const isNew = !existsSync(folder);
  makeCrawlFolder(folder);
  return isNew;
}

/** Those of a new crawl are kept first: whoever finds them can make all the rest, should the process be killed in between. */
function ownSettings(folder: string, given: Settings, create: boolean): Settings {
  const settings = withOwnModel(folder, given);
  if (create) saveConfig(folder, settings);
  return settings;
}

/** All are closed even if some fail; the first failure is thrown. */
async function closeAll(parts: readonly ({ close(): Promise<void> } | undefined)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) {
    try {
      await part?.close();
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  if (failures.length > 0) throw failures[0];
}
