import { Failure } from '../../failure.js';
import { buckets } from '../../frontier/bucket-of.js';
import type { Standing } from '../../frontier/host-offers.js';
import type { Statement } from './frontier/changes.js';
import { jsonText } from './json-text.js';
import type { PostgresDatabase, Queries } from './postgres-database.js';
import type { WorkerTime } from './worker-time.js';

/** A lease ends so long after its last renewal (ms). */
export const usualLease = 30_000;
/** Renewals in the time of a lease. */
const renewals = 6;
/** Share of a lease for which a worker that is late may still renew it before others declare it ended. */
const grace = 1 / 3;

/** Answers by which the server's clock is known. More are no better, as clocks drift. */
const offsetsKept = 64;

/** What a worker tells the others with every renewal. */
export interface WorkerReport {
  /** The longest delay between two requests to a host of its own (ms). */
  readonly longestDelay: number;
  /** What it took, and the best in its queues. */
  readonly standing: Standing;
  /** It has nothing to do. */
  readonly isIdle: boolean;
  readonly figures: Readonly<Record<string, number>>;
}

/** A worker as the others see it. */
export interface LiveWorker {
  readonly id: number;
  readonly documents: number;
  readonly reserved: number;
  readonly isIdle: boolean;
  /** JSON; empty where it has not told yet. */
  readonly standing: string;
  readonly figures: string;
}

/** Somebody has taken over: nothing of this worker is written any more. */
export function fenced(id: number): Failure {
  const message = `Worker ${id} was away for longer than its lease, and others have taken over its hosts.`;
  return new Failure('lease-lost', message, 'fatal', { worker: id });
}

/**
 * One run of a worker: its lease, by the clock of the server alone, and the buckets that it owns. The lease is one row for all of its
 * buckets, so that a renewal is one small write and one row fences all that it writes; ids are never given twice, so that the
 * id stands for the epoch.
 */
export class WorkerSession {
  readonly own = new Set<number>();
  live: readonly LiveWorker[] = [];
  private sentAt = 0;
  /** What the server's clock was ahead of its own at least, by its last answers. */
  private readonly offsets: number[] = [];
  private lastTime = 0;

  private constructor(
    private readonly db: PostgresDatabase,
    readonly id: number,
    private readonly leaseMs: number,
    private readonly time: WorkerTime,
  ) {}

  static async begin(
    db: PostgresDatabase,
    name: string,
    time: WorkerTime,
    leaseMs = usualLease,
  ): Promise<WorkerSession> {
    const [row] = await db.query<{ id: number }>(
      `INSERT INTO worker (name, started_at, expires)
       VALUES ($1, extract(epoch FROM clock_timestamp()) * 1000, clock_timestamp() + $2 * interval '1 ms') RETURNING id`,
      [name, leaseMs],
    );
    const session = new WorkerSession(db, row!.id, leaseMs, time);
    await session.renew({
      longestDelay: 0,
      standing: { claims: 0, explored: 0, credit: 0, offers: [] },
      isIdle: false,
      figures: {},
    });
    return session;
  }

  /** How often it is to be renewed (ms). */
  get renewEvery(): number {
    return this.leaseMs / renewals;
  }

  /** How long it lasts (ms), from before its last renewal was asked for: whatever the answer took is on the safe side. */
  get remaining(): number {
    return this.sentAt + this.leaseMs - this.time.running();
  }

  /** How long ago it was renewed (ms). */
  get age(): number {
    return this.time.running() - this.sentAt;
  }

  /**
   * The time of the server (ms since 1970), late by as long as its quickest answer takes. It is never early: who takes over a host goes by the
   * time that another has noted for it.
   */
  serverTime(): number {
    const now = Math.floor(this.time.server?.() ?? this.time.running() + Math.max(...this.offsets));
    this.lastTime = Math.max(this.lastTime, now);
    return this.lastTime;
  }

  /** Saves knowledge for all: one of them is enough. */
  get isFirst(): boolean {
    return this.live.every(({ id }) => id >= this.id);
  }

  /** Throws `fenced` where others have taken over. */
  async renew({ longestDelay, standing, isIdle, figures }: WorkerReport, lessonsUntil?: string): Promise<void> {
    const sentAt = this.time.running();
    const [row] = await this.db.query<{ now: number }>(sql.renew, [
      this.id,
      this.leaseMs,
      longestDelay,
      jsonText(standing),
      isIdle,
      JSON.stringify(figures),
      lessonsUntil ?? null,
    ]);
    if (row === undefined) throw fenced(this.id);
    this.offsets.push(row.now - this.time.running());
    if (this.offsets.length > offsetsKept) this.offsets.shift();
    this.sentAt = sentAt;
  }

  /**
   * Declares ended whoever did not renew in time, and frees what they owned: for use after every delay that they may owe. Finds out who is
   * there.
   */
  async reap(): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.query(sql.reap, [this.leaseMs * grace]);
      await tx.query(sql.free);
    });
    await this.meet();
  }

  /** Finds out who is there, and what they tell. */
  async meet(): Promise<void> {
    this.live = await this.db.query<LiveWorker>(sql.live);
  }

  /** How many buckets it would have if all live workers had as many. */
  get fairShare(): number {
    return Math.ceil(buckets / Math.max(1, this.live.length));
  }

  /** Takes free buckets, up to its fair share. Returns those that are new. */
  async acquire(): Promise<number[]> {
    const wanted = this.fairShare - this.own.size;
    if (wanted <= 0) return [];
    const rows = await this.db.query<{ id: number }>(sql.acquire, [this.id, wanted]);
    const taken = rows.map(({ id }) => id);
    for (const id of taken) this.own.add(id);
    return taken;
  }

  /** Gives up buckets whose state is committed: others may go on at once. */
  async release(given: readonly number[]): Promise<void> {
    for (const id of given) this.own.delete(id);
    await this.db.query(sql.release, [this.id, `{${given.join()}}`]);
  }

  /** The statement that fences a transaction: it fails where the worker was declared ended. */
  fence(documents: number, figures: WorkerReport['figures']): Statement {
    return [sql.fence, [this.id, documents, JSON.stringify(figures)]];
  }

  /** Ends it. Where it ends in disorder, what it owned is free after every delay that it may owe. */
  async end(longestDelay = 0): Promise<void> {
    await this.db.transaction(async (tx: Queries) => {
      await tx.query(sql.end, [this.id, longestDelay]);
      await tx.query(sql.free);
    });
    this.own.clear();
  }
}

const sql = {
  renew: `UPDATE worker SET expires = clock_timestamp() + $2 * interval '1 ms', longest_delay = $3, standing = $4,
    is_idle = $5, figures = $6, lessons_until = $7::text::xid8 WHERE id = $1 AND NOT ended
    RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS now`,
  live: `SELECT id, documents, reserved, is_idle AS "isIdle", standing, figures
    FROM worker WHERE NOT ended ORDER BY id`,
  reap: `UPDATE worker SET ended = true, reserved = documents
    WHERE NOT ended AND expires + $1 * interval '1 ms' < clock_timestamp()`,
  free: `UPDATE bucket b SET owner = NULL, free_from = w.expires + w.longest_delay * interval '1 ms'
    FROM worker w WHERE w.id = b.owner AND w.ended`,
  acquire: `UPDATE bucket SET owner = $1 WHERE id IN (
      SELECT id FROM bucket WHERE owner IS NULL AND free_from <= clock_timestamp() ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
    ) AND EXISTS (SELECT 1 FROM worker WHERE id = $1 AND NOT ended FOR SHARE) RETURNING id`,
  release:
    'UPDATE bucket SET owner = NULL, free_from = clock_timestamp() WHERE owner = $1 AND id = ANY($2::text::smallint[])',
  fence: `WITH own AS (UPDATE worker SET documents = documents + $2, figures = $3 WHERE id = $1 AND NOT ended RETURNING id)
    SELECT 1 / count(*) AS holds FROM own`,
  end: `UPDATE worker SET ended = true, reserved = documents, expires = clock_timestamp(), longest_delay = $2
    WHERE id = $1 AND NOT ended`,
} as const;
