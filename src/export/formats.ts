import type { Exporter } from './exporter.js';

/** A format of `osprey export`. */
export interface ExportFormatEntry {
  readonly help: string;
  /** It takes `--fields`. */
  readonly hasFields?: true;
  /** It takes `--chunks`. */
  readonly hasChunks?: true;
  /** It cannot be written without the archive. */
  readonly needsArchive?: true;
  /** Loaded when the format is wanted. */
  readonly load: () => Promise<Exporter>;
}

export const exportFormats = {
  jsonl: {
    help: 'one JSON object per page, for scripts and retrieval',
    hasFields: true,
    hasChunks: true,
    load: async () => (await import('./formats/jsonl.js')).jsonl,
  },
  csv: {
    help: 'a table for people: rank, relevance, title, URL, snippet, date, then the rest',
    hasFields: true,
    load: async () => (await import('./formats/csv.js')).csv,
  },
  parquet: {
    help: 'Apache Parquet, for data frames and databases',
    hasFields: true,
    hasChunks: true,
    load: async () => (await import('./formats/parquet.js')).parquet,
  },
  opensearch: {
    help: 'bulk format of OpenSearch and Elasticsearch',
    hasFields: true,
    hasChunks: true,
    load: async () => (await import('./formats/opensearch.js')).opensearch,
  },
  markdown: {
    help: 'main content of the pages; with --out DIR/ one file per page',
    needsArchive: true,
    load: async () => (await import('./formats/markdown.js')).markdown,
  },
  urls: { help: 'one URL per line, fit for --seeds', load: async () => (await import('./formats/urls.js')).urls },
  atom: {
    help: 'Atom feed of the pages fetched last',
    load: async () => (await import('./formats/feed.js')).atom,
  },
  rss: { help: 'RSS feed of the same', load: async () => (await import('./formats/feed.js')).rss },
  warc: {
    help: 'requests and responses, byte for byte',
    needsArchive: true,
    load: async () => (await import('./formats/warc.js')).warc,
  },
  wacz: {
    help: 'the same with an index, for replayweb.page',
    needsArchive: true,
    load: async () => (await import('./formats/wacz.js')).wacz,
  },
} as const satisfies Readonly<Record<string, ExportFormatEntry>>;

export type ExportFormat = keyof typeof exportFormats;

/** The same table for code that treats all formats alike. */
export const formatTable: Readonly<Record<ExportFormat, ExportFormatEntry>> = exportFormats;
export const exportFormatNames = Object.keys(exportFormats) as ExportFormat[];
