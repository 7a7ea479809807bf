import path from 'node:path';
import type { RegisteredAgent } from '../../model/directory.js';
import type { ArchivePosition, VisitRow } from '../../model/visit.js';
import { type Database, oneView } from '../sqlite/sqlite-database.js';
import { registeredAgents } from '../sqlite/sqlite-directory.js';
import { databaseName } from '../sqlite/sqlite-store.js';
import { type Diversity, diversityOf } from './agent-diversity.js';

/** An agent with what it has brought. */
export interface AgentFindings extends RegisteredAgent {
  /** Documents that it fetched. */
  readonly pages: number;
  readonly relevant: number;
  /** Hosts of its relevant pages. */
  readonly hosts: number;
  /** URLs in the queue that it takes from. Of several agents that share a queue, told of the first alone. */
  readonly queued?: number;
}

/** What the agents of a crawl have found, read without disturbing it. Diversity is told of two agents and more. */
export function agentFindings(folder: string): {
  readonly agents: readonly AgentFindings[];
  readonly diversity?: Diversity;
} {
  return oneView(path.join(folder, databaseName), (db) => {
    const registered = registeredAgents(db);
    const agents = findingsOf(db, registered);
    const ids = registered.map(({ id }) => id);
    return { agents, ...(ids.length > 1 && { diversity: diversityOf(db, ids) }) };
  });
}

/** The agents of a crawl, read without disturbing it. */
export function agentsOf(folder: string): readonly RegisteredAgent[] {
  return oneView(path.join(folder, databaseName), registeredAgents);
}

export type ArchivedPage = Required<Pick<VisitRow, 'url' | 'archive'>>;

/** The best pages of each agent that the archive has, so many at most, the most relevant first. */
export function bestArchived(folder: string, most: number): ReadonlyMap<number, readonly ArchivedPage[]> {
  const ranked = `
    SELECT v.seq, row_number() OVER (PARTITION BY v.agent ORDER BY j.relevance DESC, v.seq) AS place
    FROM visit v JOIN ${currentJudgement} WHERE v.outcome = 'page' AND v.superseded = 0 AND v.file IS NOT NULL`;
  const wanted = `
    SELECT v.agent, u.url, v.file, v.offset, v.length
    FROM (${ranked}) r JOIN visit v ON v.seq = r.seq JOIN url u ON u.id = v.url WHERE r.place <= ? ORDER BY v.agent, r.place`;
  return oneView(path.join(folder, databaseName), (db) => {
    const rows = db.prepare(wanted).all(most) as unknown as ({ agent: number; url: string } & ArchivePosition)[];
    const best = new Map<number, ArchivedPage[]>();
    for (const { agent, url, ...archive } of rows) {
      const pages = best.get(agent) ?? [];
      best.set(agent, pages);
      pages.push({ url, archive });
    }
    return best;
  });
}

const currentJudgement = "judgement j ON j.visit = v.seq AND j.judge = (SELECT value FROM note WHERE key = 'judge')";

function findingsOf(db: Database, agents: readonly RegisteredAgent[]): AgentFindings[] {
  const counts = new Map(
    (db.prepare(countsByAgent).all() as unknown as AgentCounts[]).map(({ agent, ...found }) => [agent, found]),
  );
  const queues = db.prepare('SELECT queue, count(*) AS queued FROM frontier GROUP BY queue').all();
  const queuedIn = new Map((queues as { queue: number; queued: number }[]).map(({ queue, queued }) => [queue, queued]));
  const told = new Set<number>();
  return agents.map((agent) => {
    const findings = { ...agent, ...(counts.get(agent.id) ?? { pages: 0, relevant: 0, hosts: 0 }) };
    if (told.has(agent.queue)) return findings;
    told.add(agent.queue);
    return { ...findings, queued: queuedIn.get(agent.queue) ?? 0 };
  });
}

type AgentCounts = Pick<AgentFindings, 'pages' | 'relevant' | 'hosts'> & { readonly agent: number };

const isRelevantPage = "j.relevant AND v.outcome = 'page'";
const countsByAgent = `
  SELECT v.agent, count(*) AS pages, count(*) FILTER (WHERE ${isRelevantPage}) AS relevant,
    count(DISTINCT u.host) FILTER (WHERE ${isRelevantPage}) AS hosts
  FROM visit v JOIN url u ON u.id = v.url LEFT JOIN ${currentJudgement}
  WHERE v.superseded = 0 AND v.outcome IN ('page', 'duplicate', 'ignored') GROUP BY v.agent`;
