import type { VisitRow } from '../../model/visit.js';
import { exportRecords } from '../export-records.js';
import type { ExportContext } from '../exporter.js';

/** One JSON object a line: a page or, with chunks, a piece of one. */
export async function* jsonl(rows: AsyncIterable<VisitRow>, context: ExportContext): AsyncGenerator<string> {
  for await (const record of exportRecords(rows, context)) yield `${JSON.stringify(record)}\n`;
}
