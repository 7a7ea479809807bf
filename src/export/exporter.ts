import type { Bodies } from '../archive/bodies/bodies.js';
import type { VisitRow } from '../model/visit.js';
import { csv } from './csv.js';
import { jsonl } from './jsonl.js';
import { markdown } from './markdown.js';
import { urls } from './urls.js';
import { warc } from './warc.js';

export interface ExportContext {
  readonly bodies: Bodies;
  /** Add the main text of each page. */
  readonly text: boolean;
  /** What people said of pages, by URL. */
  readonly labels: ReadonlyMap<string, boolean>;
}

/** Turns visits into pieces of a file, in the order given. */
export type Exporter = (rows: AsyncIterable<VisitRow>, context: ExportContext) => AsyncIterable<string | Uint8Array>;

export const exporters = { jsonl, csv, warc, urls, markdown } satisfies Record<string, Exporter>;
export type ExportFormat = keyof typeof exporters;
