import type { Reached } from '../../model/strategy.js';
import type { PostgresDatabase } from './postgres-database.js';
import { PostgresRecords } from './reading/postgres-records.js';

/**
 * The records as the worker sees them that writes them: what it has decided and not committed yet is committed before it reads. What
 * is asked for every page waits only where that page itself is not committed.
 */
export class StoreRecords extends PostgresRecords {
  private readonly committed: PostgresRecords;

  constructor(
    db: PostgresDatabase,
    private readonly flush: () => Promise<void>,
    /** Whether a visit is not committed yet. */
    private readonly isPending: (seq: number) => boolean,
  ) {
    super({
      query: async (text, values) => {
        await flush();
        return db.query(text, values);
      },
    });
    this.committed = new PostgresRecords(db);
  }

  override async inheritedState(seq: number): Promise<Reached['from']> {
    if (this.isPending(seq)) await this.flush();
    return this.committed.inheritedState(seq);
  }
}
