import { allRows, oneRow } from '../sqlite/rows.js';
import { currentJudgement, documentList } from '../sqlite/sql-parts.js';
import type { Database } from '../sqlite/sqlite-database.js';

/** What an agent has found on a host. */
export interface FoundOnHost {
  readonly agent: number;
  readonly host: number;
  /** Documents. */
  readonly pages: number;
  readonly relevant: number;
  /** Of the relevant ones, those that were not ignored. */
  readonly relevantPages: number;
}

interface Counted {
  readonly version: number;
  readonly found: readonly FoundOnHost[];
}

const counted = new WeakMap<Database, Counted>();

/**
 * Counts documents by agent and host. The one pass over all visits is shared by those who ask for different sums of them, as long as nobody has
 * written to the database since: it takes most of the time of a large crawl's status. What this connection writes itself does not change the
 * version, so only readers may call this.
 */
export function foundByHost(db: Database): readonly FoundOnHost[] {
  const { data_version: version } = oneRow<{ data_version: number }>(db.prepare('PRAGMA data_version'))!;
  const known = counted.get(db);
  if (known?.version === version) return known.found;
  const found = allRows<FoundOnHost>(
    db.prepare(`
    SELECT v.agent, u.host, count(*) AS pages, count(*) FILTER (WHERE j.relevant) AS relevant,
      count(*) FILTER (WHERE j.relevant AND v.outcome = 'page') AS relevantPages
    FROM visit v JOIN url u ON u.id = v.url LEFT JOIN ${currentJudgement}
    WHERE v.superseded = 0 AND v.outcome IN ${documentList} GROUP BY v.agent, u.host`),
  );
  counted.set(db, { version, found });
  return found;
}
