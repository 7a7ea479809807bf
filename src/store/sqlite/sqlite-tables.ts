import type { FrontierTables, GateTable } from '../../frontier/frontier-tables.js';
import type { GateBoard } from '../../frontier/host-scheduler.js';
import type { Gate } from '../../frontier/hosts.js';
import type { SeenCache } from '../../frontier/seen-cache.js';
import type { GroupCommit } from './group-commit.js';
import type { Database } from './sqlite-database.js';
import { SqliteUrlTable } from './sqlite-url-table.js';
import { SqliteVisitTable } from './sqlite-visit-table.js';

/** The frontier's tables in SQLite. A claimed URL stays queued on disk until its visit is committed: a crash gives it back. */
export class SqliteTables implements FrontierTables {
  readonly gates: GateTable;
  readonly urls: SqliteUrlTable;
  readonly visits: SqliteVisitTable;

  constructor(
    private readonly db: Database,
    private readonly group: GroupCommit,
    judge: number,
    seen: SeenCache,
  ) {
    this.gates = gateTable(db);
    this.urls = new SqliteUrlTable(db, seen);
    this.visits = new SqliteVisitTable(db, judge);
  }

  restore(board: GateBoard): void {
    const gateById = new Map<number, Gate>();
    for (const { id, host, delay, ...state } of this.db.prepare(allGates).all() as unknown as GateRow[]) {
      gateById.set(id, board.hosts.add(id, host, { ...state, delay: delay ?? undefined }));
    }
    const places = this.db.prepare('SELECT url, agent, level, gate, priority FROM frontier');
    // Arrays are read in half the time that objects take.
    places.setReturnArrays(true);
    for (const [url, agent, level, gate, priority] of places.iterate() as Iterable<PlaceRow>) {
      board.put(board.lane(agent, level, gateById.get(gate)!), url, priority);
    }
  }

  write<T>(work: () => T): T {
    return this.group.write(work);
  }

  commit(): void {
    this.group.commit();
  }
}

const allGates = 'SELECT id, host, next_at AS nextAt, delay, failures, fetched FROM gate ORDER BY id';

function gateTable(db: Database): GateTable {
  const add = db.prepare('INSERT INTO gate (host) VALUES (?)');
  const save = db.prepare('UPDATE gate SET next_at = ?, delay = ?, failures = ?, fetched = ? WHERE id = ?');
  return {
    add: (host) => Number(add.run(host).lastInsertRowid),
    save({ id, nextAt, delay, failures, fetched }) {
      save.run(nextAt, delay ?? null, failures, fetched, id);
    },
  };
}

interface GateRow {
  id: number;
  host: string;
  nextAt: number;
  delay: number | null;
  failures: number;
  fetched: number;
}

type PlaceRow = [url: number, agent: number, level: number, gate: number, priority: number];
