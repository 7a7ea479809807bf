import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import { topTerms } from '../../text/vector.js';
import type { TermWeights } from './term-weights.js';
import { WeightTable } from './weight-table.js';

export interface TopicTableRules {
  /** The query's terms. They are always in the table, with this weight at least. */
  readonly query: Uint32Array;
  readonly queryWeight: number;
  /** Terms at the start; more only where the query has more. */
  readonly size: number;
  /** By which share of its first size it may grow; 0 for a static table. */
  readonly growth: number;
}

const HEADER_BYTES = 20;
const ENTRY_BYTES = 12;

/** The Topic Specific Weight Table (TSWT) of Pappas et al. 2012: empty until it is formed, and then static, or growing up to a size. */
export class TopicTable implements Knowledge {
  readonly keywords = new WeightTable();
  /** Eq 5 of a page whose relevance is 0.5; undefined until the table is formed, and where it is no measure of relevance. */
  half: number | undefined;
  /** Whether all seeds were visited: links wait until then, also where the table is formed before. */
  seedsOver = false;
  private firstSize = 0;

  constructor(private readonly rules: TopicTableRules) {}

  get isFormed(): boolean {
    return this.firstSize > 0;
  }

  get mayGrow(): boolean {
    return this.isFormed && this.keywords.size < this.mostTerms;
  }

  /** The top k terms by W (eq 4), the query's own among them. */
  form(weights: TermWeights): void {
    const { query, queryWeight, size } = this.rules;
    const all = weights.normalised();
    for (const id of query) this.keywords.add(id, Math.max(all.get(id) ?? 0, queryWeight));
    this.add(topTerms(all, size), size);
    // A table is formed once, be it empty for want of any words.
    this.firstSize = Math.max(1, this.keywords.size);
  }

  /** Dynamic table: the keywords of a relevant page enter with their W of now; older ones keep theirs. */
  grow(keywords: readonly number[], weights: TermWeights): void {
    const fresh = keywords.filter((id) => !this.keywords.has(id));
    if (fresh.length === 0) return;
    const all = weights.normalised();
    this.add(
      fresh.map((id) => [id, all.get(id) ?? 0]),
      this.mostTerms,
    );
  }

  snapshot(): Uint8Array {
    const entries = this.keywords.entries();
    const bytes = new Uint8Array(HEADER_BYTES + ENTRY_BYTES * entries.length);
    const view = new DataView(bytes.buffer);
    view.setFloat64(0, this.half ?? 0, true);
    view.setUint32(8, this.firstSize, true);
    view.setUint32(12, entries.length, true);
    view.setUint32(16, this.seedsOver ? 1 : 0, true);
    for (const [index, [id, weight]] of entries.entries()) {
      view.setUint32(HEADER_BYTES + ENTRY_BYTES * index, id, true);
      view.setFloat64(HEADER_BYTES + ENTRY_BYTES * index + 4, weight, true);
    }
    return bytes;
  }

  restore(snapshot: Uint8Array): void {
    const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
    const size = snapshot.length < HEADER_BYTES ? -1 : view.getUint32(12, true);
    if (snapshot.length !== HEADER_BYTES + ENTRY_BYTES * size) throw damagedKnowledge('weight table', snapshot.length);
    this.half = view.getFloat64(0, true) || undefined;
    this.firstSize = view.getUint32(8, true);
    this.seedsOver = view.getUint32(16, true) === 1;
    this.keywords.clear();
    for (let at = HEADER_BYTES; at < snapshot.length; at += ENTRY_BYTES)
      this.keywords.add(view.getUint32(at, true), view.getFloat64(at + 4, true));
  }

  private get mostTerms(): number {
    return Math.floor(this.firstSize * (1 + this.rules.growth));
  }

  private add(entries: readonly [termId: number, weight: number][], most: number): void {
    for (const [id, weight] of entries) {
      if (this.keywords.size >= most) return;
      if (!this.keywords.has(id)) this.keywords.add(id, weight);
    }
  }
}
