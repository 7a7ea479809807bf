import path from 'node:path';
import { Failure } from '../failure.js';
import type { Command, KeptCommand } from '../model/commands.js';
import { crawlLocation } from './crawl-location.js';
import { inTransaction } from './sqlite/in-transaction.js';
import { findCommand, insertCommand, lastCommands } from './sqlite/sqlite-commands.js';
import { type Database, isLocked, openDatabase } from './sqlite/sqlite-database.js';
import { openSqliteReader } from './sqlite/sqlite-reader.js';
import { databaseName, lockName } from './sqlite/sqlite-store.js';
import { isBusy, storeFailure } from './sqlite/store-failure.js';

/** The commands of a crawl, for a process that does not run it. */
export interface CommandBox {
  /** Whether some process runs the crawl, and will apply what is added. */
  isRunning(): Promise<boolean>;
  /** Durable when it resolves. Returns the id. */
  add(command: Command): Promise<number>;
  find(id: number): Promise<KeptCommand | undefined>;
  last(limit?: number): Promise<readonly KeptCommand[]>;
  close(): void;
}

/** Opens the commands of the crawl at `location`, its folder or its address in a database. Throws `UsageError` where there is no crawl. */
export async function openCommands(location: string): Promise<CommandBox> {
  const place = crawlLocation(location);
  if (place.kind === 'folder') return folderCommands(place.folder);
  const { openPostgresCommands } = await import('./postgres/reading/open-postgres-commands.js');
  return openPostgresCommands(place);
}

async function folderCommands(location: string): Promise<CommandBox> {
  // Brings the database of an older version up to date, unless that version is crawling there.
  await openSqliteReader(location).close();
  const file = path.join(location, databaseName);
  const db = openDatabase(file);
  return {
    isRunning: async () => isLocked(path.join(location, lockName)),
    add: (command) => whenFree(db, file, () => inTransaction(db, () => insertCommand(db, command))),
    find: async (id) => findCommand(db, id),
    last: async (limit) => lastCommands(db, limit),
    close: () => db.close(),
  };
}

/** So long a writer tries to get in between two transactions of the crawl, and so often (ms). */
const triesFor = 20_000;
const triesEvery = 3;

/**
 * A crawl at full speed is in a transaction nearly all the time. SQLite's own waiting looks ten times a second and might never find
 * it free; this looks often enough to meet the moment between two of them.
 */
async function whenFree<T>(db: Database, file: string, write: () => T): Promise<T> {
  db.exec('PRAGMA busy_timeout = 0');
  for (const until = Date.now() + triesFor; ; ) {
    try {
      return write();
    } catch (thrown) {
      if (!isBusy(thrown)) throw storeFailure(thrown, file);
      if (Date.now() > until)
        throw new Failure('database-locked', `${file} is locked by another program; try again.`, 'retry', { file });
    }
    await new Promise((resolve) => setTimeout(resolve, triesEvery));
  }
}
