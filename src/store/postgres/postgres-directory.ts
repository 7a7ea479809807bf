import type { AgentBeat, AgentEntry, Directory, RegisteredAgent } from '../../model/directory.js';
import { inertJson } from '../sqlite/rows.js';
import { jsonText, keepableText } from './json-text.js';
import type { Queries } from './postgres-database.js';

/** The agents of a crawl in PostgreSQL. Each runs on every worker, over the hosts of that worker; the last sign of life counts. */
export class PostgresDirectory implements Directory {
  constructor(private readonly db: Queries) {}

  async register(agents: readonly AgentEntry[], now: number): Promise<void> {
    for (const { id, segment, queue, seeds } of agents)
      await this.db.query(
        `INSERT INTO agent (id, segment, queue, seeds, registered_at, beat_at) VALUES ($1, $2, $3, $4, $5, $5)
         ON CONFLICT (id) DO UPDATE SET segment = excluded.segment, queue = excluded.queue, seeds = excluded.seeds`,
        [id, keepableText(segment), queue, seeds, now],
      );
  }

  async beat(id: number, { state, restarts, host, table }: AgentBeat, now: number): Promise<void> {
    await this.db.query(
      'UPDATE agent SET state = $2, restarts = $3, host = $4, terms = $5, beat_at = $6 WHERE id = $1',
      [id, state, restarts, host, jsonText(table), now],
    );
  }

  async agents(): Promise<readonly RegisteredAgent[]> {
    return registeredAgents(this.db);
  }
}

/** In the order of their ids. */
export async function registeredAgents(db: Queries): Promise<readonly RegisteredAgent[]> {
  const rows = await db.query<Omit<RegisteredAgent, 'table'> & { readonly terms: string }>(`
    SELECT id, segment, queue, seeds, state, restarts, host, terms, registered_at AS "registeredAt", beat_at AS "beatAt"
    FROM agent ORDER BY id`);
  return rows.map(({ terms, ...agent }) => ({ ...agent, table: inertJson(terms) }));
}
