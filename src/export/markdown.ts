import { htmlToMarkdown } from '@mdream/js';
import { archivedPage } from '../archive/archived-page.js';
import { decodeBody } from '../page/charset.js';
import type { VisitRow } from '../store/visit.js';
import type { ExportContext } from './exporter.js';
import { pageRecord } from './page-record.js';

/** What could steer a terminal: control characters but line feeds and tabs, and direction overrides. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to keep out.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The pages as Markdown, each behind a YAML block of its facts: what a language model or a reader takes in. */
export async function* markdown(rows: AsyncIterable<VisitRow>, { folder }: ExportContext): AsyncGenerator<string> {
  for await (const row of rows) {
    if (row.archive === undefined || row.fingerprint === undefined) continue;
    const { url, title, relevance, fetchedAt, language, published, author } = pageRecord(row);
    const facts = { url, title, relevance, fetchedAt, language, published, author };
    const document = archivedPage(folder, row);
    const html = decodeBody(document.body, document.contentType).text;
    const body = htmlToMarkdown(html, { origin: url }).replace(controls, '');
    const head = Object.entries(facts).filter(([, value]) => value !== null);
    yield `---\n${head.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join('\n')}\n---\n\n${body.trim()}\n\n`;
  }
}
