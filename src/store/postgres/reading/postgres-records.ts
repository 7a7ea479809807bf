import type {
  BestInLink,
  CrawlRecords,
  CrawlTotals,
  InLink,
  KnownPage,
  UrlRecord,
  VisitQuery,
} from '../../../model/crawl-store.js';
import { decodeFeatures, type Features } from '../../../model/features.js';
import type { HostUse } from '../../../model/frontier.js';
import type { Reached } from '../../../model/strategy.js';
import type { VisitOutcome, VisitRow } from '../../../model/visit.js';
import { hashNumber, hashText, urlHash } from '../../../url/hash64.js';
import { type HostRow, HostUses, usedHosts } from '../../rows/host-uses.js';
import { type KnownPageRow, knownPage } from '../../rows/known-page-row.js';
import { type UrlRow, urlRecord } from '../../rows/url-row.js';
import { type VisitColumns, visitRow } from '../../rows/visit-row.js';
import { inertJson } from '../../sqlite/rows.js';
import { foundList, isFirst } from '../../sqlite/sql-parts.js';
import type { Queries, Value } from '../postgres-database.js';
import { allRows, oneRow } from './inert-rows.js';
import { agentTotals, crawlTotals } from './postgres-totals.js';
import { currentJudgement } from './sql-parts.js';

/** Of a URL `u`, with its place `f` in the queue where it has one. */
export const urlColumns =
  'u.id, u.url, u.state, u.reason, u.depth, u.parent, u.modified_at AS "modifiedAt", f.kind, f.priority, f.level, f.attempts';
export const queued = 'LEFT JOIN frontier f ON f.bucket = u.bucket AND f.url = u.id';
const visitColumns = `
  v.seq, v.url AS "urlId", u.url, v.agent, v.level, v.depth, v.priority, v.priority_parent AS "priorityParent", pu.url AS parent,
  v.outcome, v.reason, v.detail, v.fetched_at AS "fetchedAt", v.status, v.content_type AS "contentType", v.bytes, v.title,
  v.language, v.published, v.modified, v.author, v.noindex, v.rights, v.file, v."offset", v.length, v.etag, v.last_modified AS "lastModified",
  v.superseded, v.kind, v.fingerprint::text, v.simhash::text, j.relevance, j.raw, j.relevant, j.parts,
  j.inherited_state AS "inheritedState"`;
const visitTables = `
  visit v JOIN url u ON u.id = v.url LEFT JOIN visit pv ON pv.seq = v.parent LEFT JOIN url pu ON pu.id = pv.url
  LEFT JOIN ${currentJudgement}`;

/** Rows read at a time, so that a large crawl is never held in memory. */
const chunk = 500;

type InLinkRow = Omit<InLink, 'parts'> & { readonly parts: string; readonly outcome: VisitOutcome };

type LinkRow = Pick<InLink, 'level' | 'score'> & { readonly id: number; readonly parts: string };

/** A crawl's memory in PostgreSQL, for reading; works beside those who crawl. */
export class PostgresRecords implements CrawlRecords {
  constructor(private readonly db: Queries) {}

  async find(url: string): Promise<UrlRecord | undefined> {
    const find = `SELECT ${urlColumns} FROM url u ${queued} WHERE u.hash = $1::bigint`;
    const row = await oneRow<UrlRow>(this.db, find, [String(urlHash(url))]);
    return row && urlRecord(row);
  }

  async inLinks(urlId: number, limit = 20): Promise<readonly InLink[]> {
    const find = `
      SELECT e.visit, s.url AS "from", l.anchor, l.level, l.score, l.parts, v.outcome
      FROM url t JOIN edge e ON e.dst = t.hash JOIN link l ON l.visit = e.visit AND l.dst = e.dst
      JOIN visit v ON v.seq = e.visit JOIN url s ON s.id = v.url
      WHERE t.id = $1 ORDER BY l.score DESC, e.visit LIMIT $2`;
    const rows = await allRows<InLinkRow>(this.db, find, [urlId, limit]);
    return rows.map(({ outcome, ...row }) => ({
      ...row,
      parts: inertJson(row.parts),
      ...(outcome === 'sitemap' && { isSitemap: true }),
    }));
  }

  /** Each visit that links to some of them is unpacked once: a sitemap may link to thousands. */
  async bestInLinks(urlIds: readonly number[]): Promise<ReadonlyMap<number, BestInLink>> {
    const find = `
      WITH t AS MATERIALIZED (SELECT id, hash FROM url WHERE id = ANY($1::bigint[])),
        e AS MATERIALIZED (SELECT DISTINCT visit FROM edge WHERE dst IN (SELECT hash FROM t))
      SELECT DISTINCT ON (t.id) t.id, l.level, l.score, l.parts
      FROM e JOIN link l ON l.visit = e.visit JOIN t ON t.hash = l.dst ORDER BY t.id, l.score DESC, e.visit`;
    const rows = urlIds.length === 0 ? [] : await allRows<LinkRow>(this.db, find, [urlIds]);
    return new Map(rows.map(({ id, level, score, parts }) => [id, { level, score, parts: inertJson(parts) }]));
  }

  async *visits(query: VisitQuery = {}): AsyncGenerator<VisitRow> {
    const { where, values } = conditions(query);
    if (query.order === 'relevance') return yield* this.ranked(query);
    const page = `SELECT ${visitColumns} FROM ${visitTables} WHERE v.seq > $1 ${where} ORDER BY v.seq LIMIT $2`;
    let after = query.after ?? 0;
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0) {
      const rows = await allRows<VisitColumns>(this.db, page, [after, Math.min(chunk, left), ...values]);
      for (const row of rows) yield visitRow(row);
      if (rows.length < chunk) return;
      left -= rows.length;
      after = rows.at(-1)!.seq;
    }
  }

  async ranking(query: VisitQuery = {}): Promise<number[]> {
    const { where, values } = conditions(query);
    const { after = 0, limit } = query;
    const order = `
      SELECT v.seq FROM ${visitTables} WHERE v.seq > $1 ${where} ORDER BY j.relevance DESC NULLS LAST, v.seq LIMIT $2`;
    const rows = await allRows<{ seq: number }>(this.db, order, [after, limit ?? null, ...values]);
    return rows.map(({ seq }) => seq);
  }

  async visitOf(urlId: number): Promise<VisitRow | undefined> {
    return this.one('v.url = $1 AND v.superseded = 0 ORDER BY v.seq DESC', urlId);
  }

  async visit(seq: number): Promise<VisitRow | undefined> {
    return this.one('v.seq = $1', seq);
  }

  async parentOf(url: string): Promise<string> {
    const find = `
      SELECT pu.url FROM url u JOIN visit v ON v.url = u.id AND v.superseded = 0
      LEFT JOIN visit pv ON pv.seq = v.parent LEFT JOIN url pu ON pu.id = pv.url
      WHERE u.hash = $1::bigint ORDER BY v.seq DESC LIMIT 1`;
    return (await oneRow<{ url: string | null }>(this.db, find, [String(urlHash(url))]))?.url ?? '';
  }

  async inheritedState(seq: number): Promise<Reached['from']> {
    if (seq === 0) return undefined;
    const find = `
      SELECT u.url, j.inherited_state AS "inheritedState" FROM visit v JOIN url u ON u.id = v.url
      JOIN ${currentJudgement} WHERE v.seq = $1 AND j.inherited_state IS NOT NULL`;
    const row = await oneRow<{ url: string; inheritedState: string }>(this.db, find, [seq]);
    return row && { url: row.url, inheritedState: JSON.parse(row.inheritedState) };
  }

  async features(seq: number, strategy: string): Promise<Features | undefined> {
    const find = 'SELECT data FROM features WHERE visit = $1 AND strategy = $2';
    const row = await oneRow<{ data: string }>(this.db, find, [seq, strategy]);
    return row && decodeFeatures(row.data);
  }

  async copyOf(fingerprint: string): Promise<string | undefined> {
    const find = `
      SELECT u.url FROM visit v JOIN url u ON u.id = v.url
      WHERE v.fingerprint = $1::bigint AND v.superseded = 0 AND v.outcome <> 'example' ORDER BY v.seq LIMIT 1`;
    return (await oneRow<{ url: string }>(this.db, find, [String(hashNumber(fingerprint))]))?.url;
  }

  async *knownPages(): AsyncGenerator<KnownPage> {
    const page = `
      SELECT v.seq, v.url AS "urlId", u.url, v.agent, u.depth, v.priority_parent AS "priorityParent",
        coalesce(j.relevance, 0) AS relevance, coalesce(j.relevant, 0) AS relevant, count(*) AS looks,
        count(*) FILTER (WHERE w.outcome <> 'unchanged') - 1 AS changes, min(w.fetched_at) AS "firstLook",
        max(w.fetched_at) AS "lastLook", u.modified_at AS "modifiedAt", (u.state = 0)::integer AS "isQueued"
      FROM visit v JOIN url u ON u.id = v.url JOIN visit w ON w.url = v.url AND w.outcome IN ${foundList}
      LEFT JOIN ${currentJudgement}
      WHERE v.seq > $1 AND v.superseded = 0 AND v.outcome = 'page'
      GROUP BY v.seq, u.id, j.relevance, j.relevant ORDER BY v.seq LIMIT $2`;
    for await (const row of this.inChunks<KnownPageRow>(page, ({ seq }) => seq)) yield knownPage(row);
  }

  async *simhashes(): AsyncGenerator<{ urlId: number; simhash: string }> {
    const page = `
      SELECT seq, url AS "urlId", simhash::text FROM visit
      WHERE seq > $1 AND simhash IS NOT NULL AND superseded = 0 AND outcome IN ('page', 'ignored') ORDER BY seq LIMIT $2`;
    for await (const { urlId, simhash } of this.inChunks<{ seq: number; urlId: number; simhash: string }>(
      page,
      ({ seq }) => seq,
    ))
      yield { urlId, simhash: hashText(BigInt(simhash)) };
  }

  async hostUse(host: string): Promise<HostUse> {
    return new HostUses(await allRows<HostRow>(this.db, usedHosts, [])).of(host);
  }

  async totals(agent?: number): Promise<CrawlTotals> {
    return agent === undefined ? crawlTotals(this.db) : agentTotals(this.db, agent);
  }

  async *rejected(): AsyncGenerator<UrlRecord> {
    const page = `SELECT ${urlColumns} FROM url u ${queued} WHERE u.state IN (2, 3) AND u.id > $1 ORDER BY u.id LIMIT $2`;
    for await (const row of this.inChunks<UrlRow>(page, ({ id }) => id)) yield urlRecord(row);
  }

  /** The order is fixed first (sequence numbers only), then rows are read in small steps. */
  private async *ranked(query: VisitQuery): AsyncGenerator<VisitRow> {
    const some = `SELECT ${visitColumns} FROM ${visitTables} WHERE v.seq = ANY($1::bigint[])`;
    const ranking = await this.ranking(query);
    for (let from = 0; from < ranking.length; from += chunk) {
      const wanted = ranking.slice(from, from + chunk);
      const rows = await allRows<VisitColumns>(this.db, some, [wanted]);
      const bySeq = new Map(rows.map((row) => [row.seq, row]));
      for (const seq of wanted) yield visitRow(bySeq.get(seq)!);
    }
  }

  private async *inChunks<Row>(page: string, placeOf: (row: Row) => number): AsyncGenerator<Row> {
    for (let after = 0; ; ) {
      const rows = await allRows<Row>(this.db, page, [after, chunk]);
      yield* rows;
      if (rows.length < chunk) return;
      after = placeOf(rows.at(-1)!);
    }
  }

  private async one(where: string, value: number): Promise<VisitRow | undefined> {
    const find = `SELECT ${visitColumns} FROM ${visitTables} WHERE ${where} LIMIT 1`;
    const row = await oneRow<VisitColumns>(this.db, find, [value]);
    return row && visitRow(row);
  }
}

/** $1 and $2 are taken. */
function conditions(query: VisitQuery): { where: string; values: Value[] } {
  const parts: string[] = [];
  const values: Value[] = [];
  const given = (value: Value) => `$${values.push(value) + 2}`;
  const { versions = 'current' } = query;
  if (versions === 'current') parts.push('v.superseded = 0');
  else if (versions === 'first') parts.push(isFirst);
  if (query.urlId !== undefined) parts.push(`v.url = ${given(query.urlId)}`);
  if (query.outcomes !== undefined) parts.push(`v.outcome = ANY(${given(query.outcomes)}::text[])`);
  if (query.relevant !== undefined) parts.push(query.relevant ? 'j.relevant = 1' : 'coalesce(j.relevant, 0) = 0');
  if (query.minRelevance !== undefined) parts.push(`j.relevance >= ${given(query.minRelevance)}`);
  if (query.noindex === false) parts.push('coalesce(v.noindex, 0) = 0');
  return { where: parts.map((part) => `AND ${part}`).join(' '), values };
}
