import { hostLimits, type LimitSettings } from '../../frontier/host-limits.js';
import { type Pause, pausedNote, pauseOf } from '../../model/commands.js';
import type { CrawlTotals } from '../../model/crawl-store.js';
import { documentCount } from '../../model/documents.js';
import { closedBy, revisitLevel } from '../../model/frontier.js';
import { type HostRow, HostUses, usedHosts } from '../rows/host-uses.js';
import { type RightsRow, rightsOfPages, type StatedRights, statedRights } from '../rows/stated-rights.js';
import { queuedByHost } from '../sqlite/queued-by-host.js';
import { allRows, oneRow } from '../sqlite/rows.js';
import type { Database } from '../sqlite/sqlite-database.js';
import { crawlTotals } from '../sqlite/sqlite-totals.js';
import { foundByHost } from './found-by-host.js';

export interface HostLine {
  readonly host: string;
  readonly pages: number;
  readonly relevant: number;
  readonly queued: number;
}

/** Where a crawl stands. */
export interface CrawlStatus {
  readonly running: boolean;
  /** Absent when it never came to an end. */
  readonly stopReason?: string;
  /** Who paused it, while it is paused; also of a crawl that was killed meanwhile. */
  readonly paused?: Pause;
  /** Commands that no run has applied yet. */
  readonly commandsWaiting: number;
  readonly pages: number;
  readonly totals: CrawlTotals;
  readonly queue: {
    readonly queued: number;
    readonly hosts: number;
    readonly closed: number;
    readonly closedHosts: number;
    /** What is to be visited again, on hosts that are not closed to it. */
    readonly again: number;
    /** Levels that hold any, in the order in which they are served. */
    readonly levels: readonly { readonly level: number; readonly queued: number }[];
  };
  /** What pages say of how they may be used. */
  readonly rights: StatedRights;
  /** The hosts with the most pages. */
  readonly hosts: readonly HostLine[];
}

/** A crawl's figures. `running`: whether a process is crawling, which the database does not tell. */
export function crawlStatus(db: Database, settings: LimitSettings, running: boolean): CrawlStatus {
  const waiting = oneRow<{ n: number }>(db.prepare('SELECT count(*) AS n FROM command WHERE applied_at IS NULL'));
  const queued = queuedByHost(db);
  const figures = {
    totals: crawlTotals(db),
    stop: noteOf(db, 'stop'),
    paused: noteOf(db, pausedNote),
    waiting: waiting?.n ?? 0,
    queued,
    levels: byLevel(queued),
    used: allRows<HostRow>(db.prepare(usedHosts)),
    visited: visitedHosts(db, 10),
    rights: allRows<RightsRow>(db.prepare(rightsOfPages)),
  };
  return statusOf(figures, settings, running);
}

/** What a store says of a crawl, for its status. */
export interface StatusFigures extends Pick<CrawlStatus, 'totals'> {
  readonly stop: string | undefined;
  readonly paused: string | undefined;
  /** Commands that no run has applied yet. */
  readonly waiting: number;
  readonly queued: readonly QueuedHost[];
  readonly levels: CrawlStatus['queue']['levels'];
  /** Hosts that pages were fetched from. */
  readonly used: readonly HostRow[];
  /** The hosts with the most pages. */
  readonly visited: readonly Omit<HostLine, 'queued'>[];
  readonly rights: readonly RightsRow[];
}

export function statusOf(figures: StatusFigures, settings: LimitSettings, running: boolean): CrawlStatus {
  const { totals, stop, queued, levels } = figures;
  const paused = pauseOf(figures.paused);
  const limits = hostLimits(settings);
  const uses = new HostUses(figures.used);
  const closed: QueuedHost[] = [];
  const open: QueuedHost[] = [];
  for (const hostQueue of queued) {
    const rule = closedBy(uses.of(hostQueue.host), hostQueue.level, limits);
    (rule === undefined ? open : closed).push(hostQueue);
  }
  const hosts = byHost(queued);
  return {
    running,
    ...(!running && stop && { stopReason: stop }),
    ...(paused && { paused }),
    commandsWaiting: figures.waiting,
    pages: documentCount(totals.outcomes),
    totals,
    rights: statedRights(figures.rights),
    queue: {
      queued: sum(queued),
      hosts: hosts.size,
      closed: sum(closed),
      closedHosts: hosts.size - byHost(open).size,
      again: sum(open.filter(({ level }) => level === revisitLevel)),
      levels,
    },
    hosts: figures.visited.map((line) => ({ ...line, queued: hosts.get(line.host) ?? 0 })),
  };
}

function noteOf(db: Database, key: string): string | undefined {
  return oneRow<{ value: string }>(db.prepare('SELECT value FROM note WHERE key = ?'), key)?.value;
}

/** Of one host and level. */
export interface QueuedHost {
  readonly host: string;
  readonly level: number;
  readonly queued: number;
}

function byLevel(hostQueues: readonly QueuedHost[]): CrawlStatus['queue']['levels'] {
  const levels = new Map<number, number>();
  for (const { level, queued } of hostQueues) levels.set(level, (levels.get(level) ?? 0) + queued);
  return [...levels].map(([level, queued]) => ({ level, queued })).sort((a, b) => a.level - b.level);
}

function sum(hostQueues: readonly QueuedHost[]): number {
  return hostQueues.reduce((total, { queued }) => total + queued, 0);
}

/** How much is queued of each host. */
function byHost(hostQueues: readonly QueuedHost[]): ReadonlyMap<string, number> {
  const hosts = new Map<string, number>();
  for (const { host, queued } of hostQueues) hosts.set(host, (hosts.get(host) ?? 0) + queued);
  return hosts;
}

/** The hosts with the most pages, at most so many. */
export function hostLines(db: Database, most: number): HostLine[] {
  const queued = byHost(queuedByHost(db));
  return visitedHosts(db, most).map((line) => ({ ...line, queued: queued.get(line.host) ?? 0 }));
}

function visitedHosts(db: Database, most: number): Omit<HostLine, 'queued'>[] {
  const hosts = new Map<number, { id: number; pages: number; relevant: number }>();
  for (const { host, pages, relevant } of foundByHost(db)) {
    const sum = hosts.get(host) ?? { id: host, pages: 0, relevant: 0 };
    sum.pages += pages;
    sum.relevant += relevant;
    hosts.set(host, sum);
  }
  const name = db.prepare('SELECT name FROM host WHERE id = ?');
  return [...hosts.values()]
    .sort((a, b) => b.pages - a.pages || a.id - b.id)
    .slice(0, most)
    .map(({ id, pages, relevant }) => ({ host: oneRow<{ name: string }>(name, id)!.name, pages, relevant }));
}
