import type { VisitRow } from '../model/visit.js';
import { csv } from './csv.js';
import { jsonl } from './jsonl.js';
import { markdown } from './markdown.js';
import { urls } from './urls.js';
import { warc } from './warc.js';

export interface ExportContext {
  /** The crawl's folder, for what must be read from its archive. */
  readonly folder: string;
  /** Add the main text of each page. */
  readonly text: boolean;
  /** Write where links lead (Markdown). Default true. */
  readonly links?: boolean | undefined;
  /** Write pictures with their descriptions (Markdown). Default false. */
  readonly images?: boolean | undefined;
  /** What people said of pages, by URL. */
  readonly labels: ReadonlyMap<string, boolean>;
}

/** Turns visits into pieces of a file, in the order given. */
export type Exporter = (rows: AsyncIterable<VisitRow>, context: ExportContext) => AsyncIterable<string | Uint8Array>;

export const exporters = { jsonl, csv, warc, urls, markdown } satisfies Record<string, Exporter>;
export type ExportFormat = keyof typeof exporters;
