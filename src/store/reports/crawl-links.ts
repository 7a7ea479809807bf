import { allRows } from '../sqlite/rows.js';
import type { Database } from '../sqlite/sqlite-database.js';

/** The links of a visited page, in the order of the page. */
export interface VisitLinks {
  readonly visit: number;
  /** The page that they are on. */
  readonly url: string;
  readonly links: readonly {
    readonly url: string;
    readonly anchor: string;
    /** False where a rule kept the crawl from following it. */
    readonly followed: boolean;
  }[];
}

/** Visits whose links are asked for at a time, so that writers are not kept waiting. */
const chunk = 500;

/** All links of a crawl's pages as they are known now, page after page in the order of the visits. */
export function* crawlLinks(db: Database): Generator<VisitLinks, void, undefined> {
  const visits = db.prepare(`
    SELECT l.visit, u.url FROM links l JOIN visit v ON v.seq = l.visit JOIN url u ON u.id = v.url
    WHERE l.visit > ? AND v.superseded = 0 ORDER BY l.visit LIMIT ${chunk}`);
  const linksOf = db.prepare(`
    SELECT u.url, l.anchor, l.level > 0 AS followed FROM link l JOIN url u ON u.id = l.dst
    WHERE l.visit = ? ORDER BY l.position`);
  for (let after = 0; ; ) {
    const rows = allRows<{ visit: number; url: string }>(visits, after);
    for (const row of rows) {
      const links = allRows<{ url: string; anchor: string; followed: number }>(linksOf, row.visit);
      yield { ...row, links: links.map((link) => ({ ...link, followed: link.followed === 1 })) };
    }
    if (rows.length < chunk) return;
    after = rows.at(-1)!.visit;
  }
}
