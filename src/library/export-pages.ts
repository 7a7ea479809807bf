import { type Exporter, type ExportFormat, exporters } from '../export/exporter.js';
import { wantedVisits } from '../export/wanted-visits.js';
import { UsageError } from '../failure.js';
import { LabelFile } from '../labels/label-file.js';
import type { VisitQuery } from '../model/crawl-store.js';
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
  /** Also visits that are not pages: redirects, refusals, failures. */
  readonly all?: boolean | undefined;
  /** With the main text of each page (jsonl). */
  readonly text?: boolean | undefined;
  /** Write where links lead (markdown). Default true. */
  readonly links?: boolean | undefined;
  /** Write pictures with their descriptions (markdown). Default false. */
  readonly images?: boolean | undefined;
  /** Also pages that ask not to be indexed; as the crawl was told where absent. */
  readonly exportNoindex?: boolean | undefined;
  /** Called for each page that is exported. */
  readonly onPage?: (() => void) | undefined;
  /** Called for each page that is left out only because it asks not to be indexed. */
  readonly onHidden?: (() => void) | undefined;
}

/** The pages of a crawl as pieces of a file, in the order of the file; of Markdown, one piece a page. */
export async function* exportPages(location: string, options: ExportOptions): AsyncGenerator<string | Uint8Array> {
  const { format, text = false, links, images, onHidden, onPage = () => {} } = options;
  const { settings, records, folder, close } = await openReader(location);
  try {
    const needsArchive = format === 'warc' || format === 'markdown' || text;
    if (needsArchive && !settings.archive)
      throw new UsageError(
        'no-archive',
        `${location} was crawled with --no-archive, but ${typeof format === 'string' ? format : 'text'} needs the archive.`,
      );
    const labels = LabelFile.read(folder).sure;
    const rows = wantedVisits(records, queryOf(options, settings.exportNoindex), labels, onHidden);
    const exporter = typeof format === 'function' ? format : exporters[format];
    yield* exporter(counting(rows, onPage), { folder, text, links, images, labels });
  } finally {
    await close();
  }
}

async function* counting(rows: AsyncIterable<VisitRow>, onPage: () => void): AsyncGenerator<VisitRow> {
  for await (const row of rows) {
    onPage();
    yield row;
  }
}

function queryOf({ all, relevant, minRelevance, exportNoindex, ranked }: ExportOptions, usually: boolean): VisitQuery {
  return {
    ...(!all && { outcomes: documentOutcomes }),
    ...(relevant && { relevant: true }),
    ...(minRelevance !== undefined && { minRelevance }),
    ...(!(exportNoindex ?? usually) && { noindex: false }),
    ...(ranked && { order: 'relevance' as const }),
  };
}
