import type { Command, CommandKind, CommandResult, Commands, KeptCommand } from '../../model/commands.js';
import { jsonText, keepableText } from './json-text.js';
import type { PostgresDatabase, Queries } from './postgres-database.js';
import { putNote } from './postgres-notes.js';

const columns = 'id, at, who, kind, arguments, applied_at AS "appliedAt", result';

/** The commands of a crawl in PostgreSQL, for those who give them and those who apply them. */
export class PostgresCommands implements Commands {
  /** Those that this process has applied: every worker applies every command that is given while it is there. */
  private readonly done = new Set<number>();

  constructor(
    private readonly db: PostgresDatabase,
    /** The last one that was given before this worker came. */
    private readonly before = Number.MAX_SAFE_INTEGER,
  ) {}

  async add({ at, by, kind, arguments: given }: Command): Promise<number> {
    const [row] = await this.db.query<{ id: number }>(
      'INSERT INTO command (at, who, kind, arguments) VALUES ($1, $2, $3, $4) RETURNING id',
      [at, keepableText(by), kind, jsonText(given)],
    );
    return row!.id;
  }

  async waiting(): Promise<readonly KeptCommand[]> {
    const known = this.before === Number.MAX_SAFE_INTEGER ? [] : [this.before];
    const since = known.length === 0 ? '' : 'OR id > $1';
    const found = await this.select(
      `SELECT ${columns} FROM command WHERE applied_at IS NULL ${since} ORDER BY id`,
      known,
    );
    return found.filter(({ id }) => !this.done.has(id));
  }

  async applied(
    id: number,
    at: number,
    result: CommandResult,
    notes: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    this.done.add(id);
    await this.db.transaction(async (tx: Queries) => {
      const rows = await tx.query(
        'UPDATE command SET applied_at = $2, result = $3 WHERE id = $1 AND applied_at IS NULL RETURNING id',
        [id, at, jsonText(result)],
      );
      if (rows.length > 0) for (const [key, value] of Object.entries(notes)) await putNote(tx, key, value);
    });
  }

  async find(id: number): Promise<KeptCommand | undefined> {
    return (await this.select(`SELECT ${columns} FROM command WHERE id = $1`, [id]))[0];
  }

  async last(limit = 2 ** 31 - 1): Promise<readonly KeptCommand[]> {
    return (await this.select(`SELECT ${columns} FROM command ORDER BY id DESC LIMIT $1`, [limit])).reverse();
  }

  private async select(text: string, values: readonly number[] = []): Promise<KeptCommand[]> {
    const rows = await this.db.query<CommandRow>(text, values);
    return rows.map(({ id, at, who, kind, arguments: given, appliedAt, result }) => ({
      ...{ id, at, by: who, kind: kind as CommandKind, arguments: JSON.parse(given) },
      ...(appliedAt !== null && { appliedAt }),
      ...(result !== null && { result: JSON.parse(result) as CommandResult }),
    }));
  }
}

interface CommandRow {
  readonly id: number;
  readonly at: number;
  readonly who: string;
  readonly kind: string;
  readonly arguments: string;
  readonly appliedAt: number | null;
  readonly result: string | null;
}
