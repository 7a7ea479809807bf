import { existsSync } from 'node:fs';
import { Failure } from '../../failure.js';
import type { Database } from './sqlite-database.js';
import { storeFailure } from './store-failure.js';

/** A commit is due after a number of writes, or some time after the first of them. */
const maxWrites = 256;
const maxMs = 200;

/**
 * Writes that share a transaction, since a commit costs as much as the work of several pages. A group of them becomes
 * durable together, within `maxMs`. What must be durable before something happens in the world (the hold on a host
 * before the request) calls `commit`. After a failure the group is rolled back: what is in memory is then ahead of the
 * disk, so nothing more is written, and the crawl has to be opened anew.
 */
export class GroupCommit {
  private writes = 0;
  private timer: NodeJS.Timeout | undefined;
  private isHeld = false;
  /** Told to everyone who comes after. */
  private failure: { readonly thrown: unknown } | undefined;

  constructor(private readonly db: Database) {}

  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  write<T>(work: () => T): T {
    if (this.failure !== undefined) throw this.failure.thrown;
    return this.orFail(() => {
      if (this.writes === 0) this.begin();
      this.writes++;
      const result = work();
      if (this.writes >= maxWrites) this.commit();
      return result;
    });
  }

  /** Nothing is committed until the returned function is called: what is written in several turns becomes durable as a whole. */
  hold(): () => void {
    this.isHeld = true;
    return () => {
      this.isHeld = false;
      if (this.writes > 0 && !this.hasFailed) this.commitAfter(0);
    };
  }

  /** `isLast`: the store is closed, and nobody would be served by a failure. */
  commit(isLast = false): void {
    if (this.failure !== undefined) throw this.failure.thrown;
    if (this.writes === 0 || (this.isHeld && !isLast)) return;
    this.orFail(() => {
      if (!isLast) this.assertThere();
      // Whoever closes in the middle of something has not done it.
      this.db.exec(this.isHeld ? 'ROLLBACK' : 'COMMIT');
      clearTimeout(this.timer);
      this.writes = 0;
    });
  }

  /** SQLite would go on writing to a file that nobody can find any more. */
  private assertThere(): void {
    const file = this.db.location();
    if (!file || existsSync(file)) return;
    const message = `${file} is gone: somebody has removed or moved the folder of the crawl. Bring it back and resume, or crawl again.`;
    throw new Failure('folder-gone', message, 'fatal', { file });
  }

  private begin(): void {
    this.db.exec('BEGIN IMMEDIATE');
    this.commitAfter(maxMs);
  }

  private commitAfter(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.commitInTime(), ms).unref();
  }

  /** Nobody to tell here: the failure is kept for the next one to come. */
  private commitInTime(): void {
    try {
      this.commit();
    } catch {}
  }

  private orFail<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      clearTimeout(this.timer);
      this.failure = { thrown: storeFailure(thrown, this.db.location() ?? 'the database') };
      // A full disk may have rolled it back already.
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw this.failure.thrown;
    }
  }
}
