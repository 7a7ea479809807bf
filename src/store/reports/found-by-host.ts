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
 * written to the database since: it takes much of the time of a large crawl's status. `linkedPages` counts them on its way. What this connection
 * writes itself does not change the version, so only readers may call this.
 */
export function foundByHost(db: Database): readonly FoundOnHost[] {
  const version = versionOf(db);
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

/** Counts documents for a reader who reads them all. */
export class FoundCounter {
  private readonly version: number;
  private readonly hosts = new Map<number, Map<number, Found>>();

  constructor(private readonly db: Database) {
    this.version = versionOf(db);
  }

  add(agent: number, host: number, isPage: boolean, isRelevant: boolean): void {
    const ofAgent = this.hosts.get(agent) ?? new Map<number, Found>();
    this.hosts.set(agent, ofAgent);
    const found = ofAgent.get(host) ?? new Found(agent, host);
    ofAgent.set(host, found);
    found.pages++;
    if (!isRelevant) return;
    found.relevant++;
    if (isPage) found.relevantPages++;
  }

  /** All were counted: whoever asks next need not count them, where nobody has written meanwhile. */
  done(): void {
    const { db, version } = this;
    if (versionOf(db) === version)
      counted.set(db, { version, found: [...this.hosts.values()].flatMap((ofAgent) => [...ofAgent.values()]) });
  }
}

class Found implements FoundOnHost {
  pages = 0;
  relevant = 0;
  relevantPages = 0;

  constructor(
    readonly agent: number,
    readonly host: number,
  ) {}
}

/** It changes with what other connections commit. */
function versionOf(db: Database): number {
  return oneRow<{ data_version: number }>(db.prepare('PRAGMA data_version'))!.data_version;
}
