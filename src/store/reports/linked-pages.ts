import { eachRow } from '../sqlite/rows.js';
import { documentList, isFirst } from '../sqlite/sql-parts.js';
import type { Database } from '../sqlite/sqlite-database.js';

/** A visited page, with what the present judge makes of it. */
export interface LinkedPage {
  readonly seq: number;
  readonly url: string;
  /** The visit whose link gave it its place in the queue; 0 for seeds. */
  readonly priorityParent: number;
  readonly level: number;
  /** Its relevance; 0 of copies and of pages with words that are not meant, which bring nothing. */
  readonly reward: number;
  /** 1 or 0. */
  readonly relevant: number;
}

/**
 * All documents of a crawl in the order of their visits, each as it was when the crawl first came to it. Reads few columns, one row at a time, so that a crawl
 * of a million pages takes seconds and no memory.
 */
export function linkedPages(db: Database): Iterable<LinkedPage> {
  return eachRow<LinkedPage>(
    db.prepare(`
    SELECT v.seq, u.url, v.priority_parent AS priorityParent, v.level, CASE v.outcome WHEN 'page' THEN j.relevance ELSE 0 END AS reward, j.relevant
    FROM judgement j JOIN visit v ON v.seq = j.visit JOIN url u ON u.id = v.url
    WHERE j.judge = (SELECT value FROM note WHERE key = 'judge') AND v.outcome IN ${documentList} AND ${isFirst}
    ORDER BY j.visit`),
  );
}
