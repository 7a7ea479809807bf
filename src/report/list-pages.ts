import { Buffer } from 'node:buffer';
import { inertJson } from '../html/data-element.js';
import type { CrawlReader } from '../model/crawl-reader.js';
import type { VisitRow } from '../model/visit.js';
import { inertLine } from '../page/inert-line.js';
import { clip, oneLine } from '../page/one-line.js';
import { pageSnippets } from '../search/page-snippets.js';
import { strategies } from '../strategy/strategies.js';
import { isPart } from '../words/part-meaning.js';
import { flags, type PackedPage, type PageList } from './report-data.js';

/** Pages that are listed at most, and the bytes that they may take: the file must open on a phone. */
const [mostPages, mostBytes] = [10_000, 1_700_000] as const;
/** The best have a snippet, a longer title and more of their parts. */
const bestPages = 200;
const mostUrl = 2_048;
const dayMs = 86_400_000;

/** The best pages of a crawl, the most relevant first, as many as fit. `hidden`: those that ask not to be indexed. */
export async function listPages(
  reader: CrawlReader,
  labels: ReadonlyMap<string, boolean>,
): Promise<{ readonly list: PageList; readonly hidden: number }> {
  const { bodies, settings, records } = reader;
  const packer = new Packer(settings.strategy, labels);
  const query = { outcomes: ['page', 'ignored'], order: 'relevance', limit: mostPages } as const;
  const best: VisitRow[] = [];
  let [hidden, place, left] = [0, 0, mostBytes];
  const pages: PackedPage[] = [];
  const add = (page: PackedPage): boolean => {
    left -= Buffer.byteLength(inertJson(page)) + 1;
    if (left - packer.bytes < 0) return false;
    pages.push(page);
    return true;
  };
  const addBest = async () =>
    (await pageSnippets(bodies, settings, best)).every(({ title, text }, index) =>
      add([...packer.pack(best[index]!, clip(title, 200), 6), text, inertLine(best[index]!.parent, 300)]),
    );
  for await (const row of records.visits(query)) {
    if (row.noindex && !settings.exportNoindex) hidden++;
    else if (place++ < bestPages) {
      best.push(row);
      if (place === bestPages && !(await addBest())) break;
    } else if (!add(packer.pack(row, inertLine(row.title ?? '', 80), 3))) break;
  }
  if (place < bestPages) await addBest();
  return { list: { ...packer.names(), pages }, hidden };
}

/** Names that many pages share are kept once. */
class Packer {
  bytes = 0;
  private readonly origins = new Map<string, number>();
  private readonly parts = new Map<string, number>();
  private readonly entry;

  constructor(
    strategy: string,
    private readonly labels: ReadonlyMap<string, boolean>,
  ) {
    // The words of a strategy file are in its code, which is not run to read a crawl.
    this.entry = strategies.find(({ name }) => name === strategy);
  }

  pack(row: VisitRow, title: string, mostParts: number) {
    const url = oneLine(row.url, mostUrl);
    const pathAt = url.indexOf('/', url.indexOf('//') + 2);
    const { relevance = 0, relevant = false, parts = {} } = row.judgement ?? {};
    const published = row.published === undefined ? Number.NaN : Date.parse(row.published.slice(0, 10));
    const day = Math.floor((Number.isNaN(published) ? row.fetchedAt : published) / dayMs);
    const label = this.labels.get(row.url);
    const sum =
      (relevant ? flags.relevant : 0) +
      (label === undefined ? 0 : label ? flags.labelRelevant : flags.labelOther) +
      (Number.isNaN(published) ? 0 : flags.published);
    const largest = Object.entries(parts).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
    return [
      this.place(this.origins, pathAt < 0 ? url : url.slice(0, pathAt)),
      pathAt < 0 ? '' : url.slice(pathAt),
      title,
      Math.floor(10_000 * relevance + 1e-6),
      sum,
      day,
      row.depth,
      row.seq,
      largest
        .slice(0, mostParts)
        .flatMap(([name, value]) => [this.place(this.parts, inertLine(name, 60)), Math.round(1000 * value)]),
    ] as const;
  }

  names(): Omit<PageList, 'pages'> {
    return {
      origins: [...this.origins.keys()],
      parts: [...this.parts.keys()].map((name) => [name, this.meaningOf(name)] as const),
      partsAddUp: this.entry?.partsAddUp ?? false,
    };
  }

  private meaningOf(name: string): string {
    return Object.entries(this.entry?.parts ?? {}).find(([described]) => isPart(described, name))?.[1] ?? '';
  }

  private place(names: Map<string, number>, name: string): number {
    const known = names.get(name);
    if (known !== undefined) return known;
    this.bytes += Buffer.byteLength(inertJson([name, names === this.parts ? this.meaningOf(name) : ''])) + 1;
    names.set(name, names.size);
    return names.size - 1;
  }
}
