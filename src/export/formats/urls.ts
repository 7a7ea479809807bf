import type { VisitRow } from '../../model/visit.js';

/** One URL a line, fit for `--seeds`. */
export async function* urls(rows: AsyncIterable<VisitRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${row.url}\n`;
}
