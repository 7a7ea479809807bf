import path from 'node:path';
import type { Settings } from '../config/options.js';
import { Scope } from '../frontier/scope.js';
import type { CrawlTotals } from './crawl-store.js';
import { isLocked, openDatabase } from './sqlite-database.js';
import { SqliteRecords } from './sqlite-records.js';
import { databaseName, lockName } from './sqlite-store.js';

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
  };
  /** The hosts with the most pages. */
  readonly hosts: readonly HostLine[];
}

/** Reads a crawl's figures without disturbing it. */
export async function crawlStatus(
  folder: string,
  settings: Pick<Settings, 'maxPerHost'> & ConstructorParameters<typeof Scope>[0],
): Promise<CrawlStatus> {
  const db = openDatabase(path.join(folder, databaseName), { readOnly: true });
  try {
    const totals = await new SqliteRecords(db).totals();
    const stop = db.prepare("SELECT value FROM note WHERE key = 'stop'").get() as { value: string } | undefined;
    const gates = db
      .prepare(
        'SELECT g.host, g.fetched, count(*) AS queued FROM frontier f JOIN gate g ON g.id = f.gate GROUP BY g.id',
      )
      .all() as {
      host: string;
      fetched: number;
      queued: number;
    }[];
    const scope = new Scope(settings);
    const closed = gates.filter(({ host, fetched }) => fetched >= settings.maxPerHost || scope.isBlocked(host));
    const sum = (lines: typeof gates) => lines.reduce((total, { queued }) => total + queued, 0);
    const running = isLocked(path.join(folder, lockName));
    const { page = 0, duplicate = 0, ignored = 0 } = totals.outcomes;
    return {
      running,
      ...(!running && stop && { stopReason: stop.value }),
      pages: page + duplicate + ignored,
      totals,
      queue: { queued: sum(gates), hosts: gates.length, closed: sum(closed), closedHosts: closed.length },
      hosts: db
        .prepare(`
          SELECT g.host, g.fetched AS pages,
            (SELECT count(*) FROM visit v JOIN url u ON u.id = v.url JOIN judgement j ON j.visit = v.seq
             WHERE u.gate = g.id AND j.relevant AND j.judge = (SELECT value FROM note WHERE key = 'judge')) AS relevant,
            (SELECT count(*) FROM frontier f WHERE f.gate = g.id) AS queued
          FROM gate g WHERE g.fetched > 0 ORDER BY g.fetched DESC, g.id LIMIT 10`)
        .all() as unknown as HostLine[],
    };
  } finally {
    db.close();
  }
}
