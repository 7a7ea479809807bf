import type { CrawlBrowsing, FactPlace, FactQuery, HostRecord, VisitFact } from '../../model/crawl-browsing.js';
import type { UrlRecord } from '../../model/crawl-store.js';
import { type FactRow, factOf, type QueuedRow, queuedOf } from '../rows/browsing-rows.js';
import { type UrlRow, urlRecord } from '../rows/url-row.js';
import { allRows, oneRow } from './rows.js';
import { currentJudge } from './sql-parts.js';
import { lastCommands } from './sqlite-commands.js';
import type { Database } from './sqlite-database.js';
import { urlColumns } from './url-columns.js';

const factColumns = `
  v.seq, v.url AS urlId, u.url, h.name AS host, v.agent, v.level, v.outcome, v.reason, v.fetched_at AS fetchedAt,
  v.priority_parent AS priorityParent, v.kind, v.superseded, v.noindex, v.language, j.relevance, j.relevant`;
const byVisit = `visit v JOIN url u ON u.id = v.url JOIN host h ON h.id = u.host
  LEFT JOIN judgement j ON j.visit = v.seq AND j.judge = ${currentJudge}`;
/** The index has the order; the other tables are looked up row by row. */
const byRelevance = `judgement j INDEXED BY judgement_relevance CROSS JOIN visit v ON v.seq = j.visit
  CROSS JOIN url u ON u.id = v.url CROSS JOIN host h ON h.id = u.host`;
const queuedColumns = 'f.url AS id, u.url, h.name AS host, f.queue, f.level, f.priority, u.depth, f.attempts, f.kind';
const queuedTables = 'frontier f JOIN url u ON u.id = f.url JOIN host h ON h.id = f.host';

const statements = {
  version: 'PRAGMA data_version',
  judge: `SELECT coalesce(${currentJudge}, '') AS judge`,
  judges: 'SELECT made_at AS at FROM judge ORDER BY id LIMIT -1 OFFSET 1',
  visit: `SELECT ${factColumns} FROM ${byVisit} WHERE v.seq > ?1 ORDER BY v.seq LIMIT ?2`,
  'visit-down': `SELECT ${factColumns} FROM ${byVisit} WHERE v.seq < ?1 ORDER BY v.seq DESC LIMIT ?2`,
  // Of equal relevance, then of a lower or higher one: each a stretch of the index.
  equal: `SELECT ${factColumns} FROM ${byRelevance}
    WHERE j.judge = ${currentJudge} AND j.relevance = ?1 AND j.visit > ?2 ORDER BY j.visit LIMIT ?3`,
  relevance: `SELECT ${factColumns} FROM ${byRelevance}
    WHERE j.judge = ${currentJudge} AND j.relevance < ?1 ORDER BY j.relevance DESC, j.visit LIMIT ?2`,
  // Downwards through the index: equal ones come with the last visit first.
  'relevance-up': `SELECT ${factColumns} FROM ${byRelevance}
    WHERE j.judge = ${currentJudge} AND j.relevance > ?1 ORDER BY j.relevance, j.visit DESC LIMIT ?2`,
  equalUp: `SELECT ${factColumns} FROM ${byRelevance}
    WHERE j.judge = ${currentJudge} AND j.relevance = ?1 AND j.visit < ?2 ORDER BY j.visit DESC LIMIT ?3`,
  waiting: 'SELECT count(*) AS n FROM command WHERE applied_at IS NULL',
  queued: `SELECT ${queuedColumns} FROM ${queuedTables} WHERE f.url > ? ORDER BY f.url LIMIT ?`,
  best: `SELECT ${queuedColumns} FROM ${queuedTables}
    WHERE f.url IN (SELECT url FROM frontier ORDER BY level, priority DESC, url LIMIT ?)
    ORDER BY f.level, f.priority DESC, f.url`,
  levels: 'SELECT level, count(*) AS queued FROM frontier GROUP BY level ORDER BY level',
  rejections: 'SELECT state, reason, count(*) AS n FROM url WHERE state IN (2, 3) GROUP BY state, reason',
  rejectedBy: `SELECT ${urlColumns} FROM url u LEFT JOIN frontier f ON f.url = u.id
    WHERE u.state IN (2, 3) AND u.state = ?1 AND (?1 = 3 OR u.reason = ?2) AND u.id > ?3 ORDER BY u.id LIMIT ?4`,
  hosts: `SELECT h.name AS host, h.next_at AS nextAt, h.delay, h.failures, h.fetched
    FROM json_each(?) wanted JOIN host h ON h.name = wanted.value`,
  queuedOn: `SELECT count(*) AS n FROM url u JOIN frontier f ON f.url = u.id
    WHERE u.host = (SELECT id FROM host WHERE name = ?)`,
  origins: 'SELECT origin FROM robots WHERE origin IN (?, ?) ORDER BY origin',
} as const;

const [rejectedState, expiredState] = [2, 3] as const;

/** Looks around in a crawl's database. */
export class SqliteBrowsing implements CrawlBrowsing {
  private readonly prepared = new Map<string, ReturnType<Database['prepare']>>();

  constructor(private readonly db: Database) {}

  async version(): Promise<number> {
    return this.one<{ data_version: number }>('version')!.data_version;
  }

  async judge(): Promise<string> {
    return this.one<{ judge: string }>('judge')!.judge;
  }

  async rejudgedAt(): Promise<readonly number[]> {
    return this.all<{ at: number }>('judges').map(({ at }) => at);
  }

  async facts({ order, after, limit }: FactQuery): Promise<readonly VisitFact[]> {
    const rows =
      order === 'visit'
        ? this.all<FactRow>('visit', after?.seq ?? 0, limit)
        : order === 'visit-down'
          ? this.all<FactRow>('visit-down', after?.seq ?? Number.MAX_SAFE_INTEGER, limit)
          : this.ranked(order, after, limit);
    return rows.map(factOf);
  }

  private ranked(order: 'relevance' | 'relevance-up', after: FactPlace | undefined, limit: number): FactRow[] {
    const isDown = order === 'relevance';
    const first = after ?? { relevance: isDown ? 2 : -2, seq: 0 };
    const equal = this.all<FactRow>(isDown ? 'equal' : 'equalUp', first.relevance, first.seq, limit);
    if (equal.length === limit) return equal;
    return [...equal, ...this.all<FactRow>(order, first.relevance, limit - equal.length)];
  }

  async commands(limit: number) {
    return lastCommands(this.db, limit);
  }

  async commandsWaiting(): Promise<number> {
    return this.one<{ n: number }>('waiting')!.n;
  }

  async queued({ after = 0, limit }: { readonly after?: number; readonly limit: number }) {
    return this.all<QueuedRow>('queued', after, limit).map(queuedOf);
  }

  async bestQueued(count: number) {
    return this.all<QueuedRow>('best', count).map(queuedOf);
  }

  async queueLevels() {
    return this.all<{ level: number; queued: number }>('levels').map((row) => ({ ...row }));
  }

  async rejections(): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const { state, reason, n } of this.all<{ state: number; reason: string; n: number }>('rejections')) {
      const rule = state === expiredState ? 'expired' : reason;
      counts[rule] = (counts[rule] ?? 0) + n;
    }
    return counts;
  }

  async rejectedBy(
    rule: string,
    { after = 0, limit }: { readonly after?: number; readonly limit: number },
  ): Promise<readonly UrlRecord[]> {
    const state = rule === 'expired' ? expiredState : rejectedState;
    return this.all<UrlRow>('rejectedBy', state, rule, after, limit).map(urlRecord);
  }

  async hostStates(names: readonly string[]): Promise<ReadonlyMap<string, HostRecord>> {
    const rows = this.all<HostRecord & { host: string; delay: number | null }>('hosts', JSON.stringify(names));
    return new Map(
      rows.map(({ host, delay, ...state }) => [host, { ...state, ...(delay !== null && { delay }) } as HostRecord]),
    );
  }

  async queuedOn(host: string): Promise<number> {
    return this.one<{ n: number }>('queuedOn', host)!.n;
  }

  async robotsOrigins(host: string): Promise<readonly string[]> {
    return this.all<{ origin: string }>('origins', `https://${host}`, `http://${host}`).map(({ origin }) => origin);
  }

  private all<Row>(name: keyof typeof statements, ...values: (string | number)[]): Row[] {
    return allRows<Row>(this.statement(name), ...values);
  }

  private one<Row>(name: keyof typeof statements, ...values: (string | number)[]): Row | undefined {
    return oneRow<Row>(this.statement(name), ...values);
  }

  private statement(name: keyof typeof statements): ReturnType<Database['prepare']> {
    const known = this.prepared.get(name);
    if (known !== undefined) return known;
    const statement = this.db.prepare(statements[name]);
    this.prepared.set(name, statement);
    return statement;
  }
}
