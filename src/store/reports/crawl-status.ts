import path from 'node:path';
import type { Settings } from '../../config/options.js';
import { Scope } from '../../frontier/scope.js';
import type { CrawlTotals } from '../../model/crawl-store.js';
import { isClosed, revisitLevel } from '../../model/frontier.js';
import { type Database, isLocked, oneView } from '../sqlite/sqlite-database.js';
import { databaseName, lockName } from '../sqlite/sqlite-store.js';
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
  /** The hosts with the most pages. */
  readonly hosts: readonly HostLine[];
}

/** Reads a crawl's figures without disturbing it. */
export async function crawlStatus(
  folder: string,
  settings: Pick<Settings, 'maxPerHost'> & ConstructorParameters<typeof Scope>[0],
): Promise<CrawlStatus> {
  return oneView(path.join(folder, databaseName), (db) => {
    const totals = crawlTotals(db);
    const stop = db.prepare("SELECT value FROM note WHERE key = 'stop'").get() as { value: string } | undefined;
    const queued = db.prepare(queuedUrls).all() as unknown as Queued[];
    const levels = db.prepare(queuedLevels).all() as unknown as CrawlStatus['queue']['levels'];
    const scope = new Scope(settings);
    const rules = { maxPerHost: settings.maxPerHost, blocked: (host: string) => scope.isBlocked(host) };
    const closed = queued.filter((hostQueue) => isClosed(hostQueue, rules));
    const open = queued.filter((hostQueue) => !isClosed(hostQueue, rules));
    const hosts = byHost(queued);
    const running = isLocked(path.join(folder, lockName));
    const { page = 0, duplicate = 0, ignored = 0 } = totals.outcomes;
    return {
      running,
      ...(!running && stop && { stopReason: stop.value }),
      pages: page + duplicate + ignored,
      totals,
      queue: {
        queued: sum(queued),
        hosts: hosts.size,
        closed: sum(closed),
        closedHosts: hosts.size - byHost(open).size,
        again: sum(open.filter(({ level }) => level === revisitLevel)),
        levels,
      },
      hosts: visitedHosts(db, hosts),
    };
  });
}

/** Of one host and level. */
interface Queued {
  readonly host: string;
  readonly fetched: number;
  readonly level: number;
  readonly queued: number;
}

const queuedUrls =
  'SELECT h.name AS host, h.fetched, f.level, count(*) AS queued FROM frontier f JOIN host h ON h.id = f.host GROUP BY h.id, f.level';

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

function visitedHosts(db: Database, queued: ReadonlyMap<string, number>): HostLine[] {
  const hosts = db
    .prepare(`
      SELECT h.name AS host, count(*) AS pages, count(*) FILTER (WHERE j.relevant) AS relevant
      FROM visit v JOIN url u ON u.id = v.url JOIN host h ON h.id = u.host
      LEFT JOIN judgement j ON j.visit = v.seq AND j.judge = (SELECT value FROM note WHERE key = 'judge')
      WHERE v.superseded = 0 AND v.outcome IN ('page', 'duplicate', 'ignored')
      GROUP BY h.id ORDER BY pages DESC, h.id LIMIT 10`)
    .all() as unknown as Omit<HostLine, 'queued'>[];
  return hosts.map((line) => ({ ...line, queued: queued.get(line.host) ?? 0 }));
}
