import { summed, type YieldPoint } from '../../../reports/yield-curve.js';
import { documentList, isFirst } from '../../../sqlite/sql-parts.js';
import type { Queries } from '../../postgres-database.js';
import { currentJudgement } from '../sql-parts.js';

const documents = `visit v LEFT JOIN ${currentJudgement} WHERE v.outcome IN ${documentList} AND ${isFirst}`;

/** Documents in the order of their visits, each as it was when the crawl first came to it, as the present judge sees it. */
export async function postgresYield(db: Queries, points: number): Promise<YieldPoint[]> {
  const [total] = await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${documents}`);
  const steps = await db.query<YieldPoint>(
    `SELECT max(n) AS pages, sum(relevant) AS relevant, max(at) AS at FROM
      (SELECT row_number() OVER (ORDER BY v.seq) AS n, coalesce(j.relevant, 0) AS relevant, v.fetched_at AS at
       FROM ${documents}) numbered
    GROUP BY (n - 1) * $1::bigint / $2::bigint ORDER BY pages`,
    [points, Math.max(1, total?.n ?? 0)],
  );
  return summed(steps);
}
