import { htmlToMarkdown } from '@mdream/js';
import { archivedPage } from '../archive/archived-page.js';
import { decodeBody } from '../page/charset.js';
import type { VisitRow } from '../store/visit.js';
import type { ExportContext } from './exporter.js';
import { pageRecord } from './page-record.js';

/** The pages as Markdown, each behind a YAML block of its facts: what a language model or a reader takes in. */
export async function* markdown(rows: AsyncIterable<VisitRow>, { folder }: ExportContext): AsyncGenerator<string> {
  for await (const row of rows) {
    if (row.archive === undefined) continue;
    const { url, title, relevance, fetchedAt, language, published, author } = pageRecord(row);
    const facts = { url, title, relevance, fetchedAt, language, published, author };
    const document = archivedPage(folder, row);
    const body = htmlToMarkdown(decodeBody(document.body, document.contentType).text, { origin: url });
    const head = Object.entries(facts).filter(([, value]) => value !== null);
    yield `---\n${head.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join('\n')}\n---\n\n${body.trim()}\n\n`;
  }
}
