import path from 'node:path';
import type { Bodies } from '../../archive/bodies/bodies.js';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { UsageError } from '../../failure.js';
import { keepJudgements } from '../../labels/label-pages.js';
import type { CrawlReader } from '../../model/crawl-reader.js';
import { appendQuery } from '../../topic/asked-queries.js';
import { crawlBodies } from '../crawl-bodies.js';
import { bytesInFolder, readCrawlConfig } from '../crawl-folder.js';
import { agentFindings } from '../reports/agent-findings.js';
import { bestArchived } from '../reports/best-archived.js';
import { crawlLinks } from '../reports/crawl-links.js';
import { crawlStatus, hostLines } from '../reports/crawl-status.js';
import { linkedPages } from '../reports/linked-pages.js';
import { yieldCurve } from '../reports/yield-curve.js';
import { GroupCommit } from './group-commit.js';
import { SqliteBrowsing } from './sqlite-browsing.js';
import { type Database, isLocked, lockFolder, oneView, openDatabase } from './sqlite-database.js';
import { registeredAgents } from './sqlite-directory.js';
import { SqliteNotes } from './sqlite-notes.js';
import { SqliteRecords } from './sqlite-records.js';
import { databaseName, lockName } from './sqlite-store.js';

/** Reads the crawl in a folder without owning it, also while it is being crawled. */
export function openSqliteReader(folder: string): CrawlReader {
  const db = currentDatabase(folder);
  let settings: Settings | undefined;
  let bodies: Bodies | undefined;
  return {
    location: folder,
    folder,
    get settings() {
      settings ??= settingsFrom({ file: readCrawlConfig(folder) });
      return settings;
    },
    get bodies() {
      bodies ??= crawlBodies(this.settings.archive, folder);
      return bodies;
    },
    records: new SqliteRecords(db),
    browsing: new SqliteBrowsing(db),
    notes: new SqliteNotes(db, new GroupCommit(db)),
    agents: {
      registered: async () => registeredAgents(db),
      findings: async () => oneView(db, agentFindings),
      bestArchived: async (most) => bestArchived(db, most),
    },
    isRunning: async () => isLocked(path.join(folder, lockName)),
    bytes: async () => bytesInFolder(folder),
    async status() {
      const running = await this.isRunning();
      return oneView(db, () => crawlStatus(db, this.settings, running));
    },
    hosts: async (most) => oneView(db, () => hostLines(db, most)),
    yieldCurve: async (points) => oneView(db, () => yieldCurve(db, points)),
    links: async function* () {
      yield* crawlLinks(db);
    },
    linkedPages: async function* () {
      yield* linkedPages(db);
    },
    keepJudgements: async (said, randomSeed) => keepJudgements(folder, said, randomSeed),
    logQuery: async (asked) => appendQuery(folder, asked),
    async close() {
      db.close();
      await bodies?.close();
    },
  };
}

/** A database of an older version is brought up to date first, which takes the right to write to its folder. */
function currentDatabase(folder: string): Database {
  const file = path.join(folder, databaseName);
  try {
    return openDatabase(file, { readOnly: true });
  } catch (thrown) {
    if (!(thrown instanceof UsageError) || thrown.code !== 'older-schema' || !upgraded(folder, file)) throw thrown;
    return openDatabase(file, { readOnly: true });
  }
}

/** False where that cannot be done here: on a read-only medium, or while an older version is crawling. */
function upgraded(folder: string, file: string): boolean {
  let unlock: (() => void) | undefined;
  try {
    unlock = lockFolder(path.join(folder, lockName), folder);
    openDatabase(file).close();
    return true;
  } catch (thrown) {
    if (thrown instanceof UsageError) return false;
    throw thrown;
  } finally {
    unlock?.();
  }
}
