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
import { byRelevance, currentJudgement, foundList, isFirst } from './sql-parts.js';
import type { Database } from './sqlite-database.js';
import { agentTotals, crawlTotals } from './sqlite-totals.js';
import { urlColumns } from './url-columns.js';

const visitColumns = `
  v.seq, v.url AS urlId, u.url, v.agent, v.level, v.depth, v.priority, v.priority_parent AS priorityParent, pu.url AS parent, v.outcome, v.reason, v.detail, v.fetched_at AS fetchedAt,
  v.status, v.content_type AS contentType, v.bytes, v.title, v.language, v.published, v.modified, v.author, v.noindex, v.rights, v.file, v.offset, v.length,
  v.etag, v.last_modified AS lastModified, v.superseded, v.kind,
  CAST(v.fingerprint AS TEXT) AS fingerprint, CAST(v.simhash AS TEXT) AS simhash, j.relevance, j.raw, j.relevant, j.parts, j.inherited_state AS inheritedState`;
const visitTables = `
  visit v JOIN url u ON u.id = v.url LEFT JOIN visit pv ON pv.seq = v.parent LEFT JOIN url pu ON pu.id = pv.url
  LEFT JOIN ${currentJudgement}`;

/** Rows read at a time, so that a large crawl is never held in memory and writers are not kept waiting. */
const chunk = 500;
/** Of a ranking: whoever wants no more does not wait for the rest to be sorted. */
const bestAtOnce = 2_000;

type Statement = ReturnType<Database['prepare']>;

type InLinkRow = Omit<InLink, 'parts'> & { readonly parts: string; readonly outcome: VisitOutcome };

type LinkRow = Pick<InLink, 'level' | 'score'> & { readonly dst: number; readonly parts: string };

/** A crawl's memory in SQLite, for reading; works beside a running crawl. */
export class SqliteRecords implements CrawlRecords {
  private readonly prepared = new Map<string, Statement>();

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
    if (query.order === 'relevance') return yield* this.ranked(query);
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

  async ranking(query: VisitQuery = {}): Promise<number[]> {
    const { where, values } = conditions(query);
    const { after = 0, limit = -1 } = query;
    const seqs = (statement: Statement) =>
      (statement.all(after, ...values, limit) as unknown as [number][]).map(([seq]) => seq);
    if (limit >= 0) {
      // Visits without a judgement are last. Where there are enough with one, the index has the first.
      const best = seqs(
        this.prepareArrays(`
          SELECT v.seq FROM ${byRelevance} WHERE v.seq > ? ${where} ORDER BY j.relevance DESC, j.visit LIMIT ?`),
      );
      if (best.length === limit) return best;
    }
    return seqs(
      this.prepareArrays(`
        SELECT v.seq FROM visit v LEFT JOIN ${currentJudgement}
        WHERE v.seq > ? ${where} ORDER BY j.relevance DESC NULLS LAST, v.seq LIMIT ?`),
    );
  }

  async visitOf(urlId: number): Promise<VisitRow | undefined> {
    return this.one('v.url = ? AND v.superseded = 0 ORDER BY v.seq DESC', urlId);
  }

  async visit(seq: number): Promise<VisitRow | undefined> {
    return this.one('v.seq = ?', seq);
  }

  async parentOf(url: string): Promise<string> {
    const find = this.prepareArrays(`
      SELECT pu.url FROM host h JOIN url u ON u.host = h.id JOIN visit v ON v.url = u.id AND v.superseded = 0
      LEFT JOIN visit pv ON pv.seq = v.parent LEFT JOIN url pu ON pu.id = pv.url
      WHERE h.name = ? AND u.hash = ? ORDER BY v.seq DESC LIMIT 1`);
    return (oneRow<[string | null]>(find, hostOf(url), urlHash(url)) ?? [])[0] ?? '';
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
    for (const row of inChunks<KnownPageRow>(page, ({ seq }) => seq)) yield knownPage(row);
  }

  async *simhashes(): AsyncGenerator<{ urlId: number; simhash: string }> {
    const page = this.prepare(`
      SELECT seq, url AS urlId, CAST(simhash AS TEXT) AS simhash FROM visit
      WHERE seq > ? AND simhash IS NOT NULL AND superseded = 0 AND outcome IN ('page', 'ignored') ORDER BY seq LIMIT ?`);
    type Row = { seq: number; urlId: number; simhash: string };
    for (const { urlId, simhash } of inChunks<Row>(page, ({ seq }) => seq))
      yield { urlId, simhash: hashText(BigInt(simhash)) };
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
    for (const row of inChunks<UrlRow>(page, ({ id }) => id)) yield urlRecord(row);
  }

  /** Each statement is prepared once. */
  private prepare(sql: string): Statement {
    let statement = this.prepared.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      this.prepared.set(sql, statement);
    }
    return statement;
  }

  private prepareArrays(sql: string): Statement {
    const statement = this.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  }

  /** The order is fixed first (sequence numbers only), then rows are read in small steps. Few read on beyond the best. */
  private async *ranked(query: VisitQuery): AsyncGenerator<VisitRow> {
    const one = this.prepare(`SELECT ${visitColumns} FROM ${visitTables} WHERE v.seq = ?`);
    const { limit = Number.POSITIVE_INFINITY } = query;
    const first = await this.ranking({ ...query, limit: Math.min(limit, bestAtOnce) });
    for (const seq of first) yield visitRow(oneRow<VisitColumns>(one, seq)!);
    if (limit <= bestAtOnce || first.length < bestAtOnce) return;
    const given = new Set(first);
    for (const seq of await this.ranking(query)) if (!given.has(seq)) yield visitRow(oneRow<VisitColumns>(one, seq)!);
  }

  private one(where: string, value: number): VisitRow | undefined {
    const row = oneRow<VisitColumns>(
      this.prepare(`SELECT ${visitColumns} FROM ${visitTables} WHERE ${where} LIMIT 1`),
      value,
    );
    return row && visitRow(row);
  }
}

/** The rows of a statement that is asked for those after a place, at most so many. */
function* inChunks<Row>(page: Statement, placeOf: (row: Row) => number): Generator<Row> {
  for (let after = 0; ; ) {
    const rows = allRows<Row>(page, after, chunk);
    yield* rows;
    if (rows.length < chunk) return;
    after = placeOf(rows.at(-1)!);
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
