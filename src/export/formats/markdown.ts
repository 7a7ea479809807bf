import { pageRecord } from '../../model/page-record.js';
import type { VisitRow } from '../../model/visit.js';
import { withoutControls } from '../../page/one-line.js';
import { archivedPage } from '../../reading/archived-page.js';
import type { ExportContext } from '../exporter.js';
import { pageMarkdown } from '../page-markdown.js';

/** The pages as Markdown, each behind a YAML block of its facts: what a language model or a reader takes in. */
export async function* markdown(
  rows: AsyncIterable<VisitRow>,
  { bodies, markdown: options }: Pick<ExportContext, 'bodies' | 'markdown'>,
): AsyncGenerator<string> {
  for await (const row of rows) {
    if (row.archive === undefined || row.fingerprint === undefined) continue;
    const { url, title, relevance, fetchedAt, language, published, author } = pageRecord(row);
    const facts = { url, title, relevance, fetchedAt, language, published, author };
    const head = Object.entries(facts).filter(([, value]) => value !== null);
    const block = head.map(([key, value]) => `${key}: ${fact(value)}`).join('\n');
    yield `---\n${block}\n---\n\n${await pageMarkdown(await archivedPage(bodies, row), options)}\n\n`;
  }
}

/** A YAML value that is nothing else to readers that know no YAML. */
function fact(value: unknown): string {
  return withoutControls(JSON.stringify(value)).replaceAll('<', '\\u003c').replaceAll('](', ']\\u0028');
}
