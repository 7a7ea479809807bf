import type { CrawlTotals } from '../../../model/crawl-store.js';
import { documentList } from '../../sqlite/sql-parts.js';
import type { Queries } from '../postgres-database.js';
import { allRows, oneRow } from './inert-rows.js';
import { currentJudge, currentJudgement } from './sql-parts.js';

const judged = 'count(*) FILTER (WHERE j.relevant = 1) AS relevant, coalesce(sum(j.relevance), 0) AS "relevanceSum"';
const weighed = 'SELECT coalesce(sum(bytes), 0)::bigint AS bytes, count(*) AS visits FROM visit';
const rule = "CASE u.state WHEN 3 THEN 'expired' ELSE u.reason END AS key, count(*) AS n";

/** Of all visits; each figure from the smallest table that has it. */
export function crawlTotals(db: Queries): Promise<CrawlTotals> {
  return totals(db, [], {
    judged: `
      SELECT ${judged} FROM judgement j WHERE j.judge = ${currentJudge}
      AND NOT EXISTS (SELECT FROM visit v WHERE v.seq = j.visit AND v.superseded = 1)`,
    bytes: weighed,
    hosts: 'SELECT count(*) AS "hostsVisited" FROM host WHERE fetched > 0',
    outcomes: 'SELECT outcome AS key, count(*) AS n FROM visit WHERE superseded = 0 GROUP BY outcome',
    reasons: "SELECT reason AS key, count(*) AS n FROM visit WHERE superseded = 0 AND reason <> '' GROUP BY reason",
    rejections: `SELECT ${rule} FROM url u WHERE u.state IN (2, 3) GROUP BY 1`,
  });
}

/** Of the visits of one agent, and of the URLs that these were the first to find. */
export function agentTotals(db: Queries, agent: number): Promise<CrawlTotals> {
  return totals(db, [agent], {
    judged: `SELECT ${judged} FROM visit v JOIN ${currentJudgement} WHERE v.agent = $1 AND v.superseded = 0`,
    bytes: `${weighed} WHERE agent = $1`,
    hosts: `
      SELECT count(DISTINCT u.host) AS "hostsVisited" FROM visit v JOIN url u ON u.id = v.url
      WHERE v.agent = $1 AND v.outcome IN ${documentList}`,
    outcomes: 'SELECT outcome AS key, count(*) AS n FROM visit WHERE agent = $1 AND superseded = 0 GROUP BY outcome',
    reasons:
      "SELECT reason AS key, count(*) AS n FROM visit WHERE agent = $1 AND superseded = 0 AND reason <> '' GROUP BY reason",
    rejections: `
      SELECT ${rule} FROM url u JOIN visit v ON v.seq = u.parent WHERE v.agent = $1 AND u.state IN (2, 3) GROUP BY 1`,
  });
}

type Statements = Readonly<Record<'judged' | 'bytes' | 'hosts' | 'outcomes' | 'reasons' | 'rejections', string>>;

async function totals(db: Queries, values: readonly number[], sql: Statements): Promise<CrawlTotals> {
  const one = async <Row>(statement: string) => (await oneRow<Row>(db, statement, values))!;
  const counts = async (statement: string) => {
    const rows = await allRows<{ key: string; n: number }>(db, statement, values);
    return Object.fromEntries(rows.map(({ key, n }) => [key, n]));
  };
  return {
    ...(await one<Pick<CrawlTotals, 'relevant' | 'relevanceSum'>>(sql.judged)),
    ...(await one<Pick<CrawlTotals, 'bytes' | 'visits'>>(sql.bytes)),
    ...(await one<Pick<CrawlTotals, 'hostsVisited'>>(sql.hosts)),
    outcomes: (await counts(sql.outcomes)) as CrawlTotals['outcomes'],
    reasons: await counts(sql.reasons),
    rejections: await counts(sql.rejections),
  };
}
