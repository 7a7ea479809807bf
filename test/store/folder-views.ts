import path from 'node:path';
import type { LimitSettings } from '../../src/frontier/host-limits.js';
import { openReader } from '../../src/store/open-reader.js';
import { type CrawlStatus, crawlStatus } from '../../src/store/reports/crawl-status.js';
import { isLocked, oneView, openDatabase } from '../../src/store/sqlite/sqlite-database.js';
import { databaseName, lockName } from '../../src/store/sqlite/sqlite-store.js';

/** Where the crawl in a folder stands under these settings, whatever its own are. */
export function statusOf(folder: string, settings: LimitSettings): CrawlStatus {
  const db = openDatabase(path.join(folder, databaseName), { readOnly: true });
  try {
    return oneView(db, () => crawlStatus(db, settings, isLocked(path.join(folder, lockName))));
  } finally {
    db.close();
  }
}

/** What the agents of the crawl in a folder have found. */
export async function findingsOf(folder: string) {
  const { agents, close } = await openReader(folder);
  try {
    return await agents.findings();
  } finally {
    await close();
  }
}
