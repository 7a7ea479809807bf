import type { Errand } from '../frontier/frontier.js';
import { hostOf } from '../page/canonical-url.js';
import type { Score } from '../strategy/score.js';
import type { Reached } from '../strategy/strategy.js';
import type { CrawlRecords, CrawlTotals, InLink, JudgementChange, UrlRecord, VisitQuery } from './crawl-store.js';
import { isDocument, isOriginal } from './documents.js';
import type { KnownUrl, QueuedUrl } from './frontier-tables.js';
import type { Visit, VisitOutcome, VisitRow } from './visit.js';

/** A URL of the memory store. */
export interface MemoryUrl extends KnownUrl, QueuedUrl {
  depth: number;
  parent: number;
  reason: string;
  attempts: number;
  hops: number;
  model: number;
  errand: Errand;
  via: number;
  parts: Score['parts'];
  expiresAt: number | undefined;
  expiresAfter: number | undefined;
  modifiedAt: number | undefined;
}

export interface MemoryEdge {
  readonly visit: number;
  readonly dst: number;
  readonly anchor: string;
  readonly level: number;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** What the memory store knows; the memory frontier writes it. */
export class MemoryRecords implements CrawlRecords {
  readonly urls = new Map<string, MemoryUrl>();
  /** The URL with id n is at n - 1. */
  readonly urlById: MemoryUrl[] = [];
  /** The visit with sequence number n is at n - 1. */
  readonly rows: VisitRow[] = [];
  readonly edges = new Map<number, MemoryEdge[]>();
  readonly knowledge = new Map<number, Uint8Array>();
  /** Terms of the visits that are not in the knowledge of their agent yet. */
  lessons: ({ readonly seq: number; readonly agent: number } & NonNullable<Visit['lesson']>)[] = [];
  judges = 1;
  private readonly edgesTo = new Map<number, MemoryEdge[]>();
  private readonly firstCopy = new Map<string, string>();
  private readonly lastVisit = new Map<number, VisitRow>();

  addUrl(entry: MemoryUrl): void {
    this.urls.set(entry.url, entry);
    this.urlById.push(entry);
  }

  addVisit(row: VisitRow): void {
    this.rows.push(row);
    this.lastVisit.set(row.urlId, row);
    if (row.fingerprint !== undefined && row.outcome !== 'example' && !this.firstCopy.has(row.fingerprint)) {
      this.firstCopy.set(row.fingerprint, row.url);
    }
  }

  addEdge(edge: MemoryEdge): void {
    append(this.edges, edge.visit, edge);
    append(this.edgesTo, edge.dst, edge);
  }

  setJudgement(
    seq: number,
    judgement: NonNullable<VisitRow['judgement']>,
    now: JudgementChange['now'] = undefined,
  ): void {
    const row = { ...this.rows[seq - 1]!, ...now, judgement };
    this.rows[seq - 1] = row;
    this.lastVisit.set(row.urlId, row);
  }

  async find(url: string): Promise<UrlRecord | undefined> {
    const known = this.urls.get(url);
    return known && urlRecord(known);
  }

  async inLinks(urlId: number, limit = 20): Promise<readonly InLink[]> {
    const edges = [...(this.edgesTo.get(urlId) ?? [])].sort((a, b) => b.score - a.score || a.visit - b.visit);
    return edges
      .slice(0, limit)
      .map(({ visit, dst: _, ...link }) => ({ visit, from: this.rows[visit - 1]!.url, ...link }));
  }

  async *visits(query: VisitQuery = {}): AsyncGenerator<VisitRow> {
    const rows = this.rows.filter((row) => matches(row, query));
    if (query.order === 'relevance')
      rows.sort((a, b) => (b.judgement?.relevance ?? -1) - (a.judgement?.relevance ?? -1) || a.seq - b.seq);
    yield* rows.slice(0, query.limit);
  }

  async visitOf(urlId: number): Promise<VisitRow | undefined> {
    return this.lastVisit.get(urlId);
  }

  async visit(seq: number): Promise<VisitRow | undefined> {
    return this.rows[seq - 1];
  }

  async trail(seq: number): Promise<Reached['from']> {
    const { url, judgement } = this.rows[seq - 1] ?? {};
    return judgement?.trail && { url: url!, trail: judgement.trail };
  }

  async copyOf(fingerprint: string): Promise<string | undefined> {
    return this.firstCopy.get(fingerprint);
  }

  async *simhashes(): AsyncGenerator<{ urlId: number; simhash: string }> {
    for (const { outcome, urlId, simhash } of this.rows)
      if (simhash !== undefined && isOriginal(outcome)) yield { urlId, simhash };
  }

  async fetchedFrom(host: string): Promise<number> {
    return this.rows.filter(({ url, outcome }) => isDocument(outcome) && hostOf(url) === host).length;
  }

  async totals(agent?: number): Promise<CrawlTotals> {
    const outcomes: Partial<Record<VisitOutcome, number>> = {};
    const reasons: Record<string, number> = {};
    const rejections: Record<string, number> = {};
    const hosts = new Set<string>();
    let [relevant, bytes, relevanceSum] = [0, 0, 0];
    for (const row of this.rows) {
      if (agent !== undefined && row.agent !== agent) continue;
      outcomes[row.outcome] = (outcomes[row.outcome] ?? 0) + 1;
      if (row.reason !== '') reasons[row.reason] = (reasons[row.reason] ?? 0) + 1;
      if (row.judgement?.relevant) relevant++;
      relevanceSum += row.judgement?.relevance ?? 0;
      bytes += row.bytes ?? 0;
      if (isDocument(row.outcome)) hosts.add(hostOf(row.url));
    }
    for (const { state, reason, parent } of this.urls.values()) {
      if (agent !== undefined && this.rows[parent - 1]?.agent !== agent) continue;
      const rule = state === 'rejected' ? reason : state;
      if (state === 'rejected' || state === 'expired') rejections[rule] = (rejections[rule] ?? 0) + 1;
    }
    return { outcomes, reasons, rejections, relevant, bytes, relevanceSum, hostsVisited: hosts.size };
  }

  async *rejected(): AsyncGenerator<UrlRecord> {
    for (const known of this.urls.values()) if (known.state === 'rejected') yield urlRecord(known);
  }
}

function append<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function matches(row: VisitRow, { outcomes, relevant, minRelevance, noindex, after }: VisitQuery): boolean {
  return (
    (after === undefined || row.seq > after) &&
    (outcomes === undefined || outcomes.includes(row.outcome)) &&
    (relevant === undefined || (row.judgement?.relevant ?? false) === relevant) &&
    (minRelevance === undefined || (row.judgement !== undefined && row.judgement.relevance >= minRelevance)) &&
    (noindex !== false || row.noindex !== true)
  );
}

function urlRecord({ id, url, state, reason, depth, parent, priority, level, attempts }: MemoryUrl): UrlRecord {
  return { id, url, state, reason, depth, parent, ...(state === 'queued' ? { priority, level, attempts } : {}) };
}
