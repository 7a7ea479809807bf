import type { CrawlLocation } from '../../crawl-location.js';
import type { CommandBox } from '../../open-commands.js';
import { PostgresCommands } from '../postgres-commands.js';
import { isAtWork } from './is-at-work.js';
import { openCrawlDatabase } from './open-crawl-database.js';

/** The commands of a crawl in PostgreSQL, for a process that does not work on it. */
export async function openPostgresCommands(place: Extract<CrawlLocation, { kind: 'postgres' }>): Promise<CommandBox> {
  const db = await openCrawlDatabase(place);
  const commands = new PostgresCommands(db);
  return {
    isRunning: () => isAtWork(db),
    add: (command) => commands.add(command),
    find: (id) => commands.find(id),
    last: (limit) => commands.last(limit),
    close: () => void db.close(),
  };
}
