import { inertText } from '../../page/one-line.js';
import { currentJudgement, documentList, isFirst } from '../sqlite/sql-parts.js';
import type { Database } from '../sqlite/sqlite-database.js';
import { FoundCounter } from './found-by-host.js';

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
 * so that a crawl of a million pages takes seconds and no memory. Whoever reads them all has them counted for `foundByHost`.
 */
export function* linkedPages(db: Database): Generator<readonly LinkedPage[], void, undefined> {
  const next = db.prepare(`
    SELECT v.seq, u.url, v.priority_parent, v.level, v.outcome = 'page', j.relevance, coalesce(j.relevant, 0), ${isFirst}, v.superseded,
      v.agent, u.host
    FROM visit v JOIN url u ON u.id = v.url LEFT JOIN ${currentJudgement}
    WHERE v.seq > ? AND v.outcome IN ${documentList} ORDER BY v.seq LIMIT ${lot}`);
  next.setReturnArrays(true);
  const counter = new FoundCounter(db);
  for (let after = 0; ; ) {
    const rows = next.all(after) as unknown as LinkedRow[];
    const pages: LinkedPage[] = [];
    for (const row of rows) {
      const [seq, url, priorityParent, level, isPage, relevance, relevant, isFirstVisit, superseded, agent, host] = row;
      if (superseded === 0) counter.add(agent, host, isPage === 1, relevant === 1);
      if (isFirstVisit === 0 || relevance === null) continue;
      pages.push({ seq, url: inertText(url), priorityParent, level, reward: isPage === 1 ? relevance : 0, relevant });
    }
    yield pages;
    if (rows.length < lot) break;
    [after] = rows.at(-1)!;
  }
  counter.done();
}

type LinkedRow = [
  seq: number,
  url: string,
  priorityParent: number,
  level: number,
  isPage: number,
  relevance: number | null,
  relevant: number,
  isFirst: number,
  superseded: number,
  agent: number,
  host: number,
];
