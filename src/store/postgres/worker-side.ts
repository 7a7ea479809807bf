import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.js';
import type { Standing } from '../../frontier/host-offers.js';
import type { PagePrice } from '../../frontier/page-price.js';
import type { SharedCounts, SharedCrawl } from '../../model/shared-crawl.js';
import type { LearntVisit } from '../../model/strategy.js';
import { BroughtPages } from './brought-pages.js';
import type { Message } from './frontier/outbox.js';
import type { PostgresTables } from './frontier/postgres-tables.js';
import { PageShare } from './page-share.js';
import type { PostgresDatabase } from './postgres-database.js';
import type { PostgresKnowledge } from './postgres-knowledge.js';
import type { WorkerReport, WorkerSession } from './worker-session.js';

export type { Message };

/** What workers that spend one budget offer each other. */
type Market = Pick<PagePrice, 'hear' | 'standing' | 'isOutbid'>;

/** A request is not sent where less than this is left of the lease (ms). */
const margin = 1_000;
/** Lessons kept for an agent that does not come for them; of more, the oldest are forgotten. */
const mostLessons = 1_000;

const nothing: SharedCounts = {
  documents: 0,
  relevant: 0,
  redirects: 0,
  failed: 0,
  refused: 0,
  sitemaps: 0,
  bytes: 0,
};

const nothingDone = { claims: 0, explored: 0 };

/** What a worker knows of the others, and they of it. `look` keeps it up to date. */
export class WorkerSide implements SharedCrawl {
  readonly worker: string;
  readonly clock: Clock;
  readonly pages: PageShare;
  private readonly contents: BroughtPages;
  private listener: () => void = () => {};
  private readonly strategies = new Map<number, string>();
  private readonly lessons = new Map<number, LearntVisit[]>();
  private others: SharedCounts | undefined;
  private news: SharedCounts = nothing;
  /** What others did until they were last heard of. */
  private readonly standings = new Map<number, Pick<Standing, 'claims' | 'explored'>>();
  private isOver = false;
  /** It was asked what may come yet since it last had something to do. */
  private hasNothing = false;

  constructor(
    private readonly db: PostgresDatabase,
    private readonly session: WorkerSession,
    private readonly tables: PostgresTables,
    private readonly knowledge: PostgresKnowledge,
    private readonly market: Market,
    lastBrought: number,
    sleep: Clock['sleep'],
  ) {
    this.contents = new BroughtPages(db, session.id, lastBrought);
    // A copy of the crawl may write to the same place, and counts its workers anew.
    this.worker = `w${session.id}-${randomUUID().slice(0, 8)}`;
    this.clock = { now: () => session.serverTime(), sleep };
    const documents = () => tables.visits.counts.documents;
    this.pages = new PageShare(
      db,
      session,
      documents,
      () => market.isOutbid(session.serverTime()),
      () => this.changed(),
      async () => {
        // It is told with the last of what the others did.
        await this.count();
        this.changed();
      },
    );
  }

  holdsLease(): boolean {
    return this.session.remaining > Math.min(margin, this.session.renewEvery);
  }

  pagesLeft(maxPages: number, underWay: number): number {
    return this.pages.left(maxPages, underWay);
  }

  isSpent(maxPages: number): boolean {
    return this.pages.isSpent(maxPages);
  }

  mayComeYet(): boolean {
    this.hasNothing = true;
    return !this.isOver;
  }

  takeOthers(): SharedCounts {
    const { news } = this;
    this.news = nothing;
    return news;
  }

  follow(agent: number, strategy: string): void {
    this.strategies.set(agent, strategy);
  }

  lessonsFor(agent: number): readonly LearntVisit[] {
    return this.lessons.get(agent)?.splice(0) ?? [];
  }

  onChange(listener: () => void): void {
    this.listener = listener;
  }

  bring(page: Parameters<SharedCrawl['bring']>[0]): ReturnType<SharedCrawl['bring']> {
    return this.contents.bring(page);
  }

  figures(): Readonly<Record<string, number>> {
    const { session } = this;
    return { buckets: session.own.size, workers: session.live.length, leaseMs: Math.max(0, session.remaining) };
  }

  /** It has nothing to do: nothing is under way, and whoever asked for more got none. */
  get isIdle(): boolean {
    return this.hasNothing && this.tables.inFlight.size === 0 && !this.pages.isShort;
  }

  report(longestDelay: number): WorkerReport {
    const { counts } = this.tables.visits;
    const standing = this.market.standing(this.session.serverTime());
    return { longestDelay, standing, isIdle: this.isIdle, figures: { ...counts } };
  }

  /** There is something to do again. */
  changed(): void {
    this.isOver = false;
    this.hasNothing = false;
    this.listener();
  }

  /** Follows what others do, and finds out whether all is done. */
  async look(): Promise<void> {
    await this.count();
    const now = this.session.serverTime();
    if (this.tables.inFlight.size === 0 && this.market.isOutbid(now)) await this.pages.leaveToOthers();
    else if (this.pages.isShort) await this.pages.reserve();
    if (!this.isIdle) return;
    await this.pages.giveBack();
    if (this.isOver || this.session.live.some(({ id, isIdle }) => !isIdle && id !== this.session.id)) return;
    const [row] = await this.db.query<{ over: boolean }>(over);
    if (!row!.over || !this.isIdle) return;
    this.isOver = true;
    this.listener();
  }

  /** Brings what others have learnt, for agents to come for. */
  async learn(): Promise<void> {
    for (const [agent, strategy] of this.strategies) await this.learnFor(agent, strategy);
  }

  private async learnFor(agent: number, strategy: string): Promise<void> {
    const kept = this.lessons.get(agent) ?? [];
    this.lessons.set(agent, kept);
    for await (const visit of this.knowledge.news(agent, strategy)) kept.push({ ...visit, foreign: true });
    if (kept.length > mostLessons) kept.splice(0, kept.length - mostLessons);
  }

  private async count(): Promise<void> {
    const [row] = await this.db.query<{ counts: Partial<SharedCounts> }>(counts, [this.session.id]);
    const now = { ...nothing, ...row?.counts };
    const before = this.others ?? now;
    this.others = now;
    const sum = (key: keyof SharedCounts) => this.news[key] + Number(now[key]) - Number(before[key]);
    this.news = Object.fromEntries(
      (Object.keys(nothing) as (keyof SharedCounts)[]).map((key) => [key, sum(key)]),
    ) as SharedCounts;
    const visited = now.documents - before.documents;
    this.hear(Math.max(0, visited));
    if (visited !== 0) this.listener();
  }

  private hear(documents: number): void {
    const { live, id: own } = this.session;
    const others = live.filter(({ id, standing }) => id !== own && standing !== '');
    let [claims, explored] = [0, 0];
    const standings = others.map(({ id, standing }) => {
      const told = JSON.parse(standing) as Standing;
      // Of one that was there before, what it did before is nothing new.
      const before = this.standings.get(id) ?? (id < own ? told : nothingDone);
      claims += told.claims - before.claims;
      explored += told.explored - before.explored;
      this.standings.set(id, told);
      return told;
    });
    const before = others.filter(({ id }) => id < own).length;
    this.market.hear(standings, { claims, explored, documents, before }, this.session.serverTime());
  }
}

const counts = `
  SELECT coalesce(json_object_agg(key, total), '{}') AS counts FROM (
    SELECT key, sum(value::double precision) AS total FROM worker, json_each_text(figures::json) WHERE id <> $1 GROUP BY key
  ) sums`;
/** All that are there have nothing to do, nobody has a message, and nothing is queued that nobody owns. */
const over = `
  SELECT NOT EXISTS (SELECT 1 FROM worker WHERE NOT ended AND NOT is_idle) AND NOT EXISTS (SELECT 1 FROM inbox)
    AND NOT EXISTS (SELECT 1 FROM frontier f JOIN bucket b ON b.id = f.bucket WHERE b.owner IS NULL) AS over`;
