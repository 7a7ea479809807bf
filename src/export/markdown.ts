import { htmlToMarkdown, type TransformPlugin } from '@mdream/js';
import type { VisitRow } from '../model/visit.js';
import { decodeBody } from '../page/charset.js';
import { withoutControls } from '../page/one-line.js';
import { archivedPage } from '../reading/archived-page.js';
import { parsedUrl } from '../url/parsed-url.js';
import type { ExportContext } from './exporter.js';
import { pageRecord } from './page-record.js';

/** Where a link in a text may lead; `javascript:` would be run by whoever shows it, `data:` can be a page, `file:` is the reader's own. */
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

function withoutLiveLinks(base: string): TransformPlugin {
  return {
    processAttributes({ attributes }) {
      for (const name of ['href', 'src']) {
        const target = attributes[name];
        if (target === undefined) continue;
        if (!schemes.has(parsedUrl(target, base)?.protocol ?? '')) delete attributes[name];
      }
    },
  };
}

/** The pages as Markdown, each behind a YAML block of its facts: what a language model or a reader takes in. */
export async function* markdown(rows: AsyncIterable<VisitRow>, { folder }: ExportContext): AsyncGenerator<string> {
  for await (const row of rows) {
    if (row.archive === undefined || row.fingerprint === undefined) continue;
    const { url, title, relevance, fetchedAt, language, published, author } = pageRecord(row);
    const facts = { url, title, relevance, fetchedAt, language, published, author };
    const document = archivedPage(folder, row);
    const html = decodeBody(document.body, document.contentType).text;
    const body = htmlToMarkdown(html, { origin: url, hooks: [withoutLiveLinks(url)] });
    const head = Object.entries(facts).filter(([, value]) => value !== null);
    const block = head.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join('\n');
    yield withoutControls(`---\n${block}\n---\n\n${body.trim()}\n\n`);
  }
}
