import type { ArchivePosition, VisitRow } from '../../model/visit.js';
import { allRows } from '../sqlite/rows.js';
import { currentJudgement } from '../sqlite/sql-parts.js';
import type { Database } from '../sqlite/sqlite-database.js';

export type ArchivedPage = Required<Pick<VisitRow, 'url' | 'archive'>>;

/** At most `most` pages of each agent that the archive has, by agent id, the most relevant first. */
export function bestArchived(db: Database, most: number): ReadonlyMap<number, readonly ArchivedPage[]> {
  const ranked = `
    SELECT v.seq, row_number() OVER (PARTITION BY v.agent ORDER BY j.relevance DESC, v.seq) AS place
    FROM visit v JOIN ${currentJudgement} WHERE v.outcome = 'page' AND v.superseded = 0 AND v.file IS NOT NULL`;
  const wanted = `
    SELECT v.agent, u.url, v.file, v.offset, v.length
    FROM (${ranked}) r JOIN visit v ON v.seq = r.seq JOIN url u ON u.id = v.url WHERE r.place <= ? ORDER BY v.agent, r.place`;
  return byAgent(allRows<BestRow>(db.prepare(wanted), most));
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
