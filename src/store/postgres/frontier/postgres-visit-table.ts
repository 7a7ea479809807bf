import { levelOf, type VisitTable } from '../../../frontier/frontier-tables.js';
import { isDocument } from '../../../model/documents.js';
import { encodeFeatures } from '../../../model/features.js';
import type { Candidate, Claim } from '../../../model/frontier.js';
import { bringsKnown, replacesKnown } from '../../../model/replaces-known.js';
import type { Visit, VisitOutcome } from '../../../model/visit.js';
import { packLinks } from '../../../page/link-blob.js';
import { packTerms } from '../../../text/term-blob.js';
import { urlHash } from '../../../url/hash64.js';
import { type VisitColumn, visitColumnNames, visitColumns } from '../../visit-columns.js';
import { realNumber } from '../json-text.js';
import type { Changes, NewVisit } from './changes.js';
import type { NumberBlocks } from './number-blocks.js';
import type { RowCache } from './row-cache.js';

/** A visit that is decided and not committed yet. */
interface PendingVisit {
  readonly urlId: number;
  readonly outcome: VisitOutcome;
  readonly links: string[];
}

/** URLs that a visit found first, as far as they are queued; those of other owners by name only. */
export interface Family {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

/** The visits as a decision sees them: those that are not committed yet, and of all others what was brought. */
export class PostgresVisitTable implements VisitTable {
  changes: Changes;
  /** Of this run of the worker; `documents` are those that count against the budget. */
  readonly counts = { documents: 0, relevant: 0, redirects: 0, failed: 0, refused: 0, sitemaps: 0, bytes: 0 };
  /** By sequence number; empty after a commit. */
  readonly pending = new Map<number, PendingVisit>();
  /** What was brought for the present decision: where redirects come from, and what visits found. */
  readonly redirects = new Map<number, number | undefined>();
  readonly families = new Map<number, Family>();

  constructor(
    changes: Changes,
    private readonly rows: RowCache,
    private readonly seqs: NumberBlocks,
    private readonly worker: number,
    /** Who may save what agents have learnt: how. */
    private readonly saved: (agent: number, data: Uint8Array | undefined, last: number) => Changes['knowledge'],
  ) {
    this.changes = changes;
  }

  get last(): number {
    return this.seqs.last;
  }

  add(claim: Claim, visit: Visit): number {
    const { changes } = this;
    const replaces = replacesKnown(claim, visit);
    if (replaces) this.supersede(claim.urlId);
    else if (visit.archive !== undefined && bringsKnown(visit)) this.place(claim.urlId, visit.archive);
    const seq = this.seqs.take();
    const columns = Object.fromEntries(
      visitColumnNames.map((name) => [name, keptValue(visitColumns[name](claim, visit, replaces))]),
    ) as Record<VisitColumn, string | number | null>;
    changes.visits.push({ ...columns, seq, worker: this.worker });
    if (isDocument(visit.outcome) && claim.kind !== 'revisit') changes.documents++;
    if (claim.kind !== 'revisit') this.count(visit);
    if (visit.judgement !== undefined) {
      const { relevance, raw, relevant, parts, inheritedState } = visit.judgement;
      const inherited = inheritedState === undefined ? null : JSON.stringify(inheritedState);
      const kept = {
        relevance,
        raw,
        relevant: Number(relevant),
        parts: JSON.stringify(parts),
        inherited_state: inherited,
      };
      changes.judgements.push({ visit: seq, ...kept });
    }
    if (visit.features !== undefined) this.saveFeatures(seq, visit.features);
    if (visit.lesson !== undefined) {
      const { terms, links } = visit.lesson;
      const kept = { terms: base64(packTerms(terms)), links: links.length === 0 ? null : base64(packLinks(links)) };
      changes.lessons.push({ visit: seq, agent: claim.agent, ...kept });
    }
    this.pending.set(seq, { urlId: claim.urlId, outcome: visit.outcome, links: [] });
    return seq;
  }

  saveFeatures(seq: number, { strategy, value }: NonNullable<Visit['features']>): void {
    this.changes.features.push({ visit: seq, strategy, data: encodeFeatures(value) });
  }

  addLinks(seq: number, links: readonly { readonly link: Candidate }[]): void {
    const { edges } = this.changes;
    const data = links.map(({ link }) => {
      const { score, anchor = '', url } = link;
      const hash = this.rows.byUrl(url)?.hash ?? urlHash(url);
      const level = levelOf(link);
      edges.visits.push(seq);
      edges.targets.push(hash);
      this.pending.get(seq)!.links.push(url);
      const kept = [String(hash), realNumber(score.value), anchor, score.parts];
      return level === 1 ? kept : [...kept, level];
    });
    this.changes.links.push({ visit: seq, data: JSON.stringify(data) });
  }

  redirectedFrom(seq: number): number | undefined {
    const pending = this.pending.get(seq);
    if (pending === undefined) return this.redirects.get(seq);
    return pending.outcome === 'redirect' ? this.rows.byId(pending.urlId)!.parent : undefined;
  }

  siblings({ id, parent }: { readonly id: number; readonly parent: number }): string[] {
    const { own, others } = this.families.get(parent) ?? { own: this.pending.get(parent)?.links ?? [], others: [] };
    const isSibling = (url: string) => {
      const row = this.rows.byUrl(url);
      return row !== undefined && row.id !== id && row.parent === parent && row.state === 'queued';
    };
    return [...new Set(own.filter(isSibling)), ...others];
  }

  saveKnowledge(agent: number, data: Uint8Array | undefined): void {
    this.changes.knowledge.push(...this.saved(agent, data, this.last));
  }

  private count({ outcome, judgement, bytes = 0 }: Visit): void {
    const { counts } = this;
    counts.bytes += bytes;
    if (isDocument(outcome)) counts.documents++;
    if (isDocument(outcome) && judgement?.relevant) counts.relevant++;
    if (outcome === 'redirect') counts.redirects++;
    else if (outcome === 'failed' || outcome === 'refused') counts[outcome]++;
    else if (outcome === 'sitemap') counts.sitemaps++;
  }

  /** Of visits that are not committed yet, too. */
  private supersede(urlId: number): void {
    this.changes.superseded.add(urlId);
    for (const visit of this.changes.visits) if (visit.url === urlId) visit.superseded = 1;
  }

  private place(urlId: number, { file, offset, length }: NonNullable<Visit['archive']>): void {
    this.changes.archived.push({ url: urlId, file, offset, length });
    for (const visit of this.changes.visits as NewVisit[])
      if (visit.url === urlId && visit.superseded === 0 && visit.file === null)
        Object.assign(visit, { file, offset, length });
  }
}

function keptValue(value: string | number | bigint | null): string | number | null {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' ? realNumber(value) : value;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
