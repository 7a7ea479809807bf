import { existsSync, rmSync } from 'node:fs';
import type { WarcWriter } from '../archive/warc-writer.js';
import { type Clock, systemClock } from '../clock.js';
import type { Settings } from '../config/options.js';
import { Downloader } from '../download/downloader.js';
import { credentialOrigins } from '../download/request-headers.js';
import type { Transport } from '../download/transport.js';
import { UsageError } from '../failure.js';
import type { FrontierStats } from '../frontier/frontier.js';
import { Scope } from '../frontier/scope.js';
import { type PageReader, pageReader } from '../page/page-pool.js';
import type { ReadOptions } from '../page/read-page.js';
import { seededRandom } from '../random.js';
import { readSeeds } from '../seeding/seeds.js';
import { bytesOnDisk, makeCrawlFolder } from '../store/crawl-folder.js';
import type { CrawlStore } from '../store/crawl-store.js';
import { MemoryStore } from '../store/memory-store.js';
import { SqliteStore } from '../store/sqlite-store.js';
import { type PreparedStrategy, prepareStrategy } from '../strategy/prepare-strategy.js';
import { Topic } from '../topic/topic.js';
import { Agent, type AgentParts, type Visited } from './agent.js';
import { Budget } from './budget.js';
import { agentRules, frontierRules, userAgentOf } from './crawl-rules.js';
import { exampleAgents, exampleTerms, exampleUrls, fileExamples, seedExamples } from './examples.js';
import { type Forecast, forecastOf } from './forecast.js';
import { type JudgeAgain, judgeAgain, mayThinkOtherwise } from './judge-again.js';
import { heedingLabels } from './label-heeding.js';
import { checkLearner, mainAgent } from './learner.js';
import { openArchive } from './open-archive.js';
import { type IndexingProgress, openTransport } from './open-transport.js';
import { passingReasons } from './outcome.js';
import { withOwnModel } from './own-model.js';
import { readmitRejected } from './readmit.js';
import { saveConfig } from './save-config.js';
import type { StopReason } from './stop-reason.js';
import { Tally } from './tally.js';

export interface CrawlHooks {
  readonly clock?: Clock;
  /** A transport that is lent: the crawl does not close it. */
  readonly transport?: Transport;
  /** What reads the pages, lent too, given how they have to be read; without it, threads of the crawl's own. */
  readonly reader?: (options: ReadOptions) => PageReader;
  /** The delays and the order of arrivals of a live web on an archived one: it is simulated, on a clock of its own. */
  readonly simulated?: boolean;
  /** Whether `Visited.page` has to carry its texts and the sentences and places of its links. */
  readonly content?: boolean;
  /** Called after the last visit, before anything is closed, unless the strategy learns nothing: it may think otherwise by now. */
  readonly onLearnt?: (judge: JudgeAgain) => Promise<void>;
  /** Called while an archived web is indexed for the first time. */
  readonly onIndexing?: IndexingProgress;
}

export interface CrawlProgress {
  readonly tally: Tally;
  readonly frontier: FrontierStats;
  readonly elapsedMs: number;
  readonly pagesPerSecond: number;
  /** Estimate from the budgets, undefined where nothing bounds the crawl. */
  readonly msLeft?: number;
  /** What it would bring if it went on; undefined before there is anything to go by. */
  readonly forecast?: Forecast;
}

/**
 * A crawl: its parts, made from the settings and disposed of at the end. Wiring only: what to do with a URL is decided
 * by the parts.
 */
export class Crawl {
  readonly tally: Tally;
  private agent: Agent | undefined;
  private stopRequest: StopReason | undefined;
  private final: CrawlProgress | undefined;
  private readonly startedAt: number;
  private seeds: readonly string[] = [];

  private constructor(
    readonly settings: Settings,
    readonly store: CrawlStore,
    private readonly strategy: PreparedStrategy,
    private readonly reader: PageReader,
    private readonly transport: Transport,
    private readonly archive: WarcWriter | undefined,
    private readonly clock: Clock,
    tally: Tally,
    private readonly archived: boolean,
    private readonly onLearnt: CrawlHooks['onLearnt'],
    /** What is not lent: to be closed with the crawl. */
    private readonly own: readonly ({ close(): Promise<void> } | undefined)[],
  ) {
    this.tally = tally;
    this.startedAt = clock.now();
  }

  /** A new crawl, in the folder `settings.out`, or in memory without one. Nothing is written before all is checked. */
  static async start(settings: Settings, hooks: CrawlHooks = {}): Promise<Crawl> {
    const seeds = readSeeds(settings);
    if (seeds.length === 0 && exampleUrls(settings).length === 0) {
      throw new UsageError(
        'no-seeds',
        `${settings.seeds ?? 'The list of seeds'} names no page to start from; give --seed URL or --seeds FILE.`,
      );
    }
    const crawl = await Crawl.open(settings, hooks, true);
    return crawl.prepared(() => crawl.addSeeds(seeds));
  }

  /** Goes on with the crawl in the folder `settings.out`, under its own or changed settings. */
  static async resume(
    settings: Settings,
    previous: Settings,
    newSeeds: readonly string[],
    hooks: CrawlHooks = {},
  ): Promise<Crawl> {
    const crawl = await Crawl.open(settings, hooks, false);
    return crawl.prepared(async () => {
      await readmitRejected(crawl.store, previous, settings, mainAgent);
      const seeded = (await crawl.store.notes.get('seeded')) !== undefined;
      await crawl.addSeeds(seeded ? newSeeds : [...readSeeds(settings), ...newSeeds]);
    });
  }

  private static async open(given: Settings, hooks: CrawlHooks, create: boolean): Promise<Crawl> {
    const { out: folder } = given;
    const strategy = await prepareStrategy(given);
    let settings = given;
    Topic.from(settings, fileExamples(settings));
    const transport = hooks.transport ?? (await openTransport(settings, hooks.onIndexing));
    const archived = settings.web.length > 0 && hooks.simulated !== true;
    const rules = frontierRules(settings, archived);
    let store: CrawlStore | undefined;
    let madeHere = false;
    try {
      if (folder === undefined) {
        store = new MemoryStore(rules);
      } else {
        const isNew = create && !existsSync(folder);
        if (create) makeCrawlFolder(folder);
        madeHere = isNew;
        settings = withOwnModel(folder, given);
        // The config first: whoever finds it can make all the rest, should the process be killed in between.
        if (create) saveConfig(folder, settings);
        store = SqliteStore.open(folder, rules, { create: true, tryAgain: create ? [] : passingReasons });
        await checkLearner(store.notes, settings, strategy.entry.name);
        saveConfig(folder, settings);
      }
      const archive =
        folder !== undefined && settings.archive ? await openArchive(folder, store as SqliteStore) : undefined;
      const reader =
        hooks.reader?.(strategy.readOptions) ?? pageReader(settings.workers, strategy.readOptions, hooks.content);
      const tally = await Tally.of(store.records, await store.records.totals());
      return new Crawl(
        settings,
        store,
        strategy,
        reader,
        transport,
        archive,
        hooks.clock ?? systemClock,
        tally,
        archived,
        hooks.onLearnt,
        [hooks.reader ? undefined : reader, archive, store, hooks.transport ? undefined : transport],
      );
    } catch (thrown) {
      await store?.close();
      if (hooks.transport === undefined) await transport.close();
      // A folder that was there before may hold other things: it is left as it is.
      if (madeHere) rmSync(folder!, { recursive: true, force: true });
      throw thrown;
    }
  }

  /** Every visit as it is committed; ends with the reason. The crawl is closed when the iteration ends, however it ends. */
  async *run(): AsyncGenerator<Visited, StopReason> {
    try {
      // Holds for whatever ends the crawl from here on, a crash too, until there is a better reason.
      await this.store.notes.set('stop', 'interrupted');
      const reason = yield* this.runAgents();
      await this.store.notes.set('stop', reason);
      const { msLeft: _, ...final } = await this.progress();
      this.final = final;
      return reason;
    } finally {
      await this.close();
    }
  }

  /** First the agents that fetch the topic's examples, then the one that crawls. */
  private async *runAgents(): AsyncGenerator<Visited, StopReason> {
    const parts = this.agentParts();
    for (const agent of await exampleAgents(parts, this.settings)) {
      const reason = yield* this.runAgent(agent);
      if (reason !== 'frontier-empty' && reason !== 'hosts-closed') return reason;
    }
    const topic = Topic.from(this.settings, await exampleTerms(this.store, this.settings));
    const strategy = await heedingLabels(this.strategy.make(topic), { ...parts, settings: this.settings });
    const reason = yield* this.runAgent(new Agent({ ...parts, topic, strategy }));
    if (mayThinkOtherwise(strategy)) await this.onLearnt?.(judgeAgain(strategy, this.store.records));
    return reason;
  }

  /** Takes no more URLs; the iteration ends when what is in flight has been committed. */
  stop(reason: StopReason = 'interrupted'): void {
    this.stopRequest ??= reason;
    this.agent?.stop(reason);
  }

  /** Where it stands; once it has ended, where it stood then. */
  async progress(): Promise<CrawlProgress> {
    if (this.final !== undefined) return this.final;
    const now = this.clock.now();
    const elapsedMs = now - this.startedAt;
    const pagesPerSecond = elapsedMs === 0 ? 0 : (this.tally.documentsThisRun * 1000) / elapsedMs;
    const { maxPages, maxRelevant, maxTime } = this.settings;
    const { documents, relevant, recentHarvest } = this.tally;
    const msLeft = Math.min(
      maxTime - elapsedMs,
      pagesPerSecond === 0 ? Number.POSITIVE_INFINITY : ((maxPages - documents) / pagesPerSecond) * 1000,
      pagesPerSecond * recentHarvest === 0
        ? Number.POSITIVE_INFINITY
        : ((maxRelevant - relevant) / (pagesPerSecond * recentHarvest)) * 1000,
    );
    const frontier = await this.store.frontier.stats(now);
    const forecast = forecastOf(this.tally, frontier.queued - frontier.queuedClosed);
    return {
      tally: this.tally,
      frontier,
      elapsedMs,
      pagesPerSecond,
      ...(forecast && { forecast }),
      ...(Number.isFinite(msLeft) && { msLeft: Math.max(0, msLeft) }),
    };
  }

  private async *runAgent(agent: Agent): AsyncGenerator<Visited, StopReason> {
    this.agent = agent;
    if (this.stopRequest !== undefined) agent.stop(this.stopRequest);
    return yield* agent.run();
  }

  private agentParts(): Omit<AgentParts, 'strategy'> {
    const { settings, store, clock } = this;
    const { out } = settings;
    return {
      id: mainAgent,
      store,
      clock,
      reader: this.reader,
      tally: this.tally,
      topic: Topic.from(settings, []),
      scope: new Scope(settings),
      random: seededRandom(settings.randomSeed),
      budget: new Budget(
        settings,
        this.startedAt,
        out === undefined ? () => 0 : bytesOnDisk(out, () => this.archive?.bytes ?? 0),
      ),
      downloader: new Downloader({
        transport: this.transport,
        notes: store.notes,
        clock,
        userAgent: userAgentOf(settings),
        headers: settings.header,
        credentialOrigins: this.credentialOrigins(),
        types: settings.types,
      }),
      rules: agentRules(settings, this.archived),
      ...(this.archive && { archive: this.archive }),
    };
  }

  /** The user's credentials are for the sites of the seeds, or of the examples that stand in for them. */
  private credentialOrigins(): Set<string> {
    const seeds = [...this.settings.seed, ...this.seeds];
    return credentialOrigins(seeds.length > 0 ? seeds : exampleUrls(this.settings));
  }

  /** Does the last thing before the crawl can run; a crawl that cannot be prepared is closed. */
  private async prepared(work: () => Promise<void>): Promise<Crawl> {
    try {
      await work();
      return this;
    } catch (thrown) {
      await this.close();
      throw thrown;
    }
  }

  /**
   * Marked when done, with the sites they are on: a crawl that is killed before starts with its seeds when it is resumed.
   */
  private async addSeeds(urls: readonly string[]): Promise<void> {
    const scope = new Scope(this.settings);
    const examples = new Set(exampleUrls(this.settings));
    await this.store.frontier.add(
      urls.map((url) => {
        const rejected = examples.has(url) ? undefined : scope.rejection(url, 0);
        return {
          url,
          agent: examples.has(url) ? seedExamples : mainAgent,
          level: 1,
          depth: 0,
          score: { value: 1, parts: { seed: 1 } },
          merge: 'max',
          ...(rejected && { rejected }),
        };
      }),
    );
    const before = JSON.parse((await this.store.notes.get('seeded')) ?? '[]') as string[];
    this.seeds = [...before, ...urls];
    await this.store.notes.set('seeded', JSON.stringify([...credentialOrigins(this.seeds)]));
  }

  private async close(): Promise<void> {
    // Each must be closed whatever becomes of the others; what failed first is told.
    const failures: unknown[] = [];
    for (const part of this.own) {
      try {
        await part?.close();
      } catch (thrown) {
        failures.push(thrown);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
