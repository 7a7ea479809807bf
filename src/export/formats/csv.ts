import type { VisitRow } from '../../model/visit.js';
import { pageSnippets } from '../../search/page-snippets.js';
import { matchEnd, matchStart } from '../../search/snippets.js';
import { twoDigits } from '../../words/figures.js';
import { recordMaker } from '../export-records.js';
import type { ExportContext } from '../exporter.js';
import type { FieldValue } from '../page-fields.js';

/** What a person looks for comes first. */
const first = ['rank', 'relevance', 'title', 'url'] as const;
/** Rows that get their snippets together: each lot costs an index in memory. */
const lot = 100;

/** RFC 4180, with a header line: rank, relevance, title, URL, snippet and date first. Relevance has two digits. */
export async function* csv(rows: AsyncIterable<VisitRow>, context: ExportContext): AsyncGenerator<string> {
  const lead = first.filter((name) => context.fields.includes(name));
  const rest = context.fields.filter((name) => !(lead as readonly string[]).includes(name));
  yield `${[...lead, 'snippet', 'date', ...rest].join(',')}\r\n`;
  const recordsOf = await recordMaker(context);
  for await (const { rows: some, hasSnippets } of lots(rows, context.snippets)) {
    const snippets = hasSnippets ? await pageSnippets(context.bodies, context.settings, some) : [];
    for (const [index, row] of some.entries()) {
      const snippet = snippets[index]?.text.replaceAll(matchStart, '').replaceAll(matchEnd, '') ?? '';
      const date = (row.published ?? new Date(row.fetchedAt).toISOString()).slice(0, 10);
      for (const record of await recordsOf(row)) {
        const values = [...lead.map((name) => shown(name, record[name]!)), snippet, date];
        yield `${[...values, ...rest.map((name) => record[name]!)].map(cell).join(',')}\r\n`;
      }
    }
  }
}

function shown(name: string, value: FieldValue): FieldValue {
  return name === 'relevance' && typeof value === 'number' ? twoDigits(value) : value;
}

/** The rows in lots; the first `snippets` of them have snippets. */
async function* lots(
  rows: AsyncIterable<VisitRow>,
  snippets: number,
): AsyncGenerator<{ readonly rows: readonly VisitRow[]; readonly hasSnippets: boolean }> {
  let [some, before]: [VisitRow[], number] = [[], 0];
  for await (const row of rows) {
    some.push(row);
    if (some.length < lot) continue;
    yield { rows: some, hasSnippets: before < snippets };
    before += some.length;
    some = [];
  }
  if (some.length > 0) yield { rows: some, hasSnippets: before < snippets };
}

/**
 * A cell that a spreadsheet takes as text. What begins like a formula (`=`, `+`, `-`, `@`, tab) gets an apostrophe in
 * front: a page's title must never run in somebody's spreadsheet.
 */
export function cell(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value.join(' ');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  // Not `replaceAll`: of a text that is full of quotes it costs five times as much, and more the longer the text is.
  return /[",\r\n]/.test(safe) ? `"${safe.split('"').join('""')}"` : safe;
}
