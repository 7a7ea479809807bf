import type { Bodies } from '../../../archive/bodies/bodies.js';
import type { Settings } from '../../../config/options.js';
import { integer, ratio } from '../../../config/scalar-kinds.js';
import { defaultName } from '../../../crawl/control/crawl-control.js';
import { messageOf } from '../../../failure.js';
import { LabelFile } from '../../../labels/label-file.js';
import type { CrawlReader } from '../../../model/crawl-reader.js';
import type { CrawlRecords } from '../../../model/crawl-store.js';
import { pageRecord } from '../../../model/page-record.js';
import { openIndex } from '../../../search/open-index.js';
import type { PageIndex } from '../../../search/page-index.js';
import { type Found, type SearchRequest, type SearchResult, searchPages } from '../../../search/search-pages.js';
import { matchEnd, matchStart } from '../../../search/snippets.js';
import { wantedQuery } from '../../../search/wanted-query.js';
import { openReader } from '../../../store/open-reader.js';
import { queriesName } from '../../../topic/asked-queries.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { count, counted, printable, twoDigits } from '../../terminal/format.js';
import { StatusLine } from '../../terminal/status-line.js';
import { marksFor, plainMarks } from '../../terminal/terminal-text.js';
import { leftOut } from '../crawl/left-out.js';

export interface SearchFlags {
  readonly limit?: string;
  readonly relevant?: boolean;
  readonly minRelevance?: string;
  readonly exportNoindex?: boolean;
  readonly json?: boolean;
  /** False with --no-log. */
  readonly log?: boolean;
}

/** `osprey search`: full-text search over the pages of a crawl, also while it runs. */
export async function searchCommand(location: string, query: string, flags: SearchFlags): Promise<number> {
  const reader = await openReader(location);
  const { settings, records, bodies, folder } = reader;
  try {
    const request = searchRequest(query, flags, settings);
    const index = openIndex(folder, settings.language);
    try {
      await brought(index, records, bodies, settings);
      const result = await searchPages(index, records, bodies, request);
      if (flags.log !== false) await logged(reader, query, result.found.length);
      if (result.hidden > 0) process.stderr.write(`${leftOut(result.hidden)}\n`);
      if (flags.json) {
        const labels = LabelFile.read(folder).sure;
        for (const found of result.found)
          process.stdout.write(`${JSON.stringify(recordOf(found, labels.get(found.row.url)))}\n`);
      } else process.stdout.write(`${resultLines(result, request.limit).join('\n')}\n`);
    } finally {
      index.close();
    }
    return exitCodes.ok;
  } finally {
    await reader.close();
  }
}

function searchRequest(
  query: string,
  { limit = '10', relevant, minRelevance, exportNoindex }: SearchFlags,
  settings: { readonly language: string; readonly exportNoindex: boolean },
): SearchRequest {
  return {
    query: wantedQuery(query),
    language: settings.language,
    limit: flagValue(integer({ min: 1, max: 999_999 }), limit, '--limit'),
    ...(relevant && { relevant: true }),
    ...(minRelevance !== undefined && { minRelevance: flagValue(ratio(), minRelevance, '--min-relevance') }),
    noindex: exportNoindex ?? settings.exportNoindex,
  };
}

/** Brings the index up to date, and says what it cannot know. */
async function brought(
  index: PageIndex,
  records: CrawlRecords,
  bodies: Bodies,
  { archive, workers }: Pick<Settings, 'archive' | 'workers'>,
): Promise<void> {
  const line = new StatusLine();
  const show = (done: number, total: number) =>
    line.show(() => `Indexing new pages: ${count(done)} of ${count(total)}`);
  await index.update(records, bodies, show, workers);
  line.end();
  const { pages, unread } = index.size();
  if (unread === 0) return;
  const which =
    unread === pages ? 'The text of all pages' : `The text of ${count(unread)} of ${counted(pages, 'page')}`;
  const why = archive ? 'not in the archive, or unreadable' : '--no-archive';
  process.stderr.write(`${which} is missing (${why}); only titles and URLs are searched there.\n`);
}

/** A search does not fail because its log cannot be written. */
async function logged(reader: CrawlReader, query: string, results: number): Promise<void> {
  try {
    await reader.logQuery({ at: new Date().toISOString(), query, results, by: defaultName() });
  } catch (thrown) {
    process.stderr.write(`Could not log the query in ${queriesName}: ${messageOf(thrown)}\n`);
  }
}

function recordOf({ row, score, snippet }: Found, label: boolean | undefined) {
  return { score, snippet: marked(snippet.text, plainMarks), ...pageRecord(row, label) };
}

function resultLines({ found, more, someWords }: SearchResult, limit: number): string[] {
  if (found.length === 0) return ['No page matches.'];
  const marks = marksFor(process.stdout);
  const lines = someWords ? ['No page contains all of these words; showing pages with some of them.', ''] : [];
  for (const [index, { row, snippet }] of found.entries()) {
    const relevance = row.judgement === undefined ? '' : `  (relevance ${twoDigits(row.judgement.relevance)})`;
    lines.push(`${index + 1}. ${marked(snippet.title, marks) || printable(row.url)}${relevance}`);
    lines.push(`   ${printable(row.url, 2_000)}`);
    if (snippet.text !== '') lines.push(`   ${marked(snippet.text, marks)}`);
    lines.push('');
  }
  lines.push(more ? `Showing the best ${count(limit)}; use --limit for more.` : `${counted(found.length, 'page')}.`);
  return lines;
}

function marked(text: string, { open, shut }: ReturnType<typeof marksFor>): string {
  const plain = printable(text, 1_000);
  const cut = plain.lastIndexOf(matchStart) > plain.lastIndexOf(matchEnd) ? matchEnd : '';
  return `${plain}${cut}`.replaceAll(matchStart, open).replaceAll(matchEnd, shut);
}
