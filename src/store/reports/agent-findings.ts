import type { RegisteredAgent } from '../../model/directory.js';
import { allRows, oneRow } from '../sqlite/rows.js';
import type { Database } from '../sqlite/sqlite-database.js';
import { registeredAgents } from '../sqlite/sqlite-directory.js';
import { type Diversity, diversityOf } from './agent-diversity.js';
import { foundByHost } from './found-by-host.js';

/** An agent with what it has brought. */
export interface AgentFindings extends RegisteredAgent {
  /** Documents that it fetched. */
  readonly pages: number;
  readonly relevant: number;
  /** Hosts of its relevant pages. */
  readonly hosts: number;
  /** URLs in the queue that it takes from. Of several agents that share a queue, only the first has them. */
  readonly queued?: number;
}

/** What the agents of a crawl have found. Diversity needs two agents or more. */
export function agentFindings(db: Database): {
  readonly agents: readonly AgentFindings[];
  readonly diversity?: Diversity;
} {
  const registered = registeredAgents(db);
  const agents = findingsOf(db, registered);
  const ids = registered.map(({ id }) => id);
  return { agents, ...(ids.length > 1 && { diversity: diversityOf(db, ids) }) };
}

function findingsOf(db: Database, agents: readonly RegisteredAgent[]): AgentFindings[] {
  const queues = [...new Set(agents.map(({ queue }) => queue))];
  return findingsFrom(agents, countsByAgent(db), queueCounts(db, queues));
}

function countsByAgent(db: Database): AgentCounts[] {
  const counts = new Map<number, AgentCounts>();
  for (const { agent, pages, relevantPages } of foundByHost(db)) {
    const { pages: all, relevant, hosts } = counts.get(agent) ?? { pages: 0, relevant: 0, hosts: 0 };
    counts.set(agent, {
      agent,
      pages: all + pages,
      relevant: relevant + relevantPages,
      hosts: hosts + (relevantPages > 0 ? 1 : 0),
    });
  }
  return [...counts.values()];
}

/** To tell several queues apart, SQLite sorts them all. */
function queueCounts(db: Database, queues: readonly number[]): QueueCount[] {
  if (queues.length > 1)
    return allRows<QueueCount>(db.prepare('SELECT queue, count(*) AS queued FROM frontier GROUP BY queue'));
  const count = db.prepare('SELECT count(*) AS queued FROM frontier WHERE queue = ?');
  return queues.map((queue) => ({ queue, ...oneRow<Pick<QueueCount, 'queued'>>(count, queue)! }));
}

export interface QueueCount {
  readonly queue: number;
  readonly queued: number;
}

export function findingsFrom(
  agents: readonly RegisteredAgent[],
  found: readonly AgentCounts[],
  queues: readonly QueueCount[],
): AgentFindings[] {
  const counts = new Map(found.map(({ agent, ...rest }) => [agent, rest]));
  const queuedIn = new Map(queues.map(({ queue, queued }) => [queue, queued]));
  const told = new Set<number>();
  return agents.map((agent) => {
    const findings = { ...agent, ...(counts.get(agent.id) ?? { pages: 0, relevant: 0, hosts: 0 }) };
    if (told.has(agent.queue)) return findings;
    told.add(agent.queue);
    return { ...findings, queued: queuedIn.get(agent.queue) ?? 0 };
  });
}

export type AgentCounts = Pick<AgentFindings, 'pages' | 'relevant' | 'hosts'> & { readonly agent: number };
