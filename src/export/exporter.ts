import type { Bodies } from '../archive/bodies/bodies.js';
import type { Settings } from '../config/options.js';
import type { CrawlRecords } from '../model/crawl-store.js';
import type { VisitRow } from '../model/visit.js';
import type { MarkdownOptions } from '../page/markdown/inline-markdown.js';
import type { ChunkSize } from './chunk-markdown.js';
import type { PageFieldName } from './page-fields.js';

export interface ExportContext {
  /** The archived answers, for what must be read from them. */
  readonly bodies: Bodies;
  /** What the crawl was asked for, for titles and snippets. */
  readonly settings: Pick<Settings, 'query' | 'contentTerms' | 'example' | 'queryLog' | 'model' | 'language' | 'stem'>;
  /** The crawl's memory, for ranks and paths. */
  readonly records: Pick<CrawlRecords, 'visits' | 'ranking' | 'parentOf'>;
  /** What people said of pages, by URL. */
  readonly labels: ReadonlyMap<string, boolean>;
  /** The fields that are wanted, in the order of the file. */
  readonly fields: readonly PageFieldName[];
  /** What Markdown has besides text. */
  readonly markdown?: MarkdownOptions;
  /** Pages are cut into chunks of this size. */
  readonly chunks?: ChunkSize;
  /** Called with the number of chunks of each page that was cut. */
  readonly onChunks?: (count: number) => void;
  /** Rows that get a snippet, where the format has one. */
  readonly snippets: number;
  /** The kind of page that an agent looked for. */
  readonly genreOf: (agent: number) => string | undefined;
}

/** Turns visits into pieces of a file, in the order given. */
export type Exporter = (rows: AsyncIterable<VisitRow>, context: ExportContext) => AsyncIterable<string | Uint8Array>;
