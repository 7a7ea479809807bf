import { type Agent, type AgentRules, idle, type Visited } from '../agent/agent.js';
import { AgentCoordination } from '../agent/agent-coordination.js';
import { ContentSeen } from '../agent/content-seen.js';
import { isRelevant } from '../agent/page-processor.js';
import { SiteSitemaps } from '../agent/site-sitemaps.js';
import { tunnelling } from '../agent/tunnelling.js';
import { systemClock } from '../clock.js';
import { isHttpUrl } from '../config/network-kinds.js';
import type { Settings } from '../config/options.js';
import { Downloader } from '../download/downloader.js';
import { credentialOrigins } from '../download/request-headers.js';
import { Failure, messageOf, UsageError } from '../failure.js';
import { Scope } from '../frontier/scope.js';
import type { Command, KeptCommand } from '../model/commands.js';
import type { CrawlStore } from '../model/crawl-store.js';
import type { Strategy } from '../model/strategy.js';
import { seededRandom } from '../random.js';
import {
  beginRefresh,
  choosePages,
  endRefresh,
  endRevisits,
  type Refresh,
  refreshUnderWay,
} from '../refresh/begin-refresh.js';
import type { RefreshRequest } from '../refresh/due-pages.js';
import type { Seed } from '../seeding/seed.js';
import { bytesOnDisk, refuseTaken } from '../store/crawl-folder.js';
import { preferringHosts } from '../strategy/preferring-hosts.js';
import { type PreparedStrategy, prepareStrategy } from '../strategy/prepare-strategy.js';
import type { TermCounts } from '../text/term-counts.js';
import { Topic } from '../topic/topic.js';
import { AgentPool, type CommonParts } from './agent-pool.js';
import { looksEvery, Steering } from './control/steering.js';
import { agentRules, userAgentOf } from './crawl-rules.js';
import { CrawlEvents } from './events/crawl-events.js';
import { tellSettled, tellVisit } from './events/tell-visit.js';
import { exampleAgents, exampleUrls } from './examples/examples.js';
import { judgeAgain, mayThinkOtherwise } from './judge-again.js';
import { type LabelParts, withLabels } from './label-watcher.js';
import { CrawlMetrics } from './metrics/crawl-metrics.js';
import type { MetricsServer } from './metrics/serve-metrics.js';
import { type CrawlHooks, type CrawlParts, openCrawl } from './open-crawl.js';
import { Budget, checkLimits } from './progress/budget.js';
import { CrawlDiary } from './progress/crawl-diary.js';
import { type CrawlProgress, progressOf } from './progress/crawl-progress.js';
import { RunTime } from './progress/run-time.js';
import { noteSpending } from './progress/spending-note.js';
import type { StopReason } from './progress/stop-reason.js';
import type { Tally } from './progress/tally.js';
import { readmitRejected } from './readmit.js';
import { isDone, noGoals, revisiting, withoutGoals } from './revisiting.js';
import { saveConfig } from './save-config.js';
import { addSeeds, assignSeeds, checkAgents } from './seeds/assign-seeds.js';
import { keepMoreSeeds, keepSeeds, keptSeeds, refuseOtherSeeds } from './seeds/kept-seeds.js';
import { type SeedFailure, seedFailures } from './seeds/seed-failures.js';
import { seedsFor } from './seeds/seed-finding.js';
import { taughtBy } from './taught-by.js';

/** Progress is told so often (ms) at most. */
const tellsEvery = 250;

/**
 * A crawl: its parts, made from the settings and disposed of at the end. Wiring only: what to do with a URL is decided
 * by the parts.
 */
export class Crawl {
  readonly tally: Tally;
  readonly events: CrawlEvents;
  private readonly coordination = new AgentCoordination();
  private readonly scope: Scope;
  private readonly rules: AgentRules;
  private readonly time: RunTime;
  private readonly credentials = new Set<string>();
  private readonly steering: Steering;
  private timer: NodeJS.Timeout | undefined;
  private toldAt = Number.NEGATIVE_INFINITY;
  /** Of a crawl with a folder, for those who look at it from outside. */
  private diary: CrawlDiary | undefined;
  private agent: Pick<Agent, 'stop'> | undefined;
  private stopRequest: StopReason | undefined;
  private final: CrawlProgress | undefined;
  private readonly startedAt: number;
  /** Where its figures are served, while it runs with `metrics`. */
  metricsUrl: string | undefined;
  /** Origins of the seeds that the user gave. */
  private namedSites: readonly string[] = [];
  /** What became of the seeds of a crawl that ended with `seeds-failed`. */
  seedFailures: readonly SeedFailure[] = [];
  /** Set where pages are visited again, and then no more new ones than so many. */
  refresh: (Refresh & { readonly newPages: number; readonly maxTime: number }) | undefined;

  private constructor(private readonly parts: CrawlParts) {
    const { settings, store, clock, tally, archived } = parts;
    this.tally = tally;
    this.events = parts.events ?? new CrawlEvents();
    this.startedAt = clock.now();
    this.scope = new Scope(settings);
    this.rules = agentRules(settings, archived);
    this.time = new RunTime(this.startedAt);
    const { scope, rules, time, coordination, events, credentials: credentialOrigins } = this;
    const stop = (reason: StopReason) => this.stop(reason);
    const steered = {
      store,
      clock,
      tally,
      archived,
      scope,
      rules,
      time,
      coordination,
      events,
      credentialOrigins,
      stop,
    };
    this.steering = new Steering(steered, settings);
    store.shared?.onChange(() => {
      this.hearOfOthers();
      coordination.notify();
    });
  }

  /** As they are by now: a running crawl may be told to change some of them. */
  get settings(): Settings {
    return this.steering.settings;
  }

  /** Keeps a command with the crawl and applies it at once. Returns it with what came of it. */
  async give(command: Command): Promise<KeptCommand> {
    const { commands } = this.store;
    const id = await commands.add(command);
    await this.steering.look();
    this.stayAlive();
    return (await commands.find(id))!;
  }

  /** What this run ends with at the latest. */
  get goals(): Pick<Settings, 'maxPages' | 'maxRelevant' | 'maxTime'> {
    return this.refresh === undefined ? this.settings : { ...noGoals, maxTime: this.refresh.maxTime };
  }

  get store(): CrawlStore {
    return this.parts.store;
  }

  private static async open(...given: Parameters<typeof openCrawl>): Promise<Crawl> {
    return new Crawl(await openCrawl(...given));
  }

  /** A new crawl, in the folder `settings.out`, or in memory without one. Nothing is written before all is checked. */
  static async start(settings: Settings, hooks: CrawlHooks = {}): Promise<Crawl> {
    const { out } = settings;
    // Before anybody is asked for seeds, which may take a while.
    const strategy = await readyStrategy(settings);
    if (out !== undefined) refuseTaken(out);
    if (out !== undefined) refuseOtherSeeds(out, settings);
    const { seeds, report } = await seedsFor(settings, hooks);
    if (report !== undefined) hooks.onSeeds?.(report, seeds);
    if (seeds.length === 0 && exampleUrls(settings).length === 0) {
      throw new UsageError(
        'no-seeds',
        `${settings.seeds.join(', ') || 'The list of seeds'} has no seeds; give --seed URL, --seeds FILE or --sources NAME.`,
      );
    }
    const crawl = await Crawl.open(settings, strategy, hooks, true);
    return crawl.prepared(async () => {
      if (report !== undefined && out !== undefined) keepSeeds(out, settings.query, seeds);
      crawl.namedSites = await assignSeeds(crawl.store, settings, seeds, crawl.parts.clock.now());
    });
  }

  /** Goes on with the crawl in the folder `settings.out`, under its own or changed settings, which are kept once all is checked. */
  static async resume(
    settings: Settings,
    previous: Settings,
    newSeeds: readonly Seed[],
    hooks: CrawlHooks = {},
  ): Promise<Crawl> {
    const crawl = await Crawl.open(settings, await readyStrategy(settings), hooks, false);
    return crawl.prepared(async () => {
      checkLimits(previous, settings, crawl.tally);
      if ((await crawl.store.notes.get('seeded')) === undefined) {
        const first = keptSeeds(settings) ?? (await seedsFor(settings, hooks)).seeds;
        crawl.namedSites = await assignSeeds(crawl.store, settings, [...first, ...newSeeds], crawl.parts.clock.now());
      } else {
        await checkAgents(crawl.store, previous, settings, crawl.parts.clock.now());
        await readmitRejected(crawl.store, previous, settings, crawl.parts.clock.now());
        crawl.namedSites = await addSeeds(crawl.store, settings, newSeeds, crawl.parts.clock.now());
      }
      keepMoreSeeds(settings.out!, settings.query, newSeeds);
      saveConfig(settings.out!, crawl.settings);
    });
  }

  /**
   * Visits pages of the crawl in the folder `settings.out` again, and then a number of new ones. What is left of a refresh that was
   * killed comes first, and is all.
   */
  static async refresh(
    settings: Settings,
    request: Omit<RefreshRequest, 'isInScope'> & { readonly newPages: number; readonly maxTime: number },
    hooks: CrawlHooks = {},
  ): Promise<Crawl> {
    const crawl = await Crawl.open(settings, await readyStrategy(settings), hooks, false);
    return crawl.prepared(async () => {
      const { store, clock } = crawl.parts;
      if (crawl.tally.documents === 0) throw nothingVisited(settings);
      await checkAgents(store, settings, settings, clock.now());
      crawl.namedSites = await addSeeds(store, settings, [], clock.now());
      const refresh = await beginRefresh(store, request, new Scope(settings), settings.sitemaps, clock.now());
      crawl.refresh = { ...refresh, newPages: request.newPages, maxTime: request.maxTime };
    });
  }

  /** Every visit as it is committed; ends with the reason. The crawl is closed when the iteration ends, however it ends. */
  async *run(): AsyncGenerator<Visited, StopReason> {
    let metrics: MetricsServer | undefined;
    try {
      metrics = await this.serveMetrics();
      // Holds for whatever ends the crawl from here on, a crash too, until there is a better reason.
      await this.store.notes.set('stop', 'interrupted');
      await this.steering.begin(this.startedAt, this.parts.keepPaused);
      if (this.settings.out !== undefined) this.diary = await CrawlDiary.open(this.store);
      await this.diary?.begin(this.parts.clock.now());
      await this.tellStart();
      const reason = yield* this.steered(this.runAgents());
      await this.store.notes.set('stop', reason);
      await noteSpending(this.store, this.parts.clock.now());
      const { msLeft: _, ...final } = await this.progress();
      this.final = final;
      await this.diary?.end(final, reason);
      if (reason === 'seeds-failed') this.seedFailures = await seedFailures(this.store.records);
      this.events.emit({ type: 'stop', reason });
      return reason;
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.policy === 'fatal') await this.store.noteFault(thrown.code);
      // The store may be what failed.
      await this.diary?.fault(this.parts.clock.now(), thrown).catch(() => {});
      const code = thrown instanceof Failure ? thrown.code : 'fault';
      this.events.emit({ type: 'fault', code, message: messageOf(thrown) });
      throw thrown;
    } finally {
      this.events.end();
      await metrics?.close();
      await this.parts.close();
    }
  }

  private async serveMetrics(): Promise<MetricsServer | undefined> {
    const { metrics: address } = this.settings;
    if (address === undefined) return undefined;
    const { events } = this;
    const { archive, store } = this.parts;
    const { shared } = store;
    const figures = shared && { figures: () => shared.figures() };
    const measured = { events, archive, progress: () => this.progress(), ...figures };
    const { serveMetrics } = await import('./metrics/serve-metrics.js');
    const server = await serveMetrics(new CrawlMetrics(measured), address);
    this.metricsUrl = server.url;
    return server;
  }

  /** The visits of the agents, while commands are looked for and events are told. */
  private async *steered(visits: AsyncGenerator<Visited, StopReason>): AsyncGenerator<Visited, StopReason> {
    this.timer = setInterval(() => void this.watch(), looksEvery);
    this.stayAlive();
    try {
      for (let next = await visits.next(); ; next = await visits.next()) {
        if (next.done) return next.value;
        await tellVisit(this.events, next.value, this.store.records);
        if (this.parts.clock.now() - this.toldAt >= tellsEvery) await this.tellProgress();
        yield next.value;
      }
    } finally {
      clearInterval(this.timer);
      await visits.return('interrupted');
    }
  }

  /** Once a second. A failure here is one of the store, which whoever writes next will meet. */
  private async watch(): Promise<void> {
    try {
      await this.steering.look();
      this.hearOfOthers();
      if (this.parts.clock.now() - this.toldAt >= looksEvery - tellsEvery) await this.tellProgress();
      await this.diary?.enter(await this.progress());
    } catch {}
    this.stayAlive();
  }

  /** What other workers have visited counts for the budget and for what a page is worth. */
  private hearOfOthers(): void {
    const { shared } = this.store;
    if (shared !== undefined) this.tally.addOthers(shared.takeOthers());
  }

  /** While all agents wait to be resumed, nothing else keeps the process alive. */
  private stayAlive(): void {
    if (this.coordination.isPaused) this.timer?.ref();
    else this.timer?.unref();
  }

  private async tellStart(): Promise<void> {
    const { query = null, strategy, out = null } = this.settings;
    const agents = (await this.store.directory.agents()).map(({ id, segment, seeds }) => ({ id, segment, seeds }));
    this.events.emit({ type: 'start', query, strategy, out, agents });
  }

  private async tellProgress(): Promise<void> {
    this.toldAt = this.parts.clock.now();
    if (this.events.hears('progress')) this.events.emit({ type: 'progress', ...(await this.progress()) });
  }

  /** Most crawls have no examples, and need nothing that reads them. */
  private async exampleTerms(): Promise<TermCounts[]> {
    if (this.settings.example.length === 0) return [];
    const { exampleTerms } = await import('./examples/example-terms.js');
    return exampleTerms(this.store, this.settings, this.parts.bodies);
  }

  /** First the agents that fetch the topic's examples, then those that crawl. */
  private async *runAgents(): AsyncGenerator<Visited, StopReason> {
    const parts = this.commonParts();
    for (const agent of await exampleAgents(parts, this.settings)) {
      const reason = yield* this.runAgent(agent);
      if (reason !== 'frontier-empty' && reason !== 'hosts-closed') return reason;
    }
    const { settings } = this;
    const topic = Topic.from(settings, await this.exampleTerms());
    const onLabel: LabelParts['onLabel'] = (label) => this.events.emit({ type: 'label', ...label });
    const make = async () => {
      const made = taughtBy(this.parts.teacher, this.parts.strategy.make(topic));
      const labelled = await withLabels(made, { ...parts, bodies: this.parts.bodies, settings, onLabel });
      const strategy = preferringHosts(labelled, () => this.settings.preferHosts);
      if (settings.organisation === 'segments' || this.parts.strategy.entry.ownLevels) return strategy;
      const { levels, tunnelling: share } = settings;
      return tunnelling(strategy, (judgement) => isRelevant(judgement, settings), { levels, share });
    };
    const sitemaps = settings.sitemaps ? new SiteSitemaps(parts) : undefined;
    await sitemaps?.catchUp();
    const common = { ...parts, topic, ...(sitemaps && { sitemaps }) };
    const underWay = await refreshUnderWay(this.store.notes);
    return yield* underWay === undefined ? this.runAgentPool(common, make) : this.runRefresh(common, make, underWay);
  }

  /**
   * First the sitemaps that are read again, since the choice of pages goes by what they say; then the pages that are visited again. Then
   * the new ones of the refresh, or else what the crawl goes on with.
   */
  private async *runRefresh(
    common: CommonParts,
    make: () => Promise<Strategy>,
    underWay: Refresh,
  ): AsyncGenerator<Visited, StopReason> {
    const { tally, refresh } = this;
    const { clock } = this.parts;
    const { notes } = this.store;
    const maxTime = refresh?.maxTime ?? this.settings.maxTime;
    const revisits = () => this.runAgentPool(withoutGoals(common, { maxTime }), async () => revisiting(await make()));
    if (underWay.pages === undefined) {
      const read = yield* revisits();
      if (!isDone(read)) return read;
      const chosen = await choosePages(this.store, underWay, common.scope, clock.now());
      if (refresh !== undefined) this.refresh = { ...refresh, ...chosen };
    }
    const revisited = yield* revisits();
    if (!isDone(revisited)) return revisited;
    if (refresh === undefined) {
      await endRefresh(this.store, clock.now());
      return yield* this.runAgentPool(common, make);
    }
    const maxPages = (await endRevisits(notes, tally.documents)) + refresh.newPages;
    const reason =
      tally.documents < maxPages
        ? yield* this.runAgentPool(withoutGoals(common, { maxTime, maxPages }), make)
        : revisited;
    if (!isDone(reason)) return reason;
    return (await endRefresh(this.store, clock.now())) ? 'hosts-waiting' : 'refreshed';
  }

  private async *runAgentPool(parts: CommonParts, make: () => Promise<Strategy>): AsyncGenerator<Visited, StopReason> {
    const { settings } = this;
    // Where time is not real, nobody can tell who hangs.
    const isReal = this.parts.clock === systemClock || this.store.shared !== undefined;
    const hang = isReal ? settings.hang : Number.POSITIVE_INFINITY;
    const pool = new AgentPool(parts, await this.store.directory.agents(), make, { ...settings, hang });
    this.agent = pool;
    if (this.stopRequest !== undefined) pool.stop(this.stopRequest);
    const reason = yield* pool.run();
    const [only, ...others] = pool.strategies;
    if (only !== undefined && others.length === 0 && mayThinkOtherwise(only))
      await this.parts.onLearnt?.(judgeAgain(only, this.store.records));
    return reason;
  }

  /** Takes no more URLs; the iteration ends when what is in flight has been committed. */
  stop(reason: StopReason = 'interrupted'): void {
    this.stopRequest ??= reason;
    this.agent?.stop(reason);
    this.coordination.notify();
  }

  /** Where it stands; once it has ended, where it stood then. */
  async progress(): Promise<CrawlProgress> {
    if (this.final !== undefined) return this.final;
    const now = this.parts.clock.now();
    const elapsedMs = this.time.elapsed(now);
    const times = { now, elapsedMs, paused: this.steering.paused };
    const progress = await progressOf(this.tally, this.goals, this.store, times);
    return this.coordination.shortage.isFelt ? { ...progress, isShortOfDescriptors: true } : progress;
  }

  private async *runAgent(agent: Agent): AsyncGenerator<Visited, StopReason> {
    this.agent = agent;
    if (this.stopRequest !== undefined) agent.stop(this.stopRequest);
    const visits = agent.run();
    for (let next = await visits.next(); ; next = await visits.next()) {
      if (next.done) return next.value;
      if (next.value === idle) await this.coordination.changedSince(agent.idleSince);
      else yield next.value;
    }
  }

  private commonParts(): CommonParts {
    const { store, clock, archive, reader, transport, renderer, cookies } = this.parts;
    const { settings, rules, scope, coordination, events } = this;
    const { out } = settings;
    for (const origin of this.credentialOrigins()) this.credentials.add(origin);
    return {
      store,
      clock,
      coordination,
      contents: new ContentSeen(store, rules),
      reader,
      whole: this.tally,
      topic: Topic.from(settings, []),
      scope,
      random: seededRandom(settings.randomSeed),
      budget: new Budget(
        () => this.settings,
        this.time,
        out === undefined ? () => 0 : bytesOnDisk(out, () => archive?.bytes ?? 0, typeof settings.archive === 'string'),
        store.shared,
      ),
      downloader: new Downloader({
        transport,
        notes: store.notes,
        clock,
        userAgent: userAgentOf(settings),
        headers: settings.header,
        credentialOrigins: this.credentials,
        types: settings.types,
        asksForReservations: settings.respectReservations,
        ...(cookies && { cookies }),
        acquireHostSlot: (host, onBehalfOf) => store.frontier.acquireHostSlot(host, clock.now(), onBehalfOf),
      }),
      rules,
      emit: (event) => events.emit(event),
      onSettled: (agent, settlements, result) => tellSettled(events, agent, settlements, result),
      ...(archive && { archive }),
      ...(renderer &&
        settings.render !== 'never' && { rendering: { mode: settings.render, renderer, now: () => clock.now() } }),
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
      await this.parts.close();
      throw thrown;
    }
  }
}

function nothingVisited({ out }: Settings): UsageError {
  const message = `${out} has no pages to visit again yet; run "osprey resume" first.`;
  return new UsageError('nothing-visited', message, { folder: out });
}

/** Checks all that can be without the network. */
async function readyStrategy(settings: Settings): Promise<PreparedStrategy> {
  const strategy = await prepareStrategy(settings);
  const isGivenAny = settings.example.length > 0;
  const terms = isGivenAny ? (await import('./examples/example-terms.js')).fileExamples(settings) : [];
  const topic = Topic.from(settings, terms);
  // A model that does not fit is found out before there is a folder.
  if (settings.model !== undefined) strategy.make(topic);
  return strategy;
}
