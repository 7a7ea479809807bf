import type { Archive } from '../archive/archive.js';
import type { Clock } from '../clock.js';
import type { Budget } from '../crawl/progress/budget.js';
import type { StopReason } from '../crawl/progress/stop-reason.js';
import type { Tally } from '../crawl/progress/tally.js';
import type { Downloader } from '../download/downloader.js';
import type { PaceRules } from '../download/pace.js';
import type { Scope } from '../frontier/scope.js';
import type { CrawlStore } from '../model/crawl-store.js';
import type { Claim, Settlement, SettleResult } from '../model/frontier.js';
import type { Page } from '../model/page.js';
import type { Strategy } from '../model/strategy.js';
import type { Visit } from '../model/visit.js';
import type { PageReader } from '../reading/page-pool.js';
import type { Topic } from '../topic/topic.js';
import type { AgentCoordination } from './agent-coordination.js';
import type { ContentSeen } from './content-seen.js';
import type { FetchResult } from './fetch-claim.js';
import { InFlight } from './in-flight.js';
import { KnowledgeSaving } from './knowledge-saving.js';
import type { LessonExchange } from './lesson-exchange.js';
import { NextRequests } from './next-requests.js';
import { PageProcessor } from './page-processor.js';
import type { RenderingParts } from './run-claimed.js';
import { archived, SettlementBuilder, type SettlementDraft } from './settlement-builder.js';
import { SiteSitemaps } from './site-sitemaps.js';
import { SitemapProcessor } from './sitemap-processor.js';

export interface AgentRules {
  /** Requests in flight at the same time. */
  readonly requests: number;
  readonly retries: number;
  readonly maxRedirects: number;
  readonly maxPageBytes: number;
  readonly pace: PaceRules;
  readonly followNofollow: boolean;
  /** A crawl with nothing to do for longer than this (ms) ends; it can be resumed when the hosts are back. */
  readonly patience: number;
  /** Relevant pages after which an agent has reached its goal. */
  readonly relevantPerAgent: number;
  /** Queued URLs are forgotten after this time (ms). */
  readonly expire: number;
  /** Or after this number of visits. */
  readonly expirePages: number;
  readonly threshold: number;
  readonly rawThreshold?: number;
  /** Bits by which the simhashes of near-duplicates may differ. */
  readonly nearDuplicates: number | 'off';
  /**
   * Fetch results are applied in the order of their claims, so that neither speed nor the number of threads changes what is
   * visited. Costs waiting on a live web.
   */
  readonly ordered: boolean;
  /** The crawl may take so many times as long as by taking whatever is ready, for better pages. */
  readonly prefer: number;
  /** Share of the pages that may go to hosts not visited before. */
  readonly exploration: number;
}

export interface AgentParts {
  readonly id: number;
  /** The share of the frontier that it takes its URLs from, and that its links go to. */
  readonly queue: number;
  /** Others take their URLs from it too. */
  readonly queueForAll: boolean;
  readonly strategy: Strategy;
  readonly topic: Topic;
  readonly store: CrawlStore;
  readonly downloader: Downloader;
  readonly reader: PageReader;
  /** Where the scripts of pages are run. */
  readonly rendering?: RenderingParts;
  readonly scope: Scope;
  readonly archive?: Archive;
  readonly clock: Clock;
  readonly random: () => number;
  readonly rules: AgentRules;
  readonly budget: Budget;
  /** Of its own visits, and of those of the whole crawl. */
  readonly tally: Tally;
  readonly whole: Tally;
  readonly coordination: AgentCoordination;
  readonly contents: ContentSeen;
  /** Where the sitemaps of sites are looked for. */
  readonly sitemaps?: SiteSitemaps;
  /** What it learns from other agents, and they from it. */
  readonly exchange?: LessonExchange;
  /** Called with what it has committed. */
  readonly onSettled?: (agent: number, settlements: readonly Settlement[], result: SettleResult) => void;
  /** The requests of the agent in whose place it comes. */
  readonly inFlight?: InFlight;
  /**
   * Set for the agent that fetches the topic's examples: its pages are kept as such. Their links are seeds of the agent
   * `seeds`, or not followed where it is absent.
   */
  readonly collectsExamples?: { readonly seeds?: number };
}

/** A committed visit. */
export interface Visited {
  readonly seq: number;
  readonly agent: number;
  readonly url: string;
  readonly visit: Visit;
  readonly page?: Page;
}

/** Yielded in place of a visit by an agent that has nothing to do as long as nothing changes for all of them (`AgentCoordination`). */
export const idle = Symbol('idle');

/**
 * A strategy with its knowledge and its share of the frontier. It loops: claim the best URLs that may be visited now,
 * download, judge, rank, learn, commit. All of its state is in the store: it can be killed at any moment.
 */
export class Agent {
  readonly inFlight: InFlight;
  private readonly settlements: SettlementBuilder;
  private stopRequest: StopReason | undefined;
  private sleeping = new AbortController();
  private readonly saving: KnowledgeSaving;
  private readonly requests: NextRequests;
  private batch: readonly FetchResult[] = [];
  /** The page that it is at work on, and how often it was seen at it; undefined while it waits. */
  work: { readonly claim: Claim; looks: number } | undefined;
  /** What the coordination had come to when it last found nothing to do. */
  idleSince = 0;
  /** It waits for a host's time, or for what others may find. */
  isWaiting = false;
  /** It was given up: whatever it still does must change nothing. */
  private isAbandoned = false;

  constructor(readonly parts: AgentParts) {
    this.saving = new KnowledgeSaving(parts.id, parts.strategy);
    this.inFlight = parts.inFlight ?? new InFlight(parts.rules.ordered, parts.rules.requests, parts.coordination);
    this.requests = new NextRequests(parts, this.inFlight, this.saving);
    const pages = new PageProcessor(parts);
    // What is queued of earlier runs is read in any case.
    const sitemaps = new SitemapProcessor(parts, pages, parts.sitemaps ?? new SiteSitemaps(parts));
    this.settlements = new SettlementBuilder(parts, pages, sitemaps);
  }

  /** Takes no more URLs; `run` ends when what is in flight has arrived. */
  stop(reason: StopReason): void {
    this.stopRequest ??= reason;
    this.sleeping.abort();
    this.inFlight.nudge();
  }

  /**
   * Gives it up, whatever it is doing: its requests are for the one that comes in its place (`inFlight`), the pages that wait for
   * their turn with them. Returns the settlement of the page that it was at: to be tried again, or failed for good.
   */
  abandon(why: string): Settlement | undefined {
    this.isAbandoned = true;
    this.stop('interrupted');
    const { coordination, contents } = this.parts;
    const failed = this.batch.find(({ claim }) => claim === this.work?.claim);
    contents.settled(pagesOf(this.batch));
    this.inFlight.putBack(this.batch.filter((fetchResult) => fetchResult !== failed));
    this.batch = [];
    if (failed === undefined) return undefined;
    coordination.underWay--;
    return this.settlements.failed(failed, why);
  }

  /** What becomes of the requests of one in whose place none comes: all go back to the queue, with what their hosts are owed. */
  async giveBack(): Promise<Settlement[]> {
    return (await this.inFlight.rest()).map((fetchResult) => this.settlements.unread(fetchResult));
  }

  /** Crawls until a budget, a goal or an empty frontier ends it; the last value is the reason. */
  async *run(): AsyncGenerator<Visited | typeof idle, StopReason> {
    await this.restore();
    while (!this.isAbandoned) {
      const stop = this.stopRequest ?? this.spent();
      if (stop === undefined) await this.learnFromOthers();
      const { version } = this.parts.coordination;
      const isPaused = this.parts.coordination.isPaused;
      const { nextAt, held = false } = stop === undefined && !isPaused ? await this.requests.begin() : {};
      if (this.inFlight.size === 0) {
        if (stop !== undefined || this.stopRequest !== undefined) return await this.finish(stop ?? this.stopRequest!);
        const isFar = nextAt === undefined || this.isTooLong(nextAt);
        if (isPaused || (isFar && this.mayComeYet(held || nextAt !== undefined))) {
          this.idleSince = version;
          this.isWaiting = true;
          yield idle;
          this.isWaiting = false;
          continue;
        }
        if (nextAt === undefined) return await this.finish(await this.exhausted());
        if (isFar) return await this.finish(this.nothingButWaiting());
        await this.pause(nextAt, version);
        continue;
      }
      await this.inFlight.wait(this.parts.clock, nextAt);
      if (this.isAbandoned) break;
      const batch = this.inFlight.take();
      if (batch.length > 0) yield* await this.commit(batch);
    }
    return 'interrupted';
  }

  private spent(): StopReason | undefined {
    const { budget, whole, tally, rules, clock } = this.parts;
    return budget.spent(whole, clock.now()) ?? (tally.relevant >= rules.relevantPerAgent ? 'agent-goals' : undefined);
  }

  /** What was learnt up to the last snapshot is loaded; the visits since are learnt again. */
  private async restore(): Promise<void> {
    const { store, id, strategy, tally } = this.parts;
    const saved = await store.knowledge(id, strategy.name);
    if (strategy.learn !== undefined) store.shared?.follow(id, strategy.name);
    await this.saving.restore(saved);
    const hasChanged = await strategy.external?.poll(tally.documents);
    // What it read outside before the first page cannot be read again as it was.
    if (hasChanged || (strategy.external && saved.data === undefined)) await this.requests.change([]);
  }

  /** Others are at work: they may free a host that its URLs wait for, or, where the queue is one for all, find more. */
  private mayComeYet(held: boolean): boolean {
    const { coordination, queueForAll, store } = this.parts;
    if (store.shared?.mayComeYet()) return true;
    return coordination.underWay > 0 && (held || queueForAll);
  }

  private async learnFromOthers(): Promise<void> {
    const { exchange, id, strategy, tally } = this.parts;
    const { shared } = this.parts.store;
    const ofOtherWorkers = shared?.lessonsFor(id) ?? [];
    // The other agents here learn from them as they do from its own.
    for (const visit of ofOtherWorkers) exchange?.publish(id, visit);
    for (const visit of [...(exchange?.lessonsFor(id, tally.documents) ?? []), ...ofOtherWorkers]) {
      strategy.learn?.(visit);
      this.saving.add({ lesson: visit });
    }
    if (ofOtherWorkers.length > 0) await this.requests.revalue(tally.documents);
  }

  /** `version`: of the coordination, before it was found that there is nothing to do. */
  private async pause(until: number, version: number): Promise<void> {
    if (this.stopRequest !== undefined) return;
    const { clock, budget, coordination } = this.parts;
    this.isWaiting = true;
    this.sleeping = new AbortController();
    const time = clock.sleep(Math.max(0, Math.min(until, budget.deadline) - clock.now()), this.sleeping.signal);
    // What others find may be for this one, and on a host that is open; and the crawl may be told something.
    await Promise.race([time, coordination.changedSince(version)]);
    this.sleeping.abort();
    this.isWaiting = false;
  }

  private async commit(batch: readonly FetchResult[]): Promise<Visited[]> {
    const { archive, store, tally, whole, strategy, coordination, contents, exchange, id } = this.parts;
    this.batch = batch;
    this.watchShortage(batch);
    const drafts: SettlementDraft[] = [];
    const hasChanged = await this.working(batch[0]!.claim, () => strategy.external?.poll(tally.documents));
    for (const fetchResult of batch) {
      if (this.isAbandoned) return [];
      drafts.push(await this.working(fetchResult.claim, () => this.settlements.of(fetchResult)));
    }
    if (this.isAbandoned) return [];
    const settlements =
      archive === undefined ? drafts.map(({ settlement }) => settlement) : await archived(archive, drafts);
    for (const { visit } of settlements) if (visit !== undefined) this.saving.add(visit);
    const knowledge = hasChanged ? this.saving.now() : this.saving.ifDue();
    const result = await store.frontier.settle({ settlements, ...(knowledge && { knowledge }) });
    const { seqs } = result;
    const documentsBefore = tally.documents;
    const visited: Visited[] = [];
    for (const [index, seq] of seqs.entries()) {
      const { visit, claim } = settlements[index]!;
      if (seq <= 0 || visit === undefined) continue;
      const { known } = batch[index]!;
      whole.add(visit, known);
      // What another has found is not taken off its own count.
      if (whole !== tally) tally.add(visit, known?.agent === id ? known : undefined);
      const { page, learnt } = drafts[index]!;
      if (learnt !== undefined) exchange?.publish(id, learnt);
      visited.push({ seq, agent: id, url: claim.url, visit, ...(page && { page }) });
    }
    contents.settled(pagesOf(batch));
    coordination.underWay -= batch.length;
    this.batch = [];
    await this.requests.revalue(documentsBefore);
    coordination.notify();
    this.parts.onSettled?.(id, settlements, result);
    return visited;
  }

  private watchShortage(batch: readonly FetchResult[]): void {
    const { coordination, clock } = this.parts;
    for (const { download } of batch) {
      if (download.kind === 'answer' || download.kind === 'robots') coordination.shortage.answered();
      else if (download.kind === 'failed' && download.failure.code === 'no-descriptors')
        coordination.shortage.felt(clock.now(), batch.length + this.inFlight.size);
    }
  }

  /** What takes long, or throws, is known by the page that it was at. */
  private async working<T>(claim: Claim, work: () => T | Promise<T>): Promise<T> {
    this.work = { claim, looks: 0 };
    const result = await work();
    this.work = undefined;
    return result;
  }

  /** Longer than any pace of our own asks for, and than the time that is left: the hosts are away. */
  private isTooLong(nextAt: number): boolean {
    const { clock, budget, rules } = this.parts;
    return Math.min(nextAt, budget.deadline) - clock.now() > Math.max(rules.patience, 2 * rules.pace.delayMs);
  }

  private nothingButWaiting(): StopReason {
    return this.parts.whole.documents === 0 && !this.parts.collectsExamples ? 'seeds-failed' : 'hosts-waiting';
  }

  private async exhausted(): Promise<StopReason> {
    const { store, clock, whole, rules, collectsExamples } = this.parts;
    const { queuedClosed } = await store.frontier.stats(clock.now());
    if (queuedClosed > 0) return 'hosts-closed';
    if (collectsExamples) return 'frontier-empty';
    if (whole.documents === 0) return 'seeds-failed';
    if (!Number.isFinite(rules.expire) && !Number.isFinite(rules.expirePages)) return 'frontier-empty';
    const { rejections } = await store.records.totals();
    return rejections.expired === undefined ? 'frontier-empty' : 'expired';
  }

  private async finish(reason: StopReason): Promise<StopReason> {
    const knowledge = this.saving.atEnd();
    if (knowledge !== undefined) await this.parts.store.frontier.settle({ settlements: [], knowledge });
    await this.parts.archive?.sync();
    return reason;
  }
}

function* pagesOf(batch: readonly FetchResult[]): Generator<{ claim: Claim; page: Page }> {
  for (const { claim, result } of batch) if (result?.page !== undefined) yield { claim, page: result.page };
}
