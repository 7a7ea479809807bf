import type { AgentBeat, AgentEntry, Directory, RegisteredAgent } from '../../model/directory.js';
import type { GroupCommit } from './group-commit.js';
import { allRows, inertJson } from './rows.js';
import type { Database } from './sqlite-database.js';

/** The agents of a crawl in SQLite. Signs of life are many and small: they share the commits of the visits. */
export class SqliteDirectory implements Directory {
  private readonly sql: ReturnType<typeof statements>;

  constructor(
    private readonly db: Database,
    private readonly group: GroupCommit,
  ) {
    this.sql = statements(db);
  }

  async register(agents: readonly AgentEntry[], now: number): Promise<void> {
    this.group.write(() => {
      for (const { id, segment, queue, seeds } of agents) this.sql.register.run(id, segment, queue, seeds, now, now);
    });
  }

  async beat(id: number, { state, restarts, host, table }: AgentBeat, now: number): Promise<void> {
    this.group.write(() => this.sql.beat.run(state, restarts, host, JSON.stringify(table), now, id));
  }

  async agents(): Promise<readonly RegisteredAgent[]> {
    return registeredAgents(this.db);
  }
}

/** In the order of their ids; also of a database that is open for reading only. */
export function registeredAgents(db: Database): readonly RegisteredAgent[] {
  const find = db.prepare(`
    SELECT id, segment, queue, seeds, state, restarts, host, terms, registered_at AS registeredAt, beat_at AS beatAt
    FROM agent ORDER BY id`);
  return allRows<AgentRow>(find).map(({ terms, ...agent }) => ({ ...agent, table: inertJson(terms) }));
}

type AgentRow = Omit<RegisteredAgent, 'table'> & { readonly terms: string };

function statements(db: Database) {
  return {
    register: db.prepare(`
      INSERT INTO agent (id, segment, queue, seeds, registered_at, beat_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET segment = excluded.segment, queue = excluded.queue, seeds = excluded.seeds`),
    beat: db.prepare('UPDATE agent SET state = ?, restarts = ?, host = ?, terms = ?, beat_at = ? WHERE id = ?'),
  };
}
