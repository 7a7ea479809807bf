import { createHash } from 'node:crypto';
import type { VisitRow } from '../../model/visit.js';
import { exportRecords } from '../export-records.js';
import type { ExportContext } from '../exporter.js';

/**
 * The bulk format of OpenSearch and Elasticsearch: a line that says what to do, then the document. The id of a page is a hash of its
 * URL, so that a later export replaces it.
 */
export async function* opensearch(rows: AsyncIterable<VisitRow>, context: ExportContext): AsyncGenerator<string> {
  for await (const { id, ...record } of exportRecords(rows, context)) {
    const own = id ?? createHash('sha256').update(String(record.url)).digest('hex').slice(0, 32);
    yield `${JSON.stringify({ index: { _id: own } })}\n${JSON.stringify(record)}\n`;
  }
}
