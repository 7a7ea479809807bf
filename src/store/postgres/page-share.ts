import type { PostgresDatabase } from './postgres-database.js';
import type { WorkerSession } from './worker-session.js';

/** Pages that are reserved at a time. */
const block = 64;
/**
 * A worker's share of the pages that all may visit. It reserves them in blocks, so that the budget is never passed. Where others have enough
 * that is better than its best to spend what is left, it leaves it to them.
 */
export class PageShare {
  private reserved = 0;
  private maxPages = Number.POSITIVE_INFINITY;
  private reserving: Promise<void> | undefined;
  /** Documents of all workers, when that was last found to be all of the budget. */
  private spentAt = 0;
  /** It was asked for pages and had none. */
  isShort = false;

  constructor(
    private readonly db: PostgresDatabase,
    private readonly session: WorkerSession,
    private readonly documents: () => number,
    private readonly isOutbid: () => boolean,
    private readonly granted: () => void,
    /** Called when all of the budget was found to be spent. */
    private readonly spent: () => Promise<void>,
  ) {}

  left(maxPages: number, underWay: number): number {
    if (maxPages === Number.POSITIVE_INFINITY) return maxPages;
    this.maxPages = maxPages;
    const left = Math.max(0, this.reserved - this.documents() - underWay);
    this.isShort = left === 0;
    if (left < block / 4) void this.reserve();
    return left;
  }

  isSpent(maxPages: number): boolean {
    return this.spentAt >= maxPages;
  }

  /** Asks for more where it ran short. A failure is one of the database, which whoever commits next will meet. */
  reserve(): Promise<void> {
    if (this.maxPages === Number.POSITIVE_INFINITY) return Promise.resolve();
    this.reserving ??= this.ask()
      .catch(() => undefined)
      .finally(() => {
        this.reserving = undefined;
      });
    return this.reserving;
  }

  /** What it does not use is for others. */
  async giveBack(): Promise<void> {
    if (this.reserved <= this.documents()) return;
    this.reserved = this.documents();
    await this.db.query('UPDATE worker SET reserved = $2 WHERE id = $1', [this.session.id, this.reserved]);
  }

  /** Others have better: it goes on once they have not, and ends when they have spent all. */
  async leaveToOthers(): Promise<void> {
    await this.giveBack();
    if (this.maxPages < Number.POSITIVE_INFINITY) await this.lookWhetherSpent();
  }

  private async ask(): Promise<void> {
    const wanted = this.documents() + block - this.reserved;
    if (wanted <= 0 || this.isOutbid()) return;
    const before = this.reserved;
    await this.db.transaction(async (tx) => {
      await tx.query("SELECT value FROM counter WHERE name = 'visit' FOR UPDATE");
      const [row] = await tx.query<{ reserved: number }>(sql.reserve, [this.session.id, wanted, this.maxPages]);
      this.reserved = row?.reserved ?? this.reserved;
    });
    if (this.reserved === before) return this.lookWhetherSpent();
    this.granted();
  }

  private async lookWhetherSpent(): Promise<void> {
    const [row] = await this.db.query<{ documents: number }>('SELECT sum(documents)::bigint AS documents FROM worker');
    if (row!.documents < this.maxPages) return;
    this.spentAt = row!.documents;
    await this.spent();
  }
}

const sql = {
  reserve: `UPDATE worker SET reserved = reserved + greatest(0, least($2::bigint,
      (SELECT ceil(($3::bigint - sum(reserved)) / (2.0 * count(*) FILTER (WHERE NOT ended))) FROM worker)))::bigint
    WHERE id = $1 AND NOT ended RETURNING reserved`,
} as const;
