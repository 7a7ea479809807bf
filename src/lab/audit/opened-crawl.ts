import path from 'node:path';
import type { Settings } from '../../config/options.js';
import { settingsFrom } from '../../config/settings.js';
import { landing } from '../../page/landing.js';
import { readCrawlConfig } from '../../store/crawl-folder.js';
import type { CrawlNotes, CrawlRecords } from '../../store/crawl-store.js';
import { readCrawl } from '../../store/sqlite-store.js';
import type { VisitRow } from '../../store/visit.js';

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

/** What is to be kept of the last visit of every URL that had one of these outcomes, in the order of the first ones. */
export async function lastVisits<Kept>(
  records: CrawlRecords,
  outcomes: readonly VisitRow['outcome'][],
  keep: (row: VisitRow) => Kept,
): Promise<Map<string, Kept>> {
  const kept = new Map<string, Kept>();
  for await (const row of records.visits({ outcomes })) kept.set(row.url, keep(row));
  return kept;
}

/** The pages that a crawl was told of and did not have to find. */
export interface GivenPages {
  readonly seeds: readonly string[];
  readonly examples: readonly string[];
}

/** Seeds and examples as they were visited; those that never answered are left out. */
export async function givenPages(records: CrawlRecords): Promise<GivenPages> {
  const [seeds, examples] = [new Set<string>(), new Set<string>()];
  for await (const { url, parent, depth, agent, outcome } of records.visits()) {
    if (parent !== '' || depth !== 0 || outcome === 'failed' || outcome === 'refused') continue;
    // Examples are fetched by agents of their own.
    (agent < 0 ? examples : seeds).add(url);
  }
  return { seeds: [...seeds], examples: [...examples] };
}

/** Where a URL leads in the end, by the redirects that the crawl met. */
export async function landings(records: CrawlRecords): Promise<(url: string) => string> {
  const next = new Map<string, string>();
  for await (const { url, detail } of records.visits({ outcomes: ['redirect'] }))
    if (detail !== undefined) next.set(url, detail);
  return (url) => landing(url, (at) => next.get(at));
}
