import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Problem, refuse } from '../config/problem.js';
import { lineOf } from '../config/scalar-kinds.js';
import { messageOf, UsageError } from '../failure.js';
import { canonicalUrl } from '../url/canonical-url.js';

/** A line of a list of labelled URLs. */
export interface LabelledUrl {
  /** Canonical. */
  readonly url: string;
  /** None: the page was looked at, and none fits. */
  readonly labels: readonly string[];
  /** Place in the order of visits, where the list tells. */
  readonly order?: number;
}

/** Beyond these the file is something else altogether. */
const mostProblems = 1000;

/**
 * Reads a list of URLs with their labels: tab or comma separated (url, labels, order; a first line with `url` in it names the
 * columns), or JSON lines ({ url, label, order }). Several labels are separated by `;`. Throws one `UsageError` with
 * every line that is wrong. A line without a label says that the page was seen, and has none. A URL may come again with the same labels; its first line counts.
 */
export async function readLabelList(file: string): Promise<LabelledUrl[]> {
  const list = new Map<string, LabelledUrl & { readonly line: number }>();
  const problems: Problem[] = [];
  let lines: LineReader | undefined;
  for await (const { text, number } of linesOf(file)) {
    lines ??= lineReaderFor(file, text);
    const found = lines(text);
    if (found === undefined) continue;
    const entry = typeof found === 'string' ? found : checked(found);
    const before = typeof entry === 'string' ? undefined : list.get(entry.url);
    if (typeof entry === 'string') problems.push({ where: `${file}:${number}`, reason: entry });
    else if (before === undefined) list.set(entry.url, { ...entry, line: number });
    else if (before.labels.join(';') !== entry.labels.join(';')) {
      const reason = `${entry.url} has other labels on line ${before.line}; a page has one set of labels`;
      problems.push({ where: `${file}:${number}`, reason });
    }
    if (problems.length >= mostProblems) break;
  }
  refuse(problems);
  if (list.size === 0) throw new UsageError('empty-list', `${file} lists no pages; write one URL and label per line.`);
  return [...list.values()].map(({ line: _, ...entry }) => entry);
}

/** Fields as they were written. */
interface Fields {
  readonly url: unknown;
  readonly labels: unknown;
  readonly order: unknown;
}

/** The fields of a line, what is wrong with it, or undefined for a line that says nothing. */
type LineReader = (text: string) => Fields | string | undefined;

async function* linesOf(file: string): AsyncGenerator<{ text: string; number: number }> {
  let number = 0;
  try {
    const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      const text = ++number === 1 ? line.replace(/^\ufeff/, '') : line;
      if (text.trim() !== '') yield { text, number };
    }
  } catch (thrown) {
    throw new UsageError('no-list', `Cannot read the list ${file} (${messageOf(thrown)}); check the path.`, {
      file,
    });
  }
}

/** The name of the file decides, or else its first line. */
function lineReaderFor(file: string, first: string): LineReader {
  if (/\.(?:jsonl|ndjson|json)$/i.test(file) || first.trimStart().startsWith('{')) return jsonFields;
  return columnsReader(/\.(?:tsv|tab)$/i.test(file) || (!/\.csv$/i.test(file) && first.includes('\t')));
}

function jsonFields(text: string): Fields | string {
  try {
    const { url, label, labels = label, order } = JSON.parse(text) as Record<string, unknown>;
    return { url, labels, order };
  } catch {
    return 'must be one JSON object a line, such as {"url": "https://…", "label": "relevant", "order": 0}';
  }
}

function columnsReader(tabs: boolean): LineReader {
  let columns: readonly string[] = ['url', 'labels', 'order'];
  let first = true;
  return (text) => {
    if (text.startsWith('#')) return undefined;
    const cells = tabs ? text.split('\t') : cellsOf(text);
    if (cells === undefined) return 'has a quotation mark that is not closed';
    const names = first ? cells.map(columnName) : [];
    first = false;
    if (names.includes('url')) {
      columns = names;
      return undefined;
    }
    const cell = (name: string) => cells[columns.indexOf(name)];
    return { url: cell('url'), labels: cell('labels'), order: cell('order') || undefined };
  };
}

function columnName(head: string): string {
  const name = head.trim().toLowerCase();
  return name === 'label' ? 'labels' : name;
}

/** The cells of a line of CSV (RFC 4180); undefined when a quotation mark is not closed. */
function cellsOf(line: string): string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at++) {
    if (line[at] !== '"') {
      const comma = line.indexOf(',', at);
      const end = comma < 0 ? line.length : comma;
      cells.push(line.slice(at, end));
      at = end;
      continue;
    }
    let cell = '';
    for (;;) {
      const close = line.indexOf('"', at + 1);
      if (close < 0) return undefined;
      cell += line.slice(at + 1, close);
      at = close + 1;
      if (line[at] !== '"') break;
      cell += '"';
    }
    cells.push(cell);
    if (at < line.length && line[at] !== ',') return undefined;
  }
  return cells;
}

function checked({ url: givenUrl, labels: givenLabels, order: givenOrder }: Fields): LabelledUrl | string {
  const url = typeof givenUrl === 'string' ? canonicalUrl(givenUrl.trim()) : undefined;
  if (url === undefined) return 'must begin with an http or https URL';
  const parts = Array.isArray(givenLabels) ? givenLabels : String(givenLabels ?? '').split(';');
  const labels = parts.filter((part) => String(part ?? '').trim() !== '').map(lineOf);
  if (!labels.every((label) => label !== undefined)) return 'must give a label of one line';
  if (givenOrder === undefined || givenOrder === null) return { url, labels };
  const order = typeof givenOrder === 'string' && givenOrder.trim() !== '' ? Number(givenOrder) : givenOrder;
  if (typeof order !== 'number' || !Number.isFinite(order)) return 'must give the order of visits as a number';
  return { url, labels, order };
}
