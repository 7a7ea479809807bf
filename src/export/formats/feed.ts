import type { VisitRow } from '../../model/visit.js';
import { pageSnippets } from '../../search/page-snippets.js';
import { matchEnd, matchStart } from '../../search/snippets.js';
import { version } from '../../version.js';
import { topicInWords } from '../../words/topic-in-words.js';
import type { ExportContext } from '../exporter.js';

/** Readers of feeds ask for the news, not for all. */
const mostItems = 100;

interface Item {
  readonly row: VisitRow;
  readonly summary: string;
}

/** Atom 1.0 (RFC 4287): the pages fetched last, the newest first. */
export async function* atom(rows: AsyncIterable<VisitRow>, context: ExportContext): AsyncGenerator<string> {
  const items = await newest(rows, context);
  const title = `Osprey: ${topicInWords(context.settings)}`;
  const updated = time(items[0]?.row.fetchedAt ?? 0);
  yield '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n';
  yield `${element('title', title)}${element('id', feedId(title))}${element('updated', updated)}`;
  yield `<generator version="${version}">Osprey</generator>\n`;
  for (const { row, summary } of items) {
    const author = element('author', undefined, element('name', row.author ?? new URL(row.url).hostname));
    const published = isoTime(row.published);
    yield element(
      'entry',
      undefined,
      `${element('title', row.title || row.url)}<link href="${escaped(row.url)}"/>${element('id', row.url)}${element('updated', time(row.fetchedAt))}${published === undefined ? '' : element('published', published)}${author}${element('summary', summary)}`,
    );
  }
  yield '</feed>\n';
}

/** RSS 2.0, the same. */
export async function* rss(rows: AsyncIterable<VisitRow>, context: ExportContext): AsyncGenerator<string> {
  const items = await newest(rows, context);
  const topic = topicInWords(context.settings);
  yield '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0">\n<channel>\n';
  yield `${element('title', `Osprey: ${topic}`)}${element('link', items[0]?.row.url ?? 'about:blank')}`;
  yield `${element('description', `Pages about ${topic}`)}${element('generator', `Osprey ${version}`)}`;
  for (const { row, summary } of items)
    yield element(
      'item',
      undefined,
      `${element('title', row.title || row.url)}${element('link', row.url)}${element('guid', row.url)}${element('pubDate', new Date(row.fetchedAt).toUTCString())}${element('description', summary)}`,
    );
  yield '</channel>\n</rss>\n';
}

/** Only these are held in memory, however many rows there are. */
async function newest(rows: AsyncIterable<VisitRow>, { bodies, settings }: ExportContext): Promise<Item[]> {
  let last: VisitRow[] = [];
  const cut = () => last.sort((a, b) => b.fetchedAt - a.fetchedAt || b.seq - a.seq).slice(0, mostItems);
  for await (const row of rows) if (last.push(row) >= 4 * mostItems) last = cut();
  last = cut();
  const snippets = await pageSnippets(bodies, settings, last);
  const plain = (text: string) => text.replaceAll(matchStart, '').replaceAll(matchEnd, '');
  return last.map((row, index) => ({ row, summary: plain(snippets[index]?.text ?? '') }));
}

function element(name: string, text?: string, content = escaped(text ?? '')): string {
  return `<${name}>${content}</${name}>\n`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for these.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(forbidden, '').replace(/[&<>"]/g, (sign) => signs[sign]!);
}

const time = (at: number): string => new Date(at).toISOString();

function isoTime(stated: string | undefined): string | undefined {
  const at = stated === undefined ? Number.NaN : Date.parse(stated);
  return Number.isNaN(at) ? undefined : time(at);
}

/** The same for later exports of the crawl. */
function feedId(title: string): string {
  return `tag:osprey,2026:${encodeURIComponent(title)}`;
}
