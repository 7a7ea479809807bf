import { inertText } from '../../page/one-line.js';
import { currentJudge, documentList, isFirst } from '../sqlite/sql-parts.js';
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

/** Rows that are read at a time. */
const lot = 5_000;

/**
 * All documents of a crawl in the order of their visits, each as it was when the crawl first came to it. Reads few columns, in lots of arrays,
 * so that a crawl of a million pages takes seconds and no memory.
 */
export function* linkedPages(db: Database): Generator<LinkedPage, void, undefined> {
  const next = db.prepare(`
    SELECT v.seq, u.url, v.priority_parent, v.level, CASE v.outcome WHEN 'page' THEN j.relevance ELSE 0 END, j.relevant
    FROM judgement j JOIN visit v ON v.seq = j.visit JOIN url u ON u.id = v.url
    WHERE j.judge = ${currentJudge} AND j.visit > ? AND v.outcome IN ${documentList} AND ${isFirst}
    ORDER BY j.visit LIMIT ${lot}`);
  next.setReturnArrays(true);
  for (let after = 0; ; ) {
    const rows = next.all(after) as unknown as LinkedRow[];
    for (const [seq, url, priorityParent, level, reward, relevant] of rows)
      yield { seq, url: inertText(url), priorityParent, level, reward, relevant };
    if (rows.length < lot) return;
    [after] = rows.at(-1)!;
  }
}

type LinkedRow = [seq: number, url: string, priorityParent: number, level: number, reward: number, relevant: number];
