import { createHash } from 'node:crypto';
import type { VisitRow } from '../model/visit.js';
import { chunkMarkdown } from './chunk-markdown.js';
import { ExportedPage } from './exported-page.js';
import type { ExportContext } from './exporter.js';
import { type FieldValue, fieldTable } from './page-fields.js';
import { passageFinder } from './passages.js';
import { pathFinder } from './path-finder.js';

/** A page, or a chunk of one, by field. */
export type ExportRecord = Readonly<Record<string, FieldValue>>;

/** The rows as records with the wanted fields: one a page, or one a chunk. */
export async function* exportRecords(
  rows: AsyncIterable<VisitRow>,
  context: ExportContext,
): AsyncGenerator<ExportRecord> {
  const recordsOf = await recordMaker(context);
  for await (const row of rows) yield* await recordsOf(row);
}

/** What makes the records of a row: one, or one a chunk. */
export async function recordMaker(
  context: ExportContext,
): Promise<(row: VisitRow) => Promise<readonly ExportRecord[]>> {
  const { bodies, markdown, labels, records, fields, chunks, genreOf } = context;
  const [rankOf, pathOf] = [await ranks(context), pathFinder(records)];
  const passagesIn = passageFinder(context.settings);
  return async (row) => {
    const path = () => pathOf(row);
    const page = new ExportedPage(
      row,
      await rankOf(row),
      labels.get(row.url),
      genreOf(row.agent),
      path,
      passagesIn,
      bodies,
      markdown,
    );
    const record: Record<string, FieldValue> = {};
    for (const name of fields) record[name] = (await fieldTable[name].of(page)) ?? null;
    if (chunks === undefined) return [record];
    const cut = chunked(row.url, (await page.markdown()) ?? '', record, chunks);
    context.onChunks?.(cut.length);
    return cut;
  };
}

function chunked(
  url: string,
  markdown: string,
  record: ExportRecord,
  size: NonNullable<ExportContext['chunks']>,
): ExportRecord[] {
  const { text: _text, markdown: _markdown, headings: _headings, ...page } = record;
  const pieces = chunkMarkdown(markdown, size);
  return pieces.map(({ headings, text }, index) => {
    const place = JSON.stringify([url, headings, text]);
    const id = createHash('sha256').update(place).digest('hex').slice(0, 32);
    return { id, chunk: index + 1, chunks: pieces.length, ...page, headings, text };
  });
}

/** Pages whose places are looked up first: those of a list of the best. */
const bestPages = 2_000;

/** Places by relevance. They are looked up in one pass, and only where somebody wants them; those beyond the best when one of them is met. */
async function ranks({ records, fields }: ExportContext): Promise<(row: VisitRow) => Promise<number | undefined>> {
  if (!fields.includes('rank')) return async () => undefined;
  const ranked = { outcomes: ['page', 'ignored'] } as const;
  let places = placesOf(await records.ranking({ ...ranked, limit: bestPages }));
  let isWhole = places.size < bestPages;
  return async ({ seq }) => {
    if (!isWhole && !places.has(seq)) {
      places = placesOf(await records.ranking(ranked));
      isWhole = true;
    }
    return places.get(seq);
  };
}

function placesOf(seqs: readonly number[]): ReadonlyMap<number, number> {
  return new Map(seqs.map((seq, index) => [seq, index + 1]));
}
