import type {
  BestInLink,
  CrawlRecords,
  CrawlTotals,
  InLink,
  KnownPage,
  UrlRecord,
  VisitQuery,
} from '../../model/crawl-store.js';
import { decodeFeatures, type Features } from '../../model/features.js';
import type { HostUse } from '../../model/frontier.js';
import type { Reached } from '../../model/strategy.js';
import type { VisitOutcome, VisitRow } from '../../model/visit.js';
import { hostOf } from '../../url/canonical-url.js';
import { hashNumber, hashText, urlHash } from '../../url/hash64.js';
import { type HostRow, HostUses, usedHosts } from '../rows/host-uses.js';
import { type KnownPageRow, knownPage } from '../rows/known-page-row.js';
import { type UrlRow, urlRecord } from '../rows/url-row.js';
import { type VisitColumns, visitRow } from '../rows/visit-row.js';
import { allRows, eachRow, inertJson, oneRow } from './rows.js';
import { currentJudgement, foundList, isFirst } from './sql-parts.js';
import type { Database } from './sqlite-database.js';
import { agentTotals, crawlTotals } from './sqlite-totals.js';
import { urlColumns } from './url-columns.js';

const visitColumns = `
  v.seq, v.url AS urlId, u.url, v.agent, v.level, v.depth, v.priority, v.priority_parent AS priorityParent, pu.url AS parent, v.outcome, v.reason, v.detail, v.fetched_at AS fetchedAt,
  v.status, v.content_type AS contentType, v.bytes, v.title, v.language, v.published, v.author, v.noindex, v.rights, v.file, v.offset, v.length,
  v.etag, v.last_modified AS lastModified, v.superseded, v.kind,
  CAST(v.fingerprint AS TEXT) AS fingerprint, CAST(v.simhash AS TEXT) AS simhash, j.relevance, j.raw, j.relevant, j.parts, j.inherited_state AS inheritedState`;
const visitTables = `
  visit v JOIN url u ON u.id = v.url LEFT JOIN visit pv ON pv.seq = v.parent LEFT JOIN url pu ON pu.id = pv.url
  LEFT JOIN ${currentJudgement}`;

/** Rows read at a time, so that a large crawl is never held in memory and writers are not kept waiting. */
const chunk = 500;

type InLinkRow = Omit<InLink, 'parts'> & { readonly parts: string; readonly outcome: VisitOutcome };

type LinkRow = Pick<InLink, 'level' | 'score'> & { readonly dst: number; readonly parts: string };

/** A crawl's memory in SQLite, for reading; works beside a running crawl. */
export class SqliteRecords implements CrawlRecords {
  private readonly prepared = new Map<string, ReturnType<Database['prepare']>>();

  constructor(private readonly db: Database) {}

  async find(url: string): Promise<UrlRecord | undefined> {
    const find = this.prepare(
      `SELECT ${urlColumns} FROM url u JOIN host h ON h.id = u.host LEFT JOIN frontier f ON f.url = u.id WHERE h.name = ? AND u.hash = ?`,
    );
    const row = oneRow<UrlRow>(find, hostOf(url), urlHash(url));
    return row && urlRecord(row);
  }

  async inLinks(urlId: number, limit = 20): Promise<readonly InLink[]> {
    const find = this.prepare(`
      SELECT e.visit, s.url AS "from", l.anchor, l.level, l.score, l.parts, v.outcome
      FROM edge e JOIN link l ON l.visit = e.visit AND l.dst = e.dst JOIN visit v ON v.seq = e.visit JOIN url s ON s.id = v.url
      WHERE e.dst = ? ORDER BY l.score DESC, e.visit LIMIT ?`);
    return allRows<InLinkRow>(find, urlId, limit).map(({ outcome, ...row }) => ({
      ...row,
      parts: inertJson(row.parts),
      ...(outcome === 'sitemap' && { isSitemap: true }),
    }));
  }

  /** Each visit that links to some of them is unpacked once: a sitemap may link to thousands. */
  async bestInLinks(urlIds: readonly number[]): Promise<ReadonlyMap<number, BestInLink>> {
    const wanted = '(SELECT value FROM json_each(?1))';
    const find = this.prepare(`
      SELECT l.dst, l.level, l.score, l.parts FROM (SELECT DISTINCT visit FROM edge WHERE dst IN ${wanted}) e
      CROSS JOIN link l ON l.visit = e.visit WHERE l.dst IN ${wanted} ORDER BY l.score DESC, e.visit`);
    const best = new Map<number, BestInLink>();
    for (const { dst, level, score, parts } of eachRow<LinkRow>(find, JSON.stringify(urlIds)))
      if (!best.has(dst)) best.set(dst, { level, score, parts: inertJson(parts) });
    return best;
  }

  async *visits(query: VisitQuery = {}): AsyncGenerator<VisitRow> {
    const { where, values } = conditions(query);
    if (query.order === 'relevance') return yield* this.ranked(where, values, query);
    const page = this.prepare(
      `SELECT ${visitColumns} FROM ${visitTables} WHERE v.seq > ? ${where} ORDER BY v.seq LIMIT ?`,
    );
    let after = query.after ?? 0;
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0) {
      const rows = allRows<VisitColumns>(page, after, ...values, Math.min(chunk, left));
      for (const row of rows) yield visitRow(row);
      if (rows.length < chunk) return;
      left -= rows.length;
      after = rows.at(-1)!.seq;
    }
  }

  async visitOf(urlId: number): Promise<VisitRow | undefined> {
    return this.one('v.url = ? AND v.superseded = 0 ORDER BY v.seq DESC', urlId);
  }

  async visit(seq: number): Promise<VisitRow | undefined> {
    return this.one('v.seq = ?', seq);
  }

  async inheritedState(seq: number): Promise<Reached['from']> {
    if (seq === 0) return undefined;
    const find = this.prepare(`
      SELECT u.url, j.inherited_state AS inheritedState FROM visit v JOIN url u ON u.id = v.url
      JOIN ${currentJudgement}
      WHERE v.seq = ? AND j.inherited_state IS NOT NULL`);
    const row = oneRow<{ url: string; inheritedState: string }>(find, seq);
    return row && { url: row.url, inheritedState: JSON.parse(row.inheritedState) };
  }

  async features(seq: number, strategy: string): Promise<Features | undefined> {
    const find = this.prepare('SELECT data FROM features WHERE visit = ? AND strategy = ?');
    const row = oneRow<{ data: string }>(find, seq, strategy);
    return row && decodeFeatures(row.data);
  }

  async copyOf(fingerprint: string): Promise<string | undefined> {
    const find = this.prepare(
      "SELECT u.url FROM visit v JOIN url u ON u.id = v.url WHERE v.fingerprint = ? AND v.superseded = 0 AND v.outcome <> 'example' ORDER BY v.seq LIMIT 1",
    );
    return oneRow<{ url: string }>(find, hashNumber(fingerprint))?.url;
  }

  async *knownPages(): AsyncGenerator<KnownPage> {
    const page = this.prepare(`
      SELECT v.seq, v.url AS urlId, u.url, v.agent, u.depth, v.priority_parent AS priorityParent, coalesce(j.relevance, 0) AS relevance, coalesce(j.relevant, 0) AS relevant,
        count(*) AS looks, sum(w.outcome <> 'unchanged') - 1 AS changes, min(w.fetched_at) AS firstLook, max(w.fetched_at) AS lastLook,
        u.modified_at AS modifiedAt, u.state = 0 AS isQueued
      FROM visit v JOIN url u ON u.id = v.url JOIN visit w ON w.url = v.url AND w.outcome IN ${foundList}
      LEFT JOIN ${currentJudgement}
      WHERE v.seq > ? AND v.superseded = 0 AND v.outcome = 'page' GROUP BY v.seq ORDER BY v.seq LIMIT ?`);
    for (let after = 0; ; ) {
      const rows = allRows<KnownPageRow>(page, after, chunk);
      for (const row of rows) yield knownPage(row);
      if (rows.length < chunk) return;
      after = rows.at(-1)!.seq;
    }
  }

  async *simhashes(): AsyncGenerator<{ urlId: number; simhash: string }> {
    const page = this.prepare(`
      SELECT seq, url AS urlId, CAST(simhash AS TEXT) AS simhash FROM visit
      WHERE seq > ? AND simhash IS NOT NULL AND superseded = 0 AND outcome IN ('page', 'ignored') ORDER BY seq LIMIT ?`);
    for (let after = 0; ; ) {
      const rows = allRows<{ seq: number; urlId: number; simhash: string }>(page, after, chunk);
      for (const { urlId, simhash } of rows) yield { urlId, simhash: hashText(BigInt(simhash)) };
      if (rows.length < chunk) return;
      after = rows.at(-1)!.seq;
    }
  }

  async hostUse(host: string): Promise<HostUse> {
    return new HostUses(eachRow<HostRow>(this.db.prepare(usedHosts))).of(host);
  }

  async totals(agent?: number): Promise<CrawlTotals> {
    return agent === undefined ? crawlTotals(this.db) : agentTotals(this.db, agent);
  }

  async *rejected(): AsyncGenerator<UrlRecord> {
    const page = this.prepare(
      `SELECT ${urlColumns} FROM url u LEFT JOIN frontier f ON f.url = u.id WHERE u.state IN (2, 3) AND u.id > ? ORDER BY u.id LIMIT ?`,
    );
    for (let after = 0; ; ) {
      const rows = allRows<UrlRow>(page, after, chunk);
      for (const row of rows) yield urlRecord(row);
      if (rows.length < chunk) return;
      after = rows.at(-1)!.id;
    }
  }

  /** Each statement is prepared once. */
  private prepare(sql: string): ReturnType<Database['prepare']> {
    let statement = this.prepared.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      this.prepared.set(sql, statement);
    }
    return statement;
  }

  /** The order is fixed first (sequence numbers only), then rows are read in small steps. */
  private *ranked(
    where: string,
    values: readonly (string | number)[],
    { after = 0, limit = -1 }: VisitQuery,
  ): Generator<VisitRow> {
    const order = this.prepare(
      `SELECT v.seq FROM ${visitTables} WHERE v.seq > ? ${where} ORDER BY j.relevance DESC NULLS LAST, v.seq LIMIT ?`,
    );
    const one = this.prepare(`SELECT ${visitColumns} FROM ${visitTables} WHERE v.seq = ?`);
    for (const { seq } of allRows<{ seq: number }>(order, after, ...values, limit))
      yield visitRow(oneRow<VisitColumns>(one, seq)!);
  }

  private one(where: string, value: number): VisitRow | undefined {
    const row = oneRow<VisitColumns>(
      this.prepare(`SELECT ${visitColumns} FROM ${visitTables} WHERE ${where} LIMIT 1`),
      value,
    );
    return row && visitRow(row);
  }
}

function conditions(query: VisitQuery): { where: string; values: (string | number)[] } {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const { versions = 'current' } = query;
  if (versions === 'current') parts.push('v.superseded = 0');
  else if (versions === 'first') parts.push(isFirst);
  if (query.urlId !== undefined) {
    parts.push('v.url = ?');
    values.push(query.urlId);
  }
  if (query.outcomes !== undefined) {
    parts.push(`v.outcome IN (${query.outcomes.map(() => '?').join(', ')})`);
    values.push(...query.outcomes);
  }
  if (query.relevant !== undefined) parts.push(query.relevant ? 'j.relevant = 1' : 'coalesce(j.relevant, 0) = 0');
  if (query.minRelevance !== undefined) {
    parts.push('j.relevance >= ?');
    values.push(query.minRelevance);
  }
  if (query.noindex === false) parts.push('coalesce(v.noindex, 0) = 0');
  return { where: parts.map((part) => `AND ${part}`).join(' '), values };
}
