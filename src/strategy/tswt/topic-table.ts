import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import { TermTable } from '../../text/term-table.js';
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
  /** Terms that pages like the table have brought, in the order in which they came, with Σ TFW over the pages that brought them. */
  private grown = new TermTable();

  constructor(private readonly rules: TopicTableRules) {}

  get isFormed(): boolean {
    return this.firstSize > 0;
  }

  get mayGrow(): boolean {
    return this.isFormed && this.grown.size < this.mostGrown;
  }

  /**
   * The top k terms by W (eq 4) but for those ignored, the query's own among them, and what it has grown by. Done again when the
   * statistics have changed: "the weights for each term are updated when a term appears in a new document".
   */
  form(weights: TermWeights, ignored: Iterable<number>): void {
    const { query, queryWeight, size } = this.rules;
    const all = weights.normalised();
    const grown = weights.normalised(this.grown);
    this.keywords.clear();
    for (const id of query) this.add(id, Math.max(all.get(id) ?? 0, queryWeight));
    for (const id of ignored) {
      all.delete(id);
      grown.delete(id);
    }
    for (const [id, weight] of topTerms(all, size)) if (this.keywords.size < size) this.add(id, weight);
    // A table is formed once, be it empty for want of any words.
    if (!this.isFormed) this.firstSize = Math.max(1, this.keywords.size);
    for (const id of this.grown.ids) if (grown.has(id)) this.add(id, grown.get(id)!);
  }

  /**
   * Dynamic table: a relevant page brings its keywords, given with their TFW. Terms that the seeds gave it keep their weights; others
   * weigh what the pages that brought them give them.
   */
  grow(keywords: readonly (readonly [id: number, frequency: number])[], weights: TermWeights): void {
    let changed = false;
    for (const [id, frequency] of keywords) {
      if (this.grown.get(id) === 0 && (this.keywords.has(id) || !this.mayGrow)) continue;
      this.grown.add(id, frequency);
      changed = true;
    }
    if (!changed) return;
    const all = weights.normalised(this.grown);
    for (const id of this.grown.ids) this.keywords.set(id, all.get(id)!);
  }

  /** Half, sizes, the terms with their weights, the grown ones with their sums. */
  snapshot(): Uint8Array {
    const [entries, grown] = [this.keywords.entries(), this.grown.entries()];
    const bytes = new Uint8Array(HEADER_BYTES + ENTRY_BYTES * (entries.length + grown.length));
    const view = new DataView(bytes.buffer);
    view.setFloat64(0, this.half ?? 0, true);
    view.setUint32(8, this.firstSize, true);
    view.setUint32(12, entries.length, true);
    view.setUint32(16, this.seedsOver ? 1 : 0, true);
    for (const [index, [id, value]] of [...entries, ...grown].entries()) {
      view.setUint32(HEADER_BYTES + ENTRY_BYTES * index, id, true);
      view.setFloat64(HEADER_BYTES + ENTRY_BYTES * index + 4, value, true);
    }
    return bytes;
  }

  restore(snapshot: Uint8Array): void {
    const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
    const entries = (snapshot.length - HEADER_BYTES) / ENTRY_BYTES;
    const own = snapshot.length < HEADER_BYTES ? -1 : view.getUint32(12, true);
    if (!Number.isInteger(entries) || own < 0 || own > entries) throw damagedKnowledge('weight table', snapshot.length);
    this.half = view.getFloat64(0, true) || undefined;
    this.firstSize = view.getUint32(8, true);
    this.seedsOver = view.getUint32(16, true) === 1;
    this.keywords.clear();
    this.grown = new TermTable();
    for (let index = 0; index < entries; index++) {
      const at = HEADER_BYTES + ENTRY_BYTES * index;
      (index < own ? this.keywords : this.grown).add(view.getUint32(at, true), view.getFloat64(at + 4, true));
    }
  }

  private get mostGrown(): number {
    return Math.floor(this.firstSize * (1 + this.rules.growth)) - this.firstSize;
  }

  private add(id: number, weight: number): void {
    if (!this.keywords.has(id)) this.keywords.add(id, weight);
  }
}
