/** How a value crosses from one store to the other: numbers and texts as they are, 64-bit hashes in decimals, bytes in Base64. */
export type ColumnKind = 'number' | 'text' | 'hash' | 'bytes';

/** A row of neither store: the values of a table's columns in their order. */
export type NeutralRow = readonly (number | string | null)[];

export interface CopiedTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** What the order of the rows is, in both stores the key of the table. */
  readonly key: readonly string[];
}

const number = 'number';
const text = 'text';
const hash = 'hash';

/** All that makes a crawl, but for its links, whose targets have other names in each store. */
export const copiedTables: readonly CopiedTable[] = [
  { name: 'note', columns: { key: text, value: text }, key: ['key'] },
  {
    name: 'host',
    columns: {
      ...{ id: number, name: text, next_at: number, delay: number, failures: number, fetched: number },
      ...{ relevant: number, given: number, address: text },
    } as const,
    key: ['id'],
  },
  { name: 'robots', columns: { origin: text, fetched_at: number, status: number, body: text }, key: ['origin'] },
  {
    name: 'url',
    columns: {
      ...{ id: number, host: number, hash, url: text, state: number, reason: text, depth: number, parent: number },
      ...{ modified_at: number },
    } as const,
    key: ['id'],
  },
  {
    name: 'frontier',
    columns: {
      ...{ url: number, queue: number, level: number, host: number, priority: number, attempts: number, hops: number },
      ...{ expires: number, priority_parent: number, parts: text, expires_after: number, kind: number },
    } as const,
    key: ['url'],
  },
  {
    name: 'visit',
    columns: {
      ...{ seq: number, url: number, agent: number, level: number, depth: number, priority: number, parent: number },
      ...{ outcome: text, reason: text, detail: text, fetched_at: number, status: number, content_type: text },
      ...{ bytes: number, title: text, language: text, published: text, author: text, noindex: number },
      ...{ fingerprint: hash, file: text, offset: number, length: number, priority_parent: number, simhash: hash },
      ...{ modified: text, etag: text, last_modified: text, rights: text, superseded: number, kind: number },
    } as const,
    key: ['seq'],
  },
  { name: 'judge', columns: { id: number, made_at: number, definition: text }, key: ['id'] },
  {
    name: 'judgement',
    columns: {
      ...{ judge: number, visit: number, relevance: number, raw: number, relevant: number, parts: text },
      ...{ inherited_state: text },
    } as const,
    key: ['judge', 'visit'],
  },
  { name: 'features', columns: { visit: number, strategy: text, data: text }, key: ['visit', 'strategy'] },
  { name: 'knowledge', columns: { agent: number, visit: number, data: 'bytes' }, key: ['agent'] },
  { name: 'lesson', columns: { visit: number, agent: number, terms: 'bytes', links: 'bytes' }, key: ['visit'] },
  {
    name: 'agent',
    columns: {
      ...{ id: number, segment: text, queue: number, seeds: number, state: text, restarts: number, host: text },
      ...{ terms: text, registered_at: number, beat_at: number },
    } as const,
    key: ['id'],
  },
  {
    name: 'command',
    columns: { id: number, at: number, who: text, kind: text, arguments: text, applied_at: number, result: text },
    key: ['id'],
  },
  /** Targets are named by their hashes; see `neutralLinks`. */
  { name: 'links', columns: { visit: number, data: text }, key: ['visit'] },
];
