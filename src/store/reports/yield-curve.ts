import { allRows, oneRow } from '../sqlite/rows.js';
import { currentJudgement, documentList, isFirst } from '../sqlite/sql-parts.js';
import type { Database } from '../sqlite/sqlite-database.js';

/** What a crawl had found after a number of documents. */
export interface YieldPoint {
  readonly pages: number;
  readonly relevant: number;
  /** When the last of them was fetched (ms). */
  readonly at: number;
}

const documents = `visit v LEFT JOIN ${currentJudgement} WHERE v.outcome IN ${documentList} AND ${isFirst}`;

/** Documents in the order of their visits, each as it was when the crawl first came to it, as the present judge sees it. */
export function yieldCurve(db: Database, points: number): YieldPoint[] {
  const total = oneRow<{ n: number }>(db.prepare(`SELECT count(*) AS n FROM ${documents}`))?.n ?? 0;
  const steps = allRows<YieldPoint>(
    db.prepare(`
    SELECT max(n) AS pages, sum(relevant) AS relevant, max(at) AS at FROM
      (SELECT row_number() OVER (ORDER BY v.seq) AS n, coalesce(j.relevant, 0) AS relevant, v.fetched_at AS at FROM ${documents})
    GROUP BY (n - 1) * ?1 / ?2 ORDER BY pages`),
    points,
    Math.max(1, total),
  );
  return summed(steps);
}

/** Each step with what was found before it. */
export function summed(steps: readonly YieldPoint[]): YieldPoint[] {
  let relevant = 0;
  return steps.map((step) => {
    relevant += step.relevant;
    return { ...step, relevant };
  });
}
