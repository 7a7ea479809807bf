import type { CrawlTotals } from '../../model/crawl-store.js';
import { allRows, oneRow } from './rows.js';
import { currentJudge, currentJudgement, documentList } from './sql-parts.js';
import type { Database } from './sqlite-database.js';

const judged = 'count(*) FILTER (WHERE j.relevant) AS relevant, coalesce(sum(j.relevance), 0) AS relevanceSum';
const superseded = 'SELECT seq FROM visit WHERE superseded = 1';
const rule = "CASE u.state WHEN 3 THEN 'expired' ELSE u.reason END AS key, count(*) AS n";

/** Of all visits; each figure from the smallest table that has it. */
export function crawlTotals(db: Database): CrawlTotals {
  return totals(db, [], {
    judged: `SELECT ${judged} FROM judgement j WHERE j.judge = ${currentJudge} AND j.visit NOT IN (${superseded})`,
    bytes: 'SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS visits FROM visit',
    hosts: 'SELECT count(*) AS hostsVisited FROM host WHERE fetched > 0',
    outcomes: 'SELECT outcome AS key, count(*) AS n FROM visit WHERE superseded = 0 GROUP BY outcome',
    reasons: "SELECT reason AS key, count(*) AS n FROM visit WHERE superseded = 0 AND reason <> '' GROUP BY reason",
    rejections: `SELECT ${rule} FROM url u WHERE u.state IN (2, 3) GROUP BY key`,
  });
}

/** Of the visits of one agent, and of the URLs that these were the first to find. */
export function agentTotals(db: Database, agent: number): CrawlTotals {
  return totals(db, [agent], {
    judged: `SELECT ${judged} FROM visit v JOIN ${currentJudgement} WHERE v.agent = ? AND v.superseded = 0`,
    bytes: 'SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS visits FROM visit WHERE agent = ?',
    hosts: `
      SELECT count(DISTINCT u.host) AS hostsVisited FROM visit v JOIN url u ON u.id = v.url
      WHERE v.agent = ? AND v.outcome IN ${documentList}`,
    outcomes: 'SELECT outcome AS key, count(*) AS n FROM visit WHERE agent = ? AND superseded = 0 GROUP BY outcome',
    reasons:
      "SELECT reason AS key, count(*) AS n FROM visit WHERE agent = ? AND superseded = 0 AND reason <> '' GROUP BY reason",
    rejections: `
      SELECT ${rule} FROM url u JOIN visit v ON v.seq = u.parent WHERE v.agent = ? AND u.state IN (2, 3) GROUP BY key`,
  });
}

type Statements = Readonly<Record<'judged' | 'bytes' | 'hosts' | 'outcomes' | 'reasons' | 'rejections', string>>;

function totals(db: Database, values: readonly number[], sql: Statements): CrawlTotals {
  const one = <Row>(statement: string) => oneRow<Row>(db.prepare(statement), ...values)!;
  const counts = (statement: string) => {
    const rows = allRows<{ key: string; n: number }>(db.prepare(statement), ...values);
    return Object.fromEntries(rows.map(({ key, n }) => [key, n]));
  };
  return {
    ...one<Pick<CrawlTotals, 'relevant' | 'relevanceSum'>>(sql.judged),
    ...one<Pick<CrawlTotals, 'bytes' | 'visits'>>(sql.bytes),
    ...one<Pick<CrawlTotals, 'hostsVisited'>>(sql.hosts),
    outcomes: counts(sql.outcomes) as CrawlTotals['outcomes'],
    reasons: counts(sql.reasons),
    rejections: counts(sql.rejections),
  };
}
