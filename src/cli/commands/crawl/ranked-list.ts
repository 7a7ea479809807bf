import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../../../config/options.js';
import { exportContext } from '../../../export/export-context.js';
import { csv } from '../../../export/formats/csv.js';
import { type Hidden, wantedVisits } from '../../../export/wanted-visits.js';
import type { CrawlRecords, VisitQuery } from '../../../model/crawl-store.js';
import type { VisitRow } from '../../../model/visit.js';
import { rankedName } from '../../../store/crawl-folder.js';
import { openReader } from '../../../store/open-reader.js';
import { cannotTell } from './unsure-words.js';

/** How long the list is made where hardly any page is relevant: somebody may find what they want among the best others. */
const bestListed = 100;
/** Rows that have a snippet: each costs a look into the archive. */
const withSnippet = 500;

/** The most relevant pages first. Pages that were ignored come in where a later judge found them relevant. */
export function ranking(exportNoindex: boolean): VisitQuery {
  return { outcomes: ['page', 'ignored'], order: 'relevance', ...(!exportNoindex && { noindex: false }) };
}

type ListRules = Pick<Settings, 'exportNoindex' | 'respectReservations'>;

/**
 * Writes the ranked list of the crawl into its folder, in place of an older one: examples (marked by their outcome), then relevant
 * pages, and the best others where hardly any is relevant. Returns how many relevant pages are not in it since they ask not to be indexed.
 */
export async function writeRanked(
  folder: string,
  rules: ListRules,
  labels: ReadonlyMap<string, boolean>,
): Promise<number> {
  const reader = await openReader(folder);
  try {
    let hidden = 0;
    const rows = rankedRows(reader.records, rules, labels, () => hidden++);
    const context = await exportContext(reader, { labels, snippets: withSnippet });
    const draft = path.join(folder, `.${rankedName}`);
    await pipeline(Readable.from(csv(rows, context)), createWriteStream(draft));
    await rename(draft, path.join(folder, rankedName));
    return hidden;
  } finally {
    await reader.close();
  }
}

async function* rankedRows(
  records: CrawlRecords,
  { exportNoindex, respectReservations }: ListRules,
  labels: ReadonlyMap<string, boolean>,
  onHidden: () => void,
): AsyncGenerator<VisitRow> {
  yield* records.visits({ outcomes: ['example'] });
  const listable = { ...ranking(exportNoindex), ...(respectReservations && { reserved: false }) };
  let relevant = 0;
  const onHiddenRelevant = (why: Hidden) => {
    relevant++;
    if (why === 'noindex') onHidden();
  };
  for await (const row of wantedVisits(records, { ...listable, relevant: true }, labels, onHiddenRelevant)) {
    relevant++;
    yield row;
  }
  const { page = 0, duplicate = 0, ignored = 0 } = (await records.totals()).outcomes;
  if (!cannotTell({ documents: page + duplicate + ignored, relevant })) return;
  let room = bestListed - relevant;
  for await (const row of wantedVisits(records, { ...listable, relevant: false }, labels)) {
    if (room-- <= 0) return;
    yield row;
  }
}
