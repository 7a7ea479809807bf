import type { KnownUrl, QueuedUrl } from '../../frontier/frontier-tables.js';
import { type HostState, useOf } from '../../frontier/hosts.js';
import type {
  BestInLink,
  CrawlRecords,
  CrawlTotals,
  InLink,
  JudgementChange,
  KnownPage,
  UrlRecord,
  VisitQuery,
} from '../../model/crawl-store.js';
import { isDocument, isOriginal } from '../../model/documents.js';
import { decodeFeatures, encodeFeatures, type Features } from '../../model/features.js';
import type { HostUse, RequestKind } from '../../model/frontier.js';
import type { Score } from '../../model/score.js';
import type { Reached } from '../../model/strategy.js';
import type { ArchivePosition, Visit, VisitOutcome, VisitRow } from '../../model/visit.js';
import { hostOf } from '../../url/canonical-url.js';
import { registrableDomain } from '../../url/registrable-domain.js';

/** A URL of the memory store. */
export interface MemoryUrl extends KnownUrl, QueuedUrl {
  depth: number;
  parent: number;
  reason: string;
  attempts: number;
  hops: number;
  kind: RequestKind;
  priorityParent: number;
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

const nothingFetched = { fetchedOfDomain: 0, hostsOfDomain: 0, relevantOfDomain: 0 };

/** What the memory store knows; the memory frontier writes it. */
export class MemoryRecords implements CrawlRecords {
  readonly urls = new Map<string, MemoryUrl>();
  /** The URL with id n is at n - 1. */
  readonly urlById: MemoryUrl[] = [];
  /** The visit with sequence number n is at n - 1. */
  readonly rows: VisitRow[] = [];
  readonly edges = new Map<number, MemoryEdge[]>();
  /** Those of which anything was fetched or given. */
  readonly hosts = new Map<string, HostState>();
  readonly knowledge = new Map<number, Uint8Array>();
  /** Terms of the visits that are not in the knowledge of their agent yet. */
  lessons: ({ readonly seq: number; readonly agent: number } & NonNullable<Visit['lesson']>)[] = [];
  judges = 1;
  /** As the other stores keep them, by visit and strategy. */
  private readonly featuresOf = new Map<string, string>();
  private readonly edgesTo = new Map<number, MemoryEdge[]>();
  /** Sequence numbers of visits, by fingerprint and by URL. */
  private readonly copies = new Map<string, number[]>();
  private readonly visitsOf = new Map<number, number[]>();

  addUrl(entry: MemoryUrl): void {
    this.urls.set(entry.url, entry);
    this.urlById.push(entry);
  }

  addVisit(row: VisitRow): void {
    this.rows.push(row);
    append(this.visitsOf, row.urlId, row.seq);
    if (row.fingerprint !== undefined && row.outcome !== 'example') append(this.copies, row.fingerprint, row.seq);
  }

  /** Of what is known of the URL until now. */
  changeKnown(urlId: number, changed: (known: VisitRow) => Partial<VisitRow>): void {
    for (const seq of this.visitsOf.get(urlId) ?? [])
      if (!this.row(seq).superseded) this.rows[seq - 1] = { ...this.row(seq), ...changed(this.row(seq)) };
  }

  /** The archive has lost these records; their visits are kept without. */
  forgetArchived(isLost: (place: ArchivePosition) => boolean): void {
    for (const [index, { archive, ...row }] of this.rows.entries())
      if (archive !== undefined && isLost(archive)) this.rows[index] = row;
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
    this.rows[seq - 1] = { ...this.row(seq), ...now, judgement };
  }

  async find(url: string): Promise<UrlRecord | undefined> {
    const known = this.urls.get(url);
    return known && urlRecord(known);
  }

  async inLinks(urlId: number, limit = 20): Promise<readonly InLink[]> {
    const edges = [...(this.edgesTo.get(urlId) ?? [])].sort((a, b) => b.score - a.score || a.visit - b.visit);
    return edges.slice(0, limit).map(({ visit, dst: _, ...link }) => {
      const { url: from, outcome } = this.row(visit);
      return { visit, from, ...link, ...(outcome === 'sitemap' && { isSitemap: true }) };
    });
  }

  async bestInLinks(urlIds: readonly number[]): Promise<ReadonlyMap<number, BestInLink>> {
    const found = new Map<number, BestInLink>();
    for (const urlId of urlIds) {
      const [best] = await this.inLinks(urlId, 1);
      if (best !== undefined) found.set(urlId, { level: best.level, score: best.score, parts: best.parts });
    }
    return found;
  }

  async *visits(query: VisitQuery = {}): AsyncGenerator<VisitRow> {
    const rows = this.rows.filter((row) => matches(row, query));
    if (query.order === 'relevance')
      rows.sort((a, b) => (b.judgement?.relevance ?? -1) - (a.judgement?.relevance ?? -1) || a.seq - b.seq);
    yield* rows.slice(0, query.limit);
  }

  async ranking(query: VisitQuery = {}): Promise<number[]> {
    const seqs: number[] = [];
    for await (const { seq } of this.visits({ ...query, order: 'relevance' })) seqs.push(seq);
    return seqs;
  }

  async visitOf(urlId: number): Promise<VisitRow | undefined> {
    const current = this.visitsOf.get(urlId)?.findLast((seq) => !this.row(seq).superseded);
    return current === undefined ? undefined : this.row(current);
  }

  async visit(seq: number): Promise<VisitRow | undefined> {
    return this.rows[seq - 1];
  }

  async parentOf(url: string): Promise<string> {
    const known = this.urls.get(url);
    return (known && (await this.visitOf(known.id)))?.parent ?? '';
  }

  async inheritedState(seq: number): Promise<Reached['from']> {
    const { url, judgement } = this.rows[seq - 1] ?? {};
    return judgement?.inheritedState && { url: url!, inheritedState: judgement.inheritedState };
  }

  saveFeatures(seq: number, { strategy, value }: NonNullable<Visit['features']>): void {
    this.featuresOf.set(`${seq} ${strategy}`, encodeFeatures(value));
  }

  async features(seq: number, strategy: string): Promise<Features | undefined> {
    const kept = this.featuresOf.get(`${seq} ${strategy}`);
    return kept === undefined ? undefined : decodeFeatures(kept);
  }

  async copyOf(fingerprint: string): Promise<string | undefined> {
    const first = this.copies.get(fingerprint)?.find((seq) => !this.row(seq).superseded);
    return first === undefined ? undefined : this.row(first).url;
  }

  async *knownPages(): AsyncGenerator<KnownPage> {
    for (const { seq, urlId, url, agent, priorityParent, outcome, superseded, judgement } of this.rows) {
      const { state, depth, modifiedAt } = this.urlById[urlId - 1]!;
      if (superseded || outcome !== 'page') continue;
      const looks = this.visitsOf
        .get(urlId)!
        .map((number) => this.row(number))
        .filter((look) => look.outcome === 'unchanged' || isDocument(look.outcome));
      const times = looks.map(({ fetchedAt }) => fetchedAt);
      yield {
        ...{ seq, urlId, url, agent, depth, priorityParent },
        relevance: judgement?.relevance ?? 0,
        relevant: judgement?.relevant ?? false,
        looks: looks.length,
        changes: looks.filter((look) => look.outcome !== 'unchanged').length - 1,
        firstLook: Math.min(...times),
        lastLook: Math.max(...times),
        ...(modifiedAt !== undefined && { modifiedAt }),
        ...(state === 'queued' && { isQueued: true }),
      };
    }
  }

  async *simhashes(): AsyncGenerator<{ urlId: number; simhash: string }> {
    for (const { outcome, urlId, simhash, superseded } of this.rows)
      if (simhash !== undefined && isOriginal(outcome) && !superseded) yield { urlId, simhash };
  }

  async hostUse(host: string): Promise<HostUse> {
    const known = this.hosts.get(host);
    if (known !== undefined) return useOf(known);
    const domain = registrableDomain(host);
    const neighbour = [...this.hosts.values()].find(({ host: other }) => registrableDomain(other) === domain);
    const shared = neighbour === undefined ? nothingFetched : useOf(neighbour);
    return { ...shared, host, fetched: 0, fetchedAtAddress: 0, isGiven: false };
  }

  async totals(agent?: number): Promise<CrawlTotals> {
    const outcomes: Partial<Record<VisitOutcome, number>> = {};
    const reasons: Record<string, number> = {};
    const rejections: Record<string, number> = {};
    const hosts = new Set<string>();
    let [relevant, bytes, relevanceSum, visits] = [0, 0, 0, 0];
    for (const row of this.rows) {
      if (agent !== undefined && row.agent !== agent) continue;
      visits++;
      bytes += row.bytes ?? 0;
      // Whatever its host has become, it was visited.
      if (isDocument(row.outcome)) hosts.add(hostOf(row.url));
      if (row.superseded) continue;
      outcomes[row.outcome] = (outcomes[row.outcome] ?? 0) + 1;
      if (row.reason !== '') reasons[row.reason] = (reasons[row.reason] ?? 0) + 1;
      if (row.judgement?.relevant) relevant++;
      relevanceSum += row.judgement?.relevance ?? 0;
    }
    for (const { state, reason, parent } of this.urls.values()) {
      if (agent !== undefined && this.rows[parent - 1]?.agent !== agent) continue;
      const rule = state === 'rejected' ? reason : state;
      if (state === 'rejected' || state === 'expired') rejections[rule] = (rejections[rule] ?? 0) + 1;
    }
    return { outcomes, reasons, rejections, relevant, bytes, relevanceSum, visits, hostsVisited: hosts.size };
  }

  async *rejected(): AsyncGenerator<UrlRecord> {
    for (const known of this.urls.values())
      if (known.state === 'rejected' || known.state === 'expired') yield urlRecord(known);
  }

  private row(seq: number): VisitRow {
    return this.rows[seq - 1]!;
  }
}

function isVersion({ superseded, kind }: VisitRow, { versions = 'current' }: VisitQuery): boolean {
  if (versions === 'current') return !superseded;
  return versions === 'all' || kind !== 'revisit';
}

function append<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function matches(row: VisitRow, query: VisitQuery): boolean {
  const { outcomes, relevant, minRelevance, noindex, after, urlId } = query;
  return (
    isVersion(row, query) &&
    (after === undefined || row.seq > after) &&
    (urlId === undefined || row.urlId === urlId) &&
    (outcomes === undefined || outcomes.includes(row.outcome)) &&
    (relevant === undefined || (row.judgement?.relevant ?? false) === relevant) &&
    (minRelevance === undefined || (row.judgement !== undefined && row.judgement.relevance >= minRelevance)) &&
    (noindex !== false || row.noindex !== true)
  );
}

function urlRecord(known: MemoryUrl): UrlRecord {
  const { id, url, state, reason, depth, parent, modifiedAt, kind, priority, level, attempts } = known;
  return {
    ...{ id, url, state, reason, depth, parent },
    ...(modifiedAt !== undefined && { modifiedAt }),
    ...(state === 'queued' && { priority, level, attempts, ...(kind !== 'page' && { kind }) }),
  };
}
