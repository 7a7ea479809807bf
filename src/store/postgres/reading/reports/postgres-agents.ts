import type { AgentReports } from '../../../../model/crawl-reader.js';
import type { RegisteredAgent } from '../../../../model/directory.js';
import { type Diversity, diversityFrom } from '../../../reports/agent-diversity.js';
import { type AgentCounts, findingsFrom, type QueueCount } from '../../../reports/agent-findings.js';
import { type BestRow, byAgent } from '../../../reports/best-archived.js';
import { inertJson } from '../../../sqlite/rows.js';
import { documentList } from '../../../sqlite/sql-parts.js';
import type { PostgresDatabase, Queries } from '../../postgres-database.js';
import { allRows, oneRow } from '../inert-rows.js';
import { currentJudge, currentJudgement } from '../sql-parts.js';

/** What can be read of the agents of a crawl in PostgreSQL. */
export function postgresAgents(db: PostgresDatabase): AgentReports {
  return {
    registered: () => registered(db),
    findings: () =>
      db.oneView(async (view) => {
        const agents = await registered(view);
        const ids = agents.map(({ id }) => id);
        return {
          agents: findingsFrom(
            agents,
            await allRows<AgentCounts>(view, counts),
            await allRows<QueueCount>(view, queues),
          ),
          ...(ids.length > 1 && { diversity: await diversity(view, ids) }),
        };
      }),
    bestArchived: async (most) => byAgent(await allRows<BestRow>(db, best, [most])),
  };
}

async function registered(db: Queries): Promise<RegisteredAgent[]> {
  const find = `
    SELECT id, segment, queue, seeds, state, restarts, host, terms, registered_at AS "registeredAt", beat_at AS "beatAt"
    FROM agent ORDER BY id`;
  const rows = await allRows<Omit<RegisteredAgent, 'table'> & { readonly terms: string }>(db, find);
  return rows.map(({ terms, ...agent }) => ({ ...agent, table: inertJson(terms) }));
}

const isRelevantPage = "j.relevant = 1 AND v.outcome = 'page'";
const counts = `
  SELECT v.agent, count(*) AS pages, count(*) FILTER (WHERE ${isRelevantPage}) AS relevant,
    count(DISTINCT u.host) FILTER (WHERE ${isRelevantPage}) AS hosts
  FROM visit v JOIN url u ON u.id = v.url LEFT JOIN ${currentJudgement}
  WHERE v.superseded = 0 AND v.outcome IN ${documentList} GROUP BY v.agent`;
const queues = 'SELECT queue, count(*) AS queued FROM frontier GROUP BY queue';

const best = `
  SELECT v.agent, u.url, v.file, v."offset", v.length
  FROM (
    SELECT v.seq, row_number() OVER (PARTITION BY v.agent ORDER BY j.relevance DESC, v.seq) AS place
    FROM visit v JOIN ${currentJudgement} WHERE v.outcome = 'page' AND v.superseded = 0 AND v.file IS NOT NULL
  ) r JOIN visit v ON v.seq = r.seq JOIN url u ON u.id = v.url WHERE r.place <= $1 ORDER BY v.agent, r.place`;

const relevantPages = `
  judgement j JOIN visit v ON v.seq = j.visit AND v.outcome = 'page' AND v.superseded = 0 JOIN url u ON u.id = v.url
  WHERE j.judge = ${currentJudge} AND j.relevant = 1`;

async function diversity(db: Queries, agents: readonly number[]): Promise<Diversity> {
  const hosts = await oneRow<{ hosts: number }>(db, `SELECT count(DISTINCT u.host) AS hosts FROM ${relevantPages}`);
  const find = `
    SELECT array_agg(DISTINCT f.agent) AS finders
    FROM (SELECT DISTINCT u.id, u.hash FROM ${relevantPages}) p, LATERAL (
      SELECT w.agent FROM visit w WHERE w.url = p.id
      UNION SELECT w.agent FROM edge e JOIN visit w ON w.seq = e.visit WHERE e.dst = p.hash
    ) f GROUP BY p.id`;
  const placeOf = new Map(agents.map((agent, place) => [agent, place]));
  const found = (await db.query<{ finders: readonly number[] }>(find)).map(
    ({ finders }) => new Set(finders.flatMap((agent) => placeOf.get(agent) ?? [])),
  );
  return diversityFrom(agents, hosts?.hosts ?? 0, found);
}
