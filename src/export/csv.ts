import type { VisitRow } from '../model/visit.js';
import type { ExportContext } from './exporter.js';
import { pageRecord, pageRecordFields } from './page-record.js';

/** RFC 4180, with a header line. */
export async function* csv(
  rows: AsyncIterable<VisitRow>,
  { labels }: Pick<ExportContext, 'labels'>,
): AsyncGenerator<string> {
  yield `${pageRecordFields.join(',')}\r\n`;
  for await (const row of rows) {
    const record = pageRecord(row, labels.get(row.url));
    yield `${pageRecordFields.map((field) => cell(record[field])).join(',')}\r\n`;
  }
}

/**
 * A cell that a spreadsheet takes as text. What begins like a formula (`=`, `+`, `-`, `@`, tab) gets an apostrophe in
 * front: a page's title must never run in somebody's spreadsheet.
 */
export function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
