import type { FrontierTables, HostTable } from '../../frontier/frontier-tables.js';
import type { HostScheduler } from '../../frontier/host-scheduler.js';
import type { HostState } from '../../frontier/hosts.js';
import type { SeenCache } from '../../frontier/seen-cache.js';
import type { GroupCommit } from './group-commit.js';
import { allRows } from './rows.js';
import type { Database } from './sqlite-database.js';
import { SqliteUrlTable } from './sqlite-url-table.js';
import { SqliteVisitTable } from './sqlite-visit-table.js';

/** The frontier's tables in SQLite. A claimed URL stays queued on disk until its visit is committed: a crash gives it back. */
export class SqliteTables implements FrontierTables {
  readonly hosts: HostTable;
  readonly urls: SqliteUrlTable;
  readonly visits: SqliteVisitTable;

  constructor(
    private readonly db: Database,
    private readonly group: GroupCommit,
    judge: number,
    seen: SeenCache,
  ) {
    this.hosts = hostTable(db);
    this.urls = new SqliteUrlTable(db, seen);
    this.visits = new SqliteVisitTable(db, judge);
  }

  restore(scheduler: HostScheduler): void {
    const hostById = new Map<number, HostState>();
    for (const { id, host, delay, isGiven, address, ...state } of allRows<HostRow>(this.db.prepare(allHosts))) {
      const kept = { ...state, delay: delay ?? undefined, isGiven: isGiven === 1, address: address ?? undefined };
      hostById.set(id, scheduler.hosts.add(id, host, kept));
    }
    for (const [url, queue, level, host, priority] of this.places()) {
      const hostState = hostById.get(host)!;
      // Most hosts have one queue: it is at hand.
      const [first] = hostState.hostQueues;
      const isFirst = first !== undefined && first.partition.queue === queue && first.partition.level === level;
      scheduler.put(isFirst ? first : scheduler.hostQueue(queue, level, hostState), url, priority);
    }
  }

  /** The whole queue, in lots of arrays: read in a third of the time that objects one by one take. */
  private *places(): Generator<PlaceRow> {
    const lot = 5_000;
    const next = this.db.prepare(
      'SELECT url, queue, level, host, priority FROM frontier WHERE url > ? ORDER BY url LIMIT ?',
    );
    next.setReturnArrays(true);
    for (let after = -1; ; ) {
      const rows = next.all(after, lot) as unknown as PlaceRow[];
      yield* rows;
      if (rows.length < lot) return;
      [after] = rows.at(-1)!;
    }
  }

  write<T>(work: () => T): T {
    return this.group.write(work);
  }

  hold(): () => void {
    return this.group.hold();
  }

  commit(): void {
    this.group.commit();
  }
}

const allHosts = `
  SELECT id, name AS host, next_at AS nextAt, delay, failures, fetched, relevant, given AS isGiven, address
  FROM host ORDER BY id`;

function hostTable(db: Database): HostTable {
  const add = db.prepare('INSERT INTO host (name) VALUES (?)');
  const save = db.prepare(`
    UPDATE host SET next_at = ?, delay = ?, failures = ?, fetched = ?, relevant = ?, given = ?, address = ? WHERE id = ?`);
  return {
    add: (host) => Number(add.run(host).lastInsertRowid),
    save({ id, nextAt, delay, failures, fetched, relevant, isGiven, countedAt }) {
      save.run(nextAt, delay ?? null, failures, fetched, relevant, Number(isGiven), countedAt?.name ?? null, id);
    },
  };
}

interface HostRow {
  id: number;
  host: string;
  nextAt: number;
  delay: number | null;
  failures: number;
  fetched: number;
  relevant: number;
  isGiven: 0 | 1;
  address: string | null;
}

type PlaceRow = [url: number, queue: number, level: number, host: number, priority: number];
