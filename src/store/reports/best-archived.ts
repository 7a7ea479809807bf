import type { ArchivePosition, VisitRow } from '../../model/visit.js';
import { eachRow } from '../sqlite/rows.js';
import { byRelevance } from '../sqlite/sql-parts.js';
import type { Database } from '../sqlite/sqlite-database.js';
import { registeredAgents } from '../sqlite/sqlite-directory.js';

export type ArchivedPage = Required<Pick<VisitRow, 'url' | 'archive'>>;

/** At most `most` pages of each registered agent that the archive has, by agent id, the most relevant first. */
export function bestArchived(db: Database, most: number): ReadonlyMap<number, readonly ArchivedPage[]> {
  const ranked = db.prepare(`
    SELECT v.agent, u.url, v.file, v.offset, v.length FROM ${byRelevance} CROSS JOIN url u ON u.id = v.url
    WHERE v.outcome = 'page' AND v.superseded = 0 AND v.file IS NOT NULL ORDER BY j.relevance DESC, j.visit`);
  const missing = new Map(registeredAgents(db).map(({ id }) => [id, most]));
  const best: BestRow[] = [];
  for (const row of eachRow<BestRow>(ranked)) {
    const left = missing.get(row.agent);
    if (left === undefined) continue;
    best.push(row);
    if (left > 1) missing.set(row.agent, left - 1);
    else missing.delete(row.agent);
    if (missing.size === 0) break;
  }
  return byAgent(best.sort((a, b) => a.agent - b.agent));
}

export type BestRow = { readonly agent: number; readonly url: string } & ArchivePosition;

export function byAgent(rows: readonly BestRow[]): ReadonlyMap<number, readonly ArchivedPage[]> {
  const best = new Map<number, ArchivedPage[]>();
  for (const { agent, url, ...archive } of rows) {
    const pages = best.get(agent) ?? [];
    best.set(agent, pages);
    pages.push({ url, archive });
  }
  return best;
}
