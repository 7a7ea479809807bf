import { existsSync, rmSync } from 'node:fs';
import type { WarcWriter } from '../archive/warc-writer.js';
import { type Clock, systemClock } from '../clock.js';
import { isHttpUrl } from '../config/network-kinds.js';
import type { Settings } from '../config/options.js';
import { Downloader } from '../download/downloader.js';
import { credentialOrigins } from '../download/request-headers.js';
import type { Transport } from '../download/transport.js';
import { UsageError } from '../failure.js';
import { Scope } from '../frontier/scope.js';
import { type PageReader, pageReader } from '../page/page-pool.js';
import type { ReadOptions } from '../page/read-page.js';
import { seededRandom } from '../random.js';
import { asksSources } from '../seeding/asks-sources.js';
import type { SeedReport } from '../seeding/find-seeds.js';
import type { Seed } from '../seeding/seed.js';
import { bytesOnDisk, makeCrawlFolder, refuseTaken } from '../store/crawl-folder.js';
import type { CrawlStore } from '../store/crawl-store.js';
import { MemoryStore } from '../store/memory-store.js';
import { SqliteStore } from '../store/sqlite-store.js';
import { type PreparedStrategy, prepareStrategy } from '../strategy/prepare-strategy.js';
import { Topic } from '../topic/topic.js';
import { type Agent, idle, type Visited } from './agent.js';
import { Budget } from './budget.js';
import { Company } from './company.js';
import { ContentSeen } from './content-seen.js';
import { type CrawlProgress, progressOf } from './crawl-progress.js';
import { agentRules, frontierRules, userAgentOf } from './crawl-rules.js';
import { exampleAgents, exampleTerms, exampleUrls, fileExamples } from './examples.js';
import { type JudgeAgain, judgeAgain, mayThinkOtherwise } from './judge-again.js';
import { keepSeeds, keptSeeds, refuseOtherSeeds } from './kept-seeds.js';
import { heedingLabels } from './label-heeding.js';
import { checkLearner } from './learner.js';
import { openArchive } from './open-archive.js';
import { type IndexingProgress, openTransport } from './open-transport.js';
import { passingReasons } from './outcome.js';
import { withOwnModel } from './own-model.js';
import { isRelevant } from './page-verdict.js';
import { addSeeds, checkAgents, plant } from './planting.js';
import { readmitRejected } from './readmit.js';
import { saveConfig } from './save-config.js';
import { type CommonParts, School } from './school.js';
import { seedsFor } from './seed-finding.js';
import type { StopReason } from './stop-reason.js';
import { Tally } from './tally.js';
import { tunnelling } from './tunnelling.js';

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
  /** Called when sources were asked for seeds, before the first page, with all that the crawl starts from. */
  readonly onSeeds?: (report: SeedReport, seeds: readonly Seed[]) => void;
  /** Called while an archived web is indexed for the first time. */
  readonly onIndexing?: IndexingProgress;
}

/**
 * A crawl: its parts, made from the settings and disposed of at the end. Wiring only: what to do with a URL is decided
 * by the parts.
 */
export class Crawl {
  readonly tally: Tally;
  private agent: Pick<Agent, 'stop'> | undefined;
  private stopRequest: StopReason | undefined;
  private final: CrawlProgress | undefined;
  private readonly startedAt: number;
  /** Origins of the seeds that the user gave. */
  private namedSites: readonly string[] = [];

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
    const { out } = settings;
    // Before anybody is asked for seeds, which may take a while.
    const strategy = await readyStrategy(settings);
    if (out !== undefined) refuseTaken(out);
    if (out !== undefined && asksSources(settings)) refuseOtherSeeds(out);
    const { seeds, report } = await seedsFor(settings, hooks.transport);
    if (report !== undefined) hooks.onSeeds?.(report, seeds);
    if (seeds.length === 0 && exampleUrls(settings).length === 0) {
      throw new UsageError(
        'no-seeds',
        `${settings.seeds ?? 'The list of seeds'} names no page to start from; give --seed URL, --seeds FILE or --sources NAME.`,
      );
    }
    const crawl = await Crawl.open(settings, strategy, hooks, true);
    return crawl.prepared(async () => {
      if (report !== undefined && out !== undefined) keepSeeds(out, settings.query!, seeds);
      crawl.namedSites = await plant(crawl.store, settings, seeds, crawl.clock.now());
    });
  }

  /** Goes on with the crawl in the folder `settings.out`, under its own or changed settings. */
  static async resume(
    settings: Settings,
    previous: Settings,
    newSeeds: readonly Seed[],
    hooks: CrawlHooks = {},
  ): Promise<Crawl> {
    const crawl = await Crawl.open(settings, await readyStrategy(settings), hooks, false);
    return crawl.prepared(async () => {
      if ((await crawl.store.notes.get('seeded')) === undefined) {
        const first = keptSeeds(settings) ?? (await seedsFor(settings, hooks.transport)).seeds;
        crawl.namedSites = await plant(crawl.store, settings, [...first, ...newSeeds], crawl.clock.now());
        return;
      }
      await checkAgents(crawl.store, previous, settings, crawl.clock.now());
      await readmitRejected(crawl.store, previous, settings);
      crawl.namedSites = await addSeeds(crawl.store, settings, newSeeds);
    });
  }

  private static async open(
    given: Settings,
    strategy: PreparedStrategy,
    hooks: CrawlHooks,
    create: boolean,
  ): Promise<Crawl> {
    const { out: folder } = given;
    let settings = given;
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

  /** First the agents that fetch the topic's examples, then those that crawl. */
  private async *runAgents(): AsyncGenerator<Visited, StopReason> {
    const parts = this.commonParts();
    for (const agent of await exampleAgents(parts, this.settings)) {
      const reason = yield* this.runAgent(agent);
      if (reason !== 'frontier-empty' && reason !== 'hosts-closed') return reason;
    }
    const topic = Topic.from(this.settings, await exampleTerms(this.store, this.settings));
    const { settings } = this;
    const make = async () => {
      const strategy = await heedingLabels(this.strategy.make(topic), { ...parts, settings });
      if (settings.organisation === 'segments') return strategy;
      const { levels, tunnelling: share } = settings;
      return tunnelling(strategy, (judgement) => isRelevant(judgement, settings), { levels, share });
    };
    // Where time is not real, nobody can tell who hangs.
    const hang = this.clock === systemClock ? settings.hang : Number.POSITIVE_INFINITY;
    const school = new School({ ...parts, topic }, await this.store.directory.agents(), make, { ...settings, hang });
    this.agent = school;
    if (this.stopRequest !== undefined) school.stop(this.stopRequest);
    const reason = yield* school.run();
    const [only, ...others] = school.strategies;
    if (only !== undefined && others.length === 0 && mayThinkOtherwise(only))
      await this.onLearnt?.(judgeAgain(only, this.store.records));
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
    return progressOf(this.tally, this.settings, this.store, { now: this.clock.now(), startedAt: this.startedAt });
  }

  private async *runAgent(agent: Agent): AsyncGenerator<Visited, StopReason> {
    this.agent = agent;
    if (this.stopRequest !== undefined) agent.stop(this.stopRequest);
    const visits = agent.run();
    for (let next = await visits.next(); ; next = await visits.next()) {
      if (next.done) return next.value;
      if (next.value !== idle) yield next.value;
    }
  }

  private commonParts(): CommonParts {
    const { settings, store, clock } = this;
    const { out } = settings;
    const rules = agentRules(settings, this.archived);
    return {
      store,
      clock,
      company: new Company(),
      contents: new ContentSeen(store.records, rules),
      reader: this.reader,
      whole: this.tally,
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
      rules,
      ...(this.archive && { archive: this.archive }),
    };
  }

  /** The user's credentials are for the sites that the user named: of seeds and lists, or of the examples that stand in for them. */
  private credentialOrigins(): Set<string> {
    const { seed, sitemap, feed } = this.settings;
    const named = [...seed, ...this.namedSites, ...[...sitemap, ...feed].filter(isHttpUrl)];
    return credentialOrigins(named.length > 0 ? named : exampleUrls(this.settings));
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

/** Checks all that can be without the network. */
async function readyStrategy(settings: Settings): Promise<PreparedStrategy> {
  const strategy = await prepareStrategy(settings);
  Topic.from(settings, fileExamples(settings));
  return strategy;
}
