import { htmlToMarkdown, type TransformPlugin } from '@mdream/js';
import type { VisitRow } from '../model/visit.js';
import { decodeBody } from '../page/charset.js';
import { oneLine, withoutControls } from '../page/one-line.js';
import { archivedPage } from '../reading/archived-page.js';
import { parsedUrl } from '../url/parsed-url.js';
import type { ExportContext } from './exporter.js';
import { inertMarkdown } from './inert-markdown.js';
import { pageRecord } from './page-record.js';

/** Where a link in a text may lead, see `inertMarkdown`. */
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const longestAttribute = 10_000;

/** Attributes come on one line, and links whole, in characters that end nothing. */
function plainAttributes(base: string): TransformPlugin {
  return {
    processAttributes({ attributes }) {
      for (const [name, value] of Object.entries(attributes)) attributes[name] = oneLine(value, longestAttribute);
      delete attributes.title;
      for (const name of ['href', 'src']) {
        const target = targetOf(attributes[name], base);
        if (target === undefined) delete attributes[name];
        else attributes[name] = target;
      }
    },
  };
}

function targetOf(written: string | undefined, base: string): string | undefined {
  const target = written === undefined ? undefined : parsedUrl(written, base);
  if (target === undefined || !schemes.has(target.protocol)) return undefined;
  return target.href.replace(/[\s()<>[\]"'`\\|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** The pages as Markdown, each behind a YAML block of its facts: what a language model or a reader takes in. */
export async function* markdown(rows: AsyncIterable<VisitRow>, { bodies }: ExportContext): AsyncGenerator<string> {
  for await (const row of rows) {
    if (row.archive === undefined || row.fingerprint === undefined) continue;
    const { url, title, relevance, fetchedAt, language, published, author } = pageRecord(row);
    const facts = { url, title, relevance, fetchedAt, language, published, author };
    const document = await archivedPage(bodies, row);
    const html = decodeBody(document.body, document.contentType).text;
    const body = withoutControls(htmlToMarkdown(html, { origin: url, hooks: [plainAttributes(url)] }));
    const head = Object.entries(facts).filter(([, value]) => value !== null);
    const block = head.map(([key, value]) => `${key}: ${fact(value)}`).join('\n');
    yield `---\n${block}\n---\n\n${inertMarkdown(body.trim())}\n\n`;
  }
}

/** A YAML value that is nothing else to readers that know no YAML. */
function fact(value: unknown): string {
  return withoutControls(JSON.stringify(value)).replaceAll('<', '\\u003c').replaceAll('](', ']\\u0028');
}
