import type { Database } from './sqlite-database.js';

/** A commit is due after so many writes, or so long after the first of them. */
const maxWrites = 256;
const maxMs = 200;

/**
 * Transactions that share a commit. Each write is all or nothing by itself; a group of them becomes durable together,
 * within `maxMs`, since a commit costs as much as the work of several pages. What must be durable before something
 * happens in the world (the hold on a host before the request) calls `commit`. After a failed write the group is rolled
 * back: memory is then ahead of the disk, and the crawl has to be opened anew.
 */
export class GroupCommit {
  private writes = 0;
  private timer: NodeJS.Timeout | undefined;
  /** A commit that failed on its own account: told to whoever comes next. */
  private failure: unknown;

  constructor(private readonly db: Database) {}

  write<T>(work: () => T): T {
    if (this.failure !== undefined) throw this.failure;
    if (this.writes === 0) this.begin();
    try {
      const result = work();
      if (++this.writes >= maxWrites) this.commit();
      return result;
    } catch (thrown) {
      this.end('ROLLBACK');
      throw thrown;
    }
  }

  commit(): void {
    if (this.failure !== undefined) throw this.failure;
    if (this.writes > 0) this.end('COMMIT');
  }

  private begin(): void {
    this.db.exec('BEGIN IMMEDIATE');
    this.timer = setTimeout(() => this.commitInTime(), maxMs).unref();
  }

  private commitInTime(): void {
    try {
      this.commit();
    } catch (thrown) {
      this.failure = thrown;
    }
  }

  private end(how: 'COMMIT' | 'ROLLBACK'): void {
    clearTimeout(this.timer);
    this.writes = 0;
    this.db.exec(how);
  }
}
