import type { VisitOutcome, VisitRow } from './visit.js';

/** A visited page as people get it: a line of JSONL, a row of CSV, an item of the library's iteration. */
export interface PageRecord {
  readonly seq: number;
  readonly url: string;
  readonly status: number;
  readonly relevance: number;
  readonly relevant: boolean;
  readonly priority: number;
  readonly level: number;
  readonly depth: number;
  /** Page it was found on first; null for seeds. */
  readonly parent: string | null;
  readonly agent: number;
  /** ISO 8601. */
  readonly fetchedAt: string;
  readonly title: string | null;
  readonly language: string | null;
  readonly published: string | null;
  readonly author: string | null;
  readonly bytes: number;
  readonly contentHash: string | null;
  readonly outcome: VisitOutcome;
  /** Why it is not a plain page; '' for pages. */
  readonly reason: string;
  /** What a person said: whether it is relevant. Absent where nobody judged it. */
  readonly label?: boolean;
}

/** `label`: what a person said of it. `relevant` is what the crawl thinks, all the same. */
export function pageRecord(row: VisitRow, label?: boolean): PageRecord {
  return {
    seq: row.seq,
    url: row.url,
    status: row.status,
    relevance: row.judgement?.relevance ?? 0,
    relevant: row.judgement?.relevant ?? false,
    priority: row.priority,
    level: row.level,
    depth: row.depth,
    parent: row.parent === '' ? null : row.parent,
    agent: row.agent,
    fetchedAt: new Date(row.fetchedAt).toISOString(),
    title: row.title ?? null,
    language: row.language || null,
    published: row.published ?? null,
    author: row.author ?? null,
    bytes: row.bytes ?? 0,
    contentHash: row.fingerprint ?? null,
    outcome: row.outcome,
    reason: row.reason,
    ...(label !== undefined && { label }),
  };
}
