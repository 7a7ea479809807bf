import path from 'node:path';
import type { Settings } from '../config/options.js';
import { settingsFrom } from '../config/settings.js';
import type { CrawlNotes, CrawlRecords } from '../model/crawl-store.js';
import { readCrawlConfig } from '../store/crawl-folder.js';
import { readCrawl } from '../store/sqlite/sqlite-store.js';

/** A crawl in its folder, for reading. */
export interface OpenedCrawl {
  readonly folder: string;
  readonly settings: Settings;
  readonly records: CrawlRecords;
  readonly notes: CrawlNotes;
  close(): void;
}

/** Throws `UsageError` where there is no crawl. */
export function openCrawl(given: string): OpenedCrawl {
  const folder = path.resolve(given);
  const settings = settingsFrom({ file: readCrawlConfig(folder) });
  return { folder, settings, ...readCrawl(folder) };
}
