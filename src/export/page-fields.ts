import { isReserved, rightsInWords } from '../model/page-rights.js';
import { headingsOf } from './chunk-markdown.js';
import type { ExportedPage } from './exported-page.js';

export type FieldValue = string | number | boolean | readonly string[] | null;

/** A field of exported pages. */
export interface PageField {
  readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'list';
  readonly help: string;
  /** The page is read from the archive for it: only where it is asked for. */
  readonly needsArchive?: true;
  of(page: ExportedPage): FieldValue | undefined | Promise<FieldValue>;
}

/** Every field, in the order of the files. The help of `osprey export`, docs/export.md and the columns of Parquet come from here. */
export const pageFields = {
  rank: { kind: 'integer', help: 'Place by relevance among the pages of the crawl, from 1.', of: ({ rank }) => rank },
  url: { kind: 'text', help: 'Canonical form of the URL that was fetched.', of: ({ row }) => row.url },
  canonical: {
    kind: 'text',
    help: 'URL that the page names as its own (rel=canonical).',
    needsArchive: true,
    of: async ({ page }) => (await page())?.canonical ?? null,
  },
  title: { kind: 'text', help: 'Title of the page.', of: ({ row }) => row.title },
  relevance: {
    kind: 'number',
    help: 'Probability that the page is about the topic, 0 to 1.',
    of: ({ row }) => row.judgement?.relevance ?? 0,
  },
  relevant: {
    kind: 'boolean',
    help: 'Whether the crawl counts it as relevant (--threshold).',
    of: ({ row }) => row.judgement?.relevant ?? false,
  },
  label: { kind: 'boolean', help: 'What a person said: whether it is relevant.', of: ({ label }) => label },
  genre: { kind: 'text', help: 'Kind of page that the crawl, or its agent, looked for.', of: ({ genre }) => genre },
  language: { kind: 'text', help: 'Language, as a two-letter code.', of: ({ row }) => row.language || null },
  author: { kind: 'text', help: 'Author, where the page states one.', of: ({ row }) => row.author },
  published: { kind: 'text', help: 'Date of publication (ISO 8601), where stated.', of: ({ row }) => row.published },
  modified: {
    kind: 'text',
    help: 'Date of the last change (ISO 8601): as the page states it, else as its server does (Last-Modified).',
    of: ({ row }) => row.modified ?? isoTime(row.lastModified),
  },
  fetchedAt: { kind: 'time', help: 'When it was fetched.', of: ({ row }) => new Date(row.fetchedAt).toISOString() },
  depth: { kind: 'integer', help: 'Links from the seed.', of: ({ row }) => row.depth },
  parent: {
    kind: 'text',
    help: 'Page that it was first found on; none for seeds.',
    of: ({ row }) => row.parent || null,
  },
  path: { kind: 'list', help: 'URLs from the seed to the page that it was first found on.', of: ({ path }) => path() },
  headings: {
    kind: 'list',
    help: 'Headings of the main content.',
    needsArchive: true,
    of: async ({ markdown }) => headingsOf((await markdown()) ?? ''),
  },
  text: {
    kind: 'text',
    help: 'Main text.',
    needsArchive: true,
    of: async ({ page }) => (await page())?.mainText ?? null,
  },
  passages: {
    kind: 'list',
    help: 'Up to three passages of the main text around the words of the query.',
    needsArchive: true,
    of: async ({ page, passagesIn }) => passagesIn((await page())?.mainText ?? ''),
  },
  markdown: {
    kind: 'text',
    help: 'Main content as Markdown.',
    needsArchive: true,
    of: async ({ markdown }) => (await markdown()) ?? null,
  },
  contentHash: {
    kind: 'text',
    help: 'Hash of text and links: the same for exact copies.',
    of: ({ row }) => row.fingerprint,
  },
  licence: { kind: 'text', help: 'Licence that the page states: URL or name.', of: ({ row }) => row.rights?.licence },
  reserved: {
    kind: 'boolean',
    help: 'Its owner reserves it against text and data mining (docs/rights.md).',
    of: ({ row }) => isReserved(row.rights),
  },
  rights: {
    kind: 'list',
    help: 'What page and site say of its use: noai, tdm=reserved, ai-train=no …',
    of: ({ row }) => rightsInWords(row.rights),
  },
  outcome: { kind: 'text', help: 'How the visit ended: page, duplicate, redirect …', of: ({ row }) => row.outcome },
  reason: { kind: 'text', help: 'Why it is not a plain page; see docs/reasons.md.', of: ({ row }) => row.reason },
  status: { kind: 'integer', help: 'HTTP status.', of: ({ row }) => row.status },
  bytes: { kind: 'integer', help: 'Bytes received.', of: ({ row }) => row.bytes ?? 0 },
  seq: { kind: 'integer', help: 'Number of the visit, in the order of visits.', of: ({ row }) => row.seq },
  agent: { kind: 'integer', help: 'Number of the agent that visited it.', of: ({ row }) => row.agent },
  level: { kind: 'integer', help: 'Level of the queue that it came from.', of: ({ row }) => row.level },
  priority: { kind: 'number', help: 'Priority that it had in the queue.', of: ({ row }) => row.priority },
} as const satisfies Readonly<Record<string, PageField>>;

export type PageFieldName = keyof typeof pageFields;
export const pageFieldNames = Object.keys(pageFields) as PageFieldName[];

/** The same table for code that treats all fields alike. */
export const fieldTable: Readonly<Record<PageFieldName, PageField>> = pageFields;

/** Those that cost no reading of the archive. */
export const plainFields = pageFieldNames.filter((name) => !fieldTable[name].needsArchive);

/** The fields of a chunk, besides those of its page; `text` and `headings` are its own. */
export const chunkFields = {
  id: 'Stable: the same for the same text under the same headings of the same page.',
  chunk: 'Number of the chunk in its page, from 1.',
  chunks: 'Chunks of the page.',
  headings: 'Headings above the chunk, the outermost first.',
  text: 'The chunk, as Markdown.',
} as const;

function isoTime(stated: string | undefined): string | null {
  const at = stated === undefined ? Number.NaN : Date.parse(stated);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
