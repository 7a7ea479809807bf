import type { Command, CommandKind, CommandResult, Commands, KeptCommand } from '../../model/commands.js';
import type { GroupCommit } from './group-commit.js';
import { allRows, oneRow } from './rows.js';
import type { Database } from './sqlite-database.js';

/** The commands of a crawl in SQLite, as the process that owns the crawl sees them. */
export class SqliteCommands implements Commands {
  private readonly sql: ReturnType<typeof statements>;
  /** Of the database as it was when nothing waited. */
  private quietVersion: number | undefined;

  constructor(
    private readonly db: Database,
    private readonly group: GroupCommit,
    private readonly putNote: (key: string, value: string) => void,
  ) {
    this.sql = statements(db);
  }

  async add(command: Command): Promise<number> {
    this.quietVersion = undefined;
    const id = this.group.write(() => insertCommand(this.db, command));
    this.group.commit();
    return id;
  }

  /** The version changes with every commit of another connection, and reading it touches no table. */
  async waiting(): Promise<readonly KeptCommand[]> {
    const { data_version: version } = oneRow<{ data_version: number }>(this.sql.version)!;
    if (version === this.quietVersion) return [];
    const commands = allRows<CommandRow>(this.sql.waiting).map(commandOf);
    this.quietVersion = commands.length === 0 ? version : undefined;
    return commands;
  }

  async applied(
    id: number,
    at: number,
    result: CommandResult,
    notes: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    this.group.write(() => {
      if (this.sql.applied.run(at, JSON.stringify(result), id).changes === 0) return;
      for (const [key, value] of Object.entries(notes)) this.putNote(key, value);
    });
    this.group.commit();
  }

  async find(id: number): Promise<KeptCommand | undefined> {
    return findCommand(this.db, id);
  }

  async last(limit?: number): Promise<readonly KeptCommand[]> {
    return lastCommands(this.db, limit);
  }
}

const columns = 'id, at, who, kind, arguments, applied_at AS appliedAt, result';

/** To be called in a transaction. */
export function insertCommand(db: Database, { at, by, kind, arguments: given }: Command): number {
  const insert = db.prepare('INSERT INTO command (at, who, kind, arguments) VALUES (?, ?, ?, ?)');
  return Number(insert.run(at, by, kind, JSON.stringify(given)).lastInsertRowid);
}

export function findCommand(db: Database, id: number): KeptCommand | undefined {
  const row = oneRow<CommandRow>(db.prepare(`SELECT ${columns} FROM command WHERE id = ?`), id);
  return row && commandOf(row);
}

export function lastCommands(db: Database, limit = Number.MAX_SAFE_INTEGER): readonly KeptCommand[] {
  const last = db.prepare(`SELECT ${columns} FROM command ORDER BY id DESC LIMIT ?`);
  return allRows<CommandRow>(last, limit).map(commandOf).reverse();
}

function statements(db: Database) {
  return {
    version: db.prepare('PRAGMA data_version'),
    waiting: db.prepare(`SELECT ${columns} FROM command WHERE applied_at IS NULL ORDER BY id`),
    applied: db.prepare('UPDATE command SET applied_at = ?, result = ? WHERE id = ? AND applied_at IS NULL'),
  };
}

interface CommandRow {
  id: number;
  at: number;
  who: string;
  kind: string;
  arguments: string;
  appliedAt: number | null;
  result: string | null;
}

function commandOf({ id, at, who, kind, arguments: given, appliedAt, result }: CommandRow): KeptCommand {
  return {
    ...{ id, at, by: who, kind: kind as CommandKind, arguments: JSON.parse(given) },
    ...(appliedAt !== null && { appliedAt }),
    ...(result !== null && { result: JSON.parse(result) as CommandResult }),
  };
}
