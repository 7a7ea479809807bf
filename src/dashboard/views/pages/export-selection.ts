import { exportContext } from '../../../export/export-context.js';
import { type ExportFormat, formatTable } from '../../../export/formats.js';
import { plainFields } from '../../../export/page-fields.js';
import type { VisitRow } from '../../../model/visit.js';
import { type Fields, needed } from '../../server/fields.js';
import { badRequest } from '../../server/refusal.js';
import type { ShownCrawl } from '../../server/shown-crawl.js';
import { chosenPages, type PageChoice, pageChoice } from './page-list.js';

const mostVisits = 1_000;
const chunk = 200;
const types: Readonly<Record<string, readonly [type: string, ending: string]>> = {
  jsonl: ['application/x-ndjson; charset=utf-8', 'jsonl'],
  csv: ['text/csv; charset=utf-8', 'csv'],
  urls: ['text/plain; charset=utf-8', 'txt'],
  markdown: ['text/markdown; charset=utf-8', 'md'],
  warc: ['application/warc', 'warc.gz'],
};

export interface ExportedFile {
  readonly type: string;
  readonly ending: string;
  readonly pieces: AsyncIterable<string | Uint8Array>;
}

/** The pages of a selection, or of the list as it is filtered, as a file. */
export function exportSelection(crawl: ShownCrawl, query: Fields): ExportedFile {
  const format = needed(query.choice('format', 'jsonl', 'csv', 'urls', 'markdown', 'warc'), 'format') as ExportFormat;
  const visits = visitsOf(query.text('visits', 20_000));
  const choice = pageChoice(query);
  const { exportNoindex } = crawl.settings();
  const rows = visits === undefined ? listedRows(crawl, choice) : selectedRows(crawl, visits);
  const shown = exportNoindex ? rows : indexable(rows);
  const [type, ending] = types[format]!;
  return { type, ending, pieces: exported(crawl, format, shown) };
}

async function* exported(
  crawl: ShownCrawl,
  format: ExportFormat,
  rows: AsyncIterable<VisitRow>,
): AsyncGenerator<string | Uint8Array> {
  const exporter = await formatTable[format].load();
  yield* exporter(rows, await exportContext(await crawl.reader(), { fields: plainFields }));
}

function visitsOf(written: string | undefined): number[] | undefined {
  if (written === undefined) return undefined;
  const visits = written.split(',').map(Number);
  if (visits.length > mostVisits || !visits.every((seq) => Number.isSafeInteger(seq) && seq > 0))
    throw badRequest(`"visits" must be at most ${mostVisits} numbers with commas between them.`);
  return visits;
}

async function* selectedRows(crawl: ShownCrawl, visits: readonly number[]): AsyncGenerator<VisitRow> {
  for (const seq of visits) {
    const row = await (await crawl.reader()).records.visit(seq);
    if (row !== undefined) yield row;
  }
}

async function* listedRows(crawl: ShownCrawl, choice: PageChoice): AsyncGenerator<VisitRow> {
  for (let after: Awaited<ReturnType<typeof chosenPages>>['next']; ; ) {
    const { rows, next } = await chosenPages(crawl, choice, chunk, after);
    yield* rows;
    if (next === undefined) return;
    after = next;
  }
}

/** Pages that ask not to be indexed are left out, as `osprey export` does. */
async function* indexable(rows: AsyncIterable<VisitRow>): AsyncGenerator<VisitRow> {
  for await (const row of rows) if (!row.noindex) yield row;
}
