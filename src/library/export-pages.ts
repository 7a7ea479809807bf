import type { Settings } from '../config/options.js';
import type { ChunkSize } from '../export/chunk-markdown.js';
import { exportContext, withFields } from '../export/export-context.js';
import type { Exporter } from '../export/exporter.js';
import { type ExportFormat, formatTable } from '../export/formats.js';
import { fieldTable, type PageFieldName, plainFields } from '../export/page-fields.js';
import { type Hidden, wantedVisits } from '../export/wanted-visits.js';
import { UsageError } from '../failure.js';
import { documentOutcomes } from '../model/documents.js';
import type { VisitRow } from '../model/visit.js';
import { openReader } from '../store/open-reader.js';

export interface ExportOptions {
  /** A format of `osprey export`, or an exporter of your own. */
  readonly format: ExportFormat | Exporter;
  /** Only relevant pages; where a person has judged a page, what they said counts. */
  readonly relevant?: boolean | undefined;
  /** Only pages with at least this relevance, from 0 to 1. */
  readonly minRelevance?: number | undefined;
  /** The most relevant first, instead of in order of visit. */
  readonly ranked?: boolean | undefined;
  /** Pages at most. */
  readonly limit?: number | undefined;
  /** Also visits that are not pages: redirects, refusals, failures. */
  readonly all?: boolean | undefined;
  /** The fields of each page, in this order; all that need no reading of the archive where absent. */
  readonly fields?: readonly PageFieldName[] | undefined;
  /** With the main text of each page: the field `text`. */
  readonly text?: boolean | undefined;
  /** With the main content of each page as Markdown: the field `markdown`. */
  readonly markdown?: boolean | undefined;
  /** Write where links lead, in Markdown. Default true. */
  readonly links?: boolean | undefined;
  /** Write images with their descriptions, in Markdown. Default false. */
  readonly images?: boolean | undefined;
  /** Pages are cut into chunks of this size, one record each. */
  readonly chunks?: ChunkSize | undefined;
  /** Also pages that ask not to be indexed; as the crawl was told where absent. */
  readonly exportNoindex?: boolean | undefined;
  /** Called for each page that is exported. */
  readonly onPage?: (() => void) | undefined;
  /** Called with the number of chunks of each page that is cut into some. */
  readonly onChunks?: ((count: number) => void) | undefined;
  /** Leave out pages whose owners reserve them against text and data mining; as the crawl was told where absent. */
  readonly respectReservations?: boolean | undefined;
  /** Called for each page that is left out only because it asks not to be indexed, or is reserved. */
  readonly onHidden?: ((why: Hidden) => void) | undefined;
}

/** The pages of a crawl as pieces of a file, in the order of the file; of Markdown, one piece a page. */
export async function* exportPages(location: string, options: ExportOptions): AsyncGenerator<string | Uint8Array> {
  const { format, chunks, links, images, onHidden, onChunks, onPage = () => {} } = options;
  const fields = withFields(options.fields ?? plainFields, options.text && 'text', options.markdown && 'markdown');
  const reader = await openReader(location);
  try {
    refuseWithoutArchive(reader.settings.archive !== false, reader.location, options, fields);
    const cut = { ...(chunks && { chunks }), ...(onChunks && { onChunks }) };
    const context = await exportContext(reader, { fields, markdown: { links, images }, ...cut });
    const query = queryOf(options, reader.settings);
    const rows = wantedVisits(reader.records, query, context.labels, onHidden);
    const exporter = typeof format === 'function' ? format : await formatTable[format].load();
    yield* exporter(counting(rows, options.limit, onPage), context);
  } finally {
    await reader.close();
  }
}

function refuseWithoutArchive(
  hasArchive: boolean,
  location: string,
  { format, chunks }: ExportOptions,
  fields: readonly PageFieldName[],
): void {
  const field = fields.find((name) => fieldTable[name].needsArchive);
  const isNeeded = typeof format === 'string' && formatTable[format].needsArchive;
  const need = isNeeded ? format : chunks !== undefined ? 'chunks' : field;
  if (hasArchive || need === undefined) return;
  throw new UsageError('no-archive', `${location} was crawled with --no-archive, but ${need} needs the archive.`);
}

async function* counting(
  rows: AsyncIterable<VisitRow>,
  limit = Number.POSITIVE_INFINITY,
  onPage: () => void,
): AsyncGenerator<VisitRow> {
  let left = limit;
  if (left <= 0) return;
  for await (const row of rows) {
    onPage();
    yield row;
    if (--left <= 0) return;
  }
}

function queryOf(
  { all, relevant, minRelevance, exportNoindex, respectReservations, ranked }: ExportOptions,
  usually: Pick<Settings, 'exportNoindex' | 'respectReservations'>,
): Parameters<typeof wantedVisits>[1] {
  return {
    ...(!all && { outcomes: documentOutcomes }),
    ...(relevant && { relevant: true }),
    ...(minRelevance !== undefined && { minRelevance }),
    ...(!(exportNoindex ?? usually.exportNoindex) && { noindex: false }),
    ...((respectReservations ?? usually.respectReservations) && { reserved: false }),
    ...(ranked && { order: 'relevance' as const }),
  };
}
