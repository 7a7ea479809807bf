import type { VisitLinks } from '../../../reports/crawl-links.js';
import type { LinkedPage } from '../../../reports/linked-pages.js';
import { inertRow } from '../../../sqlite/rows.js';
import { documentList, isFirst } from '../../../sqlite/sql-parts.js';
import type { PostgresDatabase, Queries } from '../../postgres-database.js';
import { allRows } from '../inert-rows.js';
import { currentJudge } from '../sql-parts.js';

/** Visits whose links are asked for at a time. */
const chunk = 200;

/** All links of a crawl's pages as they are known now, page after page in the order of the visits. */
export async function* postgresLinks(db: Queries): AsyncGenerator<VisitLinks> {
  const find = `
    SELECT l.visit, u.url FROM links l JOIN visit v ON v.seq = l.visit JOIN url u ON u.id = v.url
    WHERE l.visit > $1 AND v.superseded = 0 ORDER BY l.visit LIMIT ${chunk}`;
  const linksOf = `
    SELECT l.visit, u.url, l.anchor, l.level > 0 AS followed FROM link l JOIN url u ON u.hash = l.dst
    WHERE l.visit = ANY($1::bigint[]) ORDER BY l.visit, l.position`;
  for (let after = 0; ; ) {
    const visits = await allRows<{ visit: number; url: string }>(db, find, [after]);
    const byVisit = new Map<number, VisitLinks['links'][number][]>(visits.map(({ visit }) => [visit, []]));
    const rows = await allRows<VisitLinks['links'][number] & { visit: number }>(db, linksOf, [[...byVisit.keys()]]);
    for (const { visit, ...link } of rows) byVisit.get(visit)!.push(link);
    for (const row of visits) yield { ...row, links: byVisit.get(row.visit)! };
    if (visits.length < chunk) return;
    after = visits.at(-1)!.visit;
  }
}

/** All documents of a crawl in the order of their visits, each as it was when the crawl first came to it. */
export async function* postgresLinkedPages(db: PostgresDatabase): AsyncGenerator<readonly LinkedPage[]> {
  const find = `
    SELECT v.seq, u.url, v.priority_parent AS "priorityParent", v.level,
      CASE v.outcome WHEN 'page' THEN j.relevance ELSE 0 END AS reward, j.relevant
    FROM judgement j JOIN visit v ON v.seq = j.visit JOIN url u ON u.id = v.url
    WHERE j.judge = ${currentJudge} AND v.outcome IN ${documentList} AND ${isFirst} ORDER BY j.visit`;
  for await (const rows of db.pages<LinkedPage>(find))
    yield rows.map((row) => inertRow(row as unknown as Record<string, unknown>) as LinkedPage);
}
