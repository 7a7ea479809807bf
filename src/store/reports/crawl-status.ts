import { hostLimits, type LimitSettings } from '../../frontier/host-limits.js';
import { type Pause, pausedNote, pauseOf } from '../../model/commands.js';
import type { CrawlTotals } from '../../model/crawl-store.js';
import { documentCount } from '../../model/documents.js';
import { closedBy, revisitLevel } from '../../model/frontier.js';
import { type HostRow, HostUses, usedHosts } from '../rows/host-uses.js';
import { rightsOfPages, type StatedRights, statedRights } from '../rows/stated-rights.js';
import { allRows, eachRow, oneRow } from '../sqlite/rows.js';
import { currentJudgement, documentList } from '../sqlite/sql-parts.js';
import type { Database } from '../sqlite/sqlite-database.js';
import { crawlTotals } from '../sqlite/sqlite-totals.js';

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
  const totals = crawlTotals(db);
  const stop = noteOf(db, 'stop');
  const paused = pauseOf(noteOf(db, pausedNote));
  const waiting = oneRow<{ n: number }>(db.prepare('SELECT count(*) AS n FROM command WHERE applied_at IS NULL'));
  const queued = allRows<Queued>(db.prepare(queuedUrls));
  const levels = allRows<CrawlStatus['queue']['levels'][number]>(db.prepare(queuedLevels));
  const limits = hostLimits(settings);
  const uses = new HostUses(eachRow<HostRow>(db.prepare(usedHosts)));
  const closed: Queued[] = [];
  const open: Queued[] = [];
  for (const hostQueue of queued) {
    const rule = closedBy(uses.of(hostQueue.host), hostQueue.level, limits);
    (rule === undefined ? open : closed).push(hostQueue);
  }
  const hosts = byHost(queued);
  return {
    running,
    ...(!running && stop && { stopReason: stop }),
    ...(paused && { paused }),
    commandsWaiting: waiting?.n ?? 0,
    pages: documentCount(totals.outcomes),
    totals,
    rights: statedRights(allRows(db.prepare(rightsOfPages))),
    queue: {
      queued: sum(queued),
      hosts: hosts.size,
      closed: sum(closed),
      closedHosts: hosts.size - byHost(open).size,
      again: sum(open.filter(({ level }) => level === revisitLevel)),
      levels,
    },
    hosts: visitedHosts(db, hosts, 10),
  };
}

function noteOf(db: Database, key: string): string | undefined {
  return oneRow<{ value: string }>(db.prepare('SELECT value FROM note WHERE key = ?'), key)?.value;
}

/** Of one host and level. */
interface Queued {
  readonly host: string;
  readonly level: number;
  readonly queued: number;
}

const queuedUrls =
  'SELECT h.name AS host, f.level, count(*) AS queued FROM frontier f JOIN host h ON h.id = f.host GROUP BY h.id, f.level';

const queuedLevels = 'SELECT level, count(*) AS queued FROM frontier GROUP BY level ORDER BY level';

function sum(hostQueues: readonly Queued[]): number {
  return hostQueues.reduce((total, { queued }) => total + queued, 0);
}

/** How much is queued of each host. */
function byHost(hostQueues: readonly Queued[]): ReadonlyMap<string, number> {
  const hosts = new Map<string, number>();
  for (const { host, queued } of hostQueues) hosts.set(host, (hosts.get(host) ?? 0) + queued);
  return hosts;
}

/** The hosts with the most pages, at most so many. */
export function hostLines(db: Database, most: number): HostLine[] {
  return visitedHosts(db, byHost(allRows<Queued>(db.prepare(queuedUrls))), most);
}

function visitedHosts(db: Database, queued: ReadonlyMap<string, number>, most: number): HostLine[] {
  const hosts = allRows<Omit<HostLine, 'queued'>>(
    db.prepare(`
    SELECT h.name AS host, count(*) AS pages, count(*) FILTER (WHERE j.relevant) AS relevant
    FROM visit v JOIN url u ON u.id = v.url JOIN host h ON h.id = u.host LEFT JOIN ${currentJudgement}
    WHERE v.superseded = 0 AND v.outcome IN ${documentList}
    GROUP BY h.id ORDER BY pages DESC, h.id LIMIT ?`),
    most,
  );
  return hosts.map((line) => ({ ...line, queued: queued.get(line.host) ?? 0 }));
}
