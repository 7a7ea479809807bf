import type { VisitRow } from '../model/visit.js';
import { archivedMainText } from '../reading/archived-page.js';
import type { ExportContext } from './exporter.js';
import { pageRecord } from './page-record.js';

/** One JSON object a line; with `text`, also the main text of the page. */
export async function* jsonl(
  rows: AsyncIterable<VisitRow>,
  { bodies, text, labels }: ExportContext,
): AsyncGenerator<string> {
  for await (const row of rows) {
    const isDocument = row.archive !== undefined && row.fingerprint !== undefined;
    const body = text && isDocument ? { text: await archivedMainText(bodies, row) } : {};
    yield `${JSON.stringify({ ...pageRecord(row, labels.get(row.url)), ...body })}\n`;
  }
}
