import path from 'node:path';
import type { Settings } from '../config/options.js';
import { Scope } from '../frontier/scope.js';
import type { CrawlTotals } from './crawl-store.js';
import { type Database, isLocked, oneView } from './sqlite-database.js';
import { databaseName, lockName } from './sqlite-store.js';
import { crawlTotals } from './sqlite-totals.js';

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
    const queued = db.prepare(queuedHosts).all() as unknown as QueuedHost[];
    const levels = db.prepare(queuedLevels).all() as unknown as CrawlStatus['queue']['levels'];
    const scope = new Scope(settings);
    const closed = queued.filter(({ host, fetched }) => fetched >= settings.maxPerHost || scope.isBlocked(host));
    const running = isLocked(path.join(folder, lockName));
    const { page = 0, duplicate = 0, ignored = 0 } = totals.outcomes;
    return {
      running,
      ...(!running && stop && { stopReason: stop.value }),
      pages: page + duplicate + ignored,
      totals,
      queue: { queued: sum(queued), hosts: queued.length, closed: sum(closed), closedHosts: closed.length, levels },
      hosts: visitedHosts(db, new Map(queued.map((line) => [line.host, line.queued]))),
    };
  });
}

interface QueuedHost {
  readonly host: string;
  readonly fetched: number;
  readonly queued: number;
}

const queuedHosts =
  'SELECT g.host, g.fetched, count(*) AS queued FROM frontier f JOIN gate g ON g.id = f.gate GROUP BY g.id';

const queuedLevels = 'SELECT level, count(*) AS queued FROM frontier GROUP BY level ORDER BY level';

function sum(hosts: readonly QueuedHost[]): number {
  return hosts.reduce((total, { queued }) => total + queued, 0);
}

function visitedHosts(db: Database, queued: ReadonlyMap<string, number>): HostLine[] {
  const hosts = db
    .prepare(`
      SELECT g.host, g.fetched AS pages,
        (SELECT count(*) FROM visit v JOIN url u ON u.id = v.url JOIN judgement j ON j.visit = v.seq
         WHERE u.gate = g.id AND v.superseded = 0 AND j.relevant AND j.judge = (SELECT value FROM note WHERE key = 'judge')) AS relevant
      FROM (SELECT * FROM gate WHERE fetched > 0 ORDER BY fetched DESC, id LIMIT 10) g`)
    .all() as unknown as Omit<HostLine, 'queued'>[];
  return hosts.map((line) => ({ ...line, queued: queued.get(line.host) ?? 0 }));
}
