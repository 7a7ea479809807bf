import { archivedPage } from '../archive/archived-page.js';
import { readPage } from '../page/read-page.js';
import type { VisitRow } from '../store/visit.js';
import type { ExportContext } from './exporter.js';
import { pageRecord } from './page-record.js';

/** Text for people does not depend on the topic: no terms are counted that anyone would see. */
const plainReading = { language: 'en', stem: false, phrases: [], detectLanguage: false } as const;

/** One JSON object a line; with `text`, also the main text of the page. */
export async function* jsonl(rows: AsyncIterable<VisitRow>, { folder, text }: ExportContext): AsyncGenerator<string> {
  for await (const row of rows) {
    const body =
      text && row.archive !== undefined && row.fingerprint !== undefined
        ? { text: readPage(archivedPage(folder, row), plainReading).mainText }
        : {};
    yield `${JSON.stringify({ ...pageRecord(row), ...body })}\n`;
  }
}
