import type { KeptCommand } from '../../../model/commands.js';
import type {
  CrawlBrowsing,
  FactPlace,
  FactQuery,
  HostRecord,
  QueuedUrl,
  VisitFact,
} from '../../../model/crawl-browsing.js';
import type { UrlRecord } from '../../../model/crawl-store.js';
import { type FactRow, factOf, type QueuedRow, queuedOf } from '../../rows/browsing-rows.js';
import { type UrlRow, urlRecord } from '../../rows/url-row.js';
import { PostgresCommands } from '../postgres-commands.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { allRows, oneRow } from './inert-rows.js';
import { queued as place, urlColumns } from './postgres-records.js';
import { crawlTotals } from './postgres-totals.js';
import { currentJudge, currentJudgement } from './sql-parts.js';

const facts = `
  SELECT v.seq, v.url AS "urlId", u.url, h.name AS host, v.agent, v.level, v.outcome, v.reason, v.fetched_at AS "fetchedAt",
    v.priority_parent AS "priorityParent", v.kind, v.superseded, v.noindex, v.language, j.relevance, j.relevant`;
const byVisit = `${facts} FROM visit v JOIN url u ON u.id = v.url JOIN host h ON h.id = u.host LEFT JOIN ${currentJudgement}`;
const byRelevance = `${facts} FROM judgement j JOIN visit v ON v.seq = j.visit JOIN url u ON u.id = v.url
  JOIN host h ON h.id = u.host WHERE j.judge = ${currentJudge}`;
const queued = `
  SELECT f.url AS id, u.url, h.name AS host, f.queue, f.level, f.priority, u.depth, f.attempts, f.kind
  FROM frontier f JOIN url u ON u.id = f.url JOIN host h ON h.id = f.host`;

interface Piece {
  readonly after?: number;
  readonly limit: number;
}

/** Looks around in a crawl in PostgreSQL. */
export class PostgresBrowsing implements CrawlBrowsing {
  constructor(private readonly db: PostgresDatabase) {}

  /** The number of the next transaction: others of the server count, too. */
  async version(): Promise<number> {
    const [row] = await this.db.query<{ version: string }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS version',
    );
    return Number(row!.version);
  }

  async judge(): Promise<string> {
    const [row] = await this.db.query<{ judge: string }>(`SELECT coalesce(${currentJudge}::text, '') AS judge`);
    return row!.judge;
  }

  async rejudgedAt(): Promise<readonly number[]> {
    const rows = await this.db.query<{ at: number }>('SELECT made_at AS at FROM judge ORDER BY id OFFSET 1');
    return rows.map(({ at }) => at);
  }

  async facts({ order, after, limit }: FactQuery): Promise<readonly VisitFact[]> {
    const rows =
      order === 'visit'
        ? await this.all<FactRow>(`${byVisit} WHERE v.seq > $1 ORDER BY v.seq LIMIT $2`, after?.seq ?? 0, limit)
        : order === 'visit-down'
          ? await this.all<FactRow>(
              `${byVisit} WHERE v.seq < $1 ORDER BY v.seq DESC LIMIT $2`,
              after?.seq ?? Number.MAX_SAFE_INTEGER,
              limit,
            )
          : await this.ranked(order, after, limit);
    return rows.map(factOf);
  }

  /** Of equal relevance, then of a lower or higher one: each a stretch of the index. */
  private async ranked(
    order: 'relevance' | 'relevance-up',
    after: FactPlace | undefined,
    limit: number,
  ): Promise<FactRow[]> {
    const isDown = order === 'relevance';
    const { relevance, seq } = after ?? { relevance: isDown ? 2 : -2, seq: 0 };
    const [equalOnes, others] = isDown
      ? ['j.visit > $2 ORDER BY j.visit', 'j.relevance < $1 ORDER BY j.relevance DESC, j.visit']
      : ['j.visit < $2 ORDER BY j.visit DESC', 'j.relevance > $1 ORDER BY j.relevance, j.visit DESC'];
    const equal = await this.all<FactRow>(
      `${byRelevance} AND j.relevance = $1 AND ${equalOnes} LIMIT $3`,
      relevance,
      seq,
      limit,
    );
    if (equal.length === limit) return equal;
    return [
      ...equal,
      ...(await this.all<FactRow>(`${byRelevance} AND ${others} LIMIT $2`, relevance, limit - equal.length)),
    ];
  }

  commands(limit: number): Promise<readonly KeptCommand[]> {
    return new PostgresCommands(this.db).last(limit);
  }

  async commandsWaiting(): Promise<number> {
    return (await this.one<{ n: number }>('SELECT count(*) AS n FROM command WHERE applied_at IS NULL'))!.n;
  }

  async queued({ after = 0, limit }: Piece): Promise<readonly QueuedUrl[]> {
    const rows = await this.all<QueuedRow>(`${queued} WHERE f.url > $1 ORDER BY f.url LIMIT $2`, after, limit);
    return rows.map(queuedOf);
  }

  async bestQueued(count: number): Promise<readonly QueuedUrl[]> {
    const rows = await this.all<QueuedRow>(`${queued} ORDER BY f.level, f.priority DESC, f.url LIMIT $1`, count);
    return rows.map(queuedOf);
  }

  queueLevels(): Promise<readonly { readonly level: number; readonly queued: number }[]> {
    return this.all('SELECT level, count(*) AS queued FROM frontier GROUP BY level ORDER BY level');
  }

  async rejections(): Promise<Readonly<Record<string, number>>> {
    return (await crawlTotals(this.db)).rejections;
  }

  async rejectedBy(rule: string, { after = 0, limit }: Piece): Promise<readonly UrlRecord[]> {
    const wanted = rule === 'expired' ? 'u.state = 3 AND $1 = $1' : 'u.state = 2 AND u.reason = $1';
    const find = `SELECT ${urlColumns} FROM url u ${place} WHERE ${wanted} AND u.id > $2 ORDER BY u.id LIMIT $3`;
    return (await this.all<UrlRow>(find, rule, after, limit)).map(urlRecord);
  }

  async hostStates(names: readonly string[]): Promise<ReadonlyMap<string, HostRecord>> {
    const find = `
      SELECT name AS host, next_at AS "nextAt", delay, failures, fetched FROM host WHERE name = ANY($1::text[])`;
    const rows = await allRows<HostRecord & { host: string; delay: number | null }>(this.db, find, [names]);
    return new Map(
      rows.map(({ host, delay, ...state }) => [host, { ...state, ...(delay !== null && { delay }) } as HostRecord]),
    );
  }

  async queuedOn(host: string): Promise<number> {
    const find =
      'SELECT count(*) AS n FROM frontier f JOIN host h ON h.id = f.host AND h.bucket = f.bucket WHERE h.name = $1';
    return (await this.one<{ n: number }>(find, host))!.n;
  }

  async robotsOrigins(host: string): Promise<readonly string[]> {
    const find = 'SELECT origin FROM robots WHERE origin IN ($1, $2) ORDER BY origin';
    return (await this.all<{ origin: string }>(find, `https://${host}`, `http://${host}`)).map(({ origin }) => origin);
  }

  private all<Row>(text: string, ...values: (string | number)[]): Promise<Row[]> {
    return allRows<Row>(this.db, text, values);
  }

  private one<Row>(text: string, ...values: (string | number)[]): Promise<Row | undefined> {
    return oneRow<Row>(this.db, text, values);
  }
}
