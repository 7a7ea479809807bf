import type { LimitSettings } from '../../../../frontier/host-limits.js';
import { pausedNote } from '../../../../model/commands.js';
import { type CrawlStatus, type HostLine, type QueuedHost, statusOf } from '../../../reports/crawl-status.js';
import { type HostRow, usedHosts } from '../../../rows/host-uses.js';
import { type RightsRow, rightsOfPages } from '../../../rows/stated-rights.js';
import { documentList } from '../../../sqlite/sql-parts.js';
import type { Queries } from '../../postgres-database.js';
import { allRows, oneRow } from '../inert-rows.js';
import { crawlTotals } from '../postgres-totals.js';
import { currentJudgement } from '../sql-parts.js';

/** A crawl's figures, as `crawlStatus` has them of SQLite. */
export async function postgresStatus(db: Queries, settings: LimitSettings, running: boolean): Promise<CrawlStatus> {
  const waiting = await oneRow<{ n: number }>(db, 'SELECT count(*) AS n FROM command WHERE applied_at IS NULL');
  const queued = await allRows<QueuedHost>(db, queuedUrls);
  return statusOf(
    {
      totals: await crawlTotals(db),
      stop: await noteOf(db, 'stop'),
      paused: await noteOf(db, pausedNote),
      waiting: waiting?.n ?? 0,
      queued,
      levels: await allRows(db, 'SELECT level, count(*) AS queued FROM frontier GROUP BY level ORDER BY level'),
      used: await allRows<HostRow>(db, usedHosts),
      visited: await visitedHosts(db, 10),
      rights: await allRows<RightsRow>(db, rightsOfPages),
    },
    settings,
    running,
  );
}

/** The hosts with the most pages, at most so many. */
export async function postgresHosts(db: Queries, most: number): Promise<HostLine[]> {
  const visited = await visitedHosts(db, most);
  const find = `
    SELECT h.name AS host, count(*) AS queued FROM frontier f JOIN host h ON h.id = f.host WHERE h.name = ANY($1::text[]) GROUP BY h.name`;
  const queued = await allRows<{ host: string; queued: number }>(db, find, [visited.map(({ host }) => host)]);
  const queuedAt = new Map(queued.map((line) => [line.host, line.queued]));
  return visited.map((line) => ({ ...line, queued: queuedAt.get(line.host) ?? 0 }));
}

const queuedUrls = `
  SELECT h.name AS host, f.level, count(*) AS queued FROM frontier f JOIN host h ON h.id = f.host
  GROUP BY h.id, f.level`;

function visitedHosts(db: Queries, most: number): Promise<Omit<HostLine, 'queued'>[]> {
  const find = `
    SELECT h.name AS host, count(*) AS pages, count(*) FILTER (WHERE j.relevant = 1) AS relevant
    FROM visit v JOIN url u ON u.id = v.url JOIN host h ON h.id = u.host LEFT JOIN ${currentJudgement}
    WHERE v.superseded = 0 AND v.outcome IN ${documentList}
    GROUP BY h.id ORDER BY pages DESC, h.id LIMIT $1`;
  return allRows(db, find, [most]);
}

async function noteOf(db: Queries, key: string): Promise<string | undefined> {
  return (await oneRow<{ value: string }>(db, 'SELECT value FROM note WHERE key = $1', [key]))?.value;
}
