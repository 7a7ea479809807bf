import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import type { Idf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { TermTable } from '../../text/term-table.js';
import { weightedFrequency } from './page-vector.js';

/** About 4 MB. */
const MOST_TERMS = 100_000;
/** Forgetting costs a look at all terms, so a quarter goes at once. */
const KEPT_SHARE = 0.75;
const ENTRY_BYTES = 12;

/**
 * The agent's knowledge of Pappas et al. 2012: w(t) = Σ_d TFW(d,t)·IDF(t) over its documents (eq 3), by the highest one W(t) =
 * w(t) / w_max (eq 4). IDF(t) is the same for all documents, so Σ_d TFW is kept and the IDF of the moment multiplied in.
 * Beyond a number of terms the lightest are forgotten.
 */
export class TermWeights implements Knowledge {
  /** Of the documents that were given, not crawled: every agent has them, so they are not saved. */
  private readonly given = new TermTable();
  private learnt = new TermTable();

  constructor(
    private readonly idf: Idf,
    documents: readonly TermCounts[] = [],
    /** Terms that are no keywords, whatever their weight. */
    private readonly ignored: ReadonlySet<number> = new Set(),
    private readonly mostTerms = MOST_TERMS,
  ) {
    for (const document of documents) this.addTo(this.given, document);
  }

  add(document: TermCounts): void {
    this.addTo(this.learnt, document);
    if (this.learnt.size > this.mostTerms) this.forget();
  }

  /** W of every term (eq 4). What others have brought, as sums of TFW, is weighed beside them: they have a weight by the same w_max. */
  normalised(brought: TermTable = new TermTable()): Map<number, number> {
    const weights = new Map<number, number>();
    for (const id of this.given.ids) weights.set(id, this.weightOf(id));
    for (const id of this.learnt.ids) weights.set(id, this.weightOf(id));
    let highest = 0;
    for (const weight of weights.values()) if (weight > highest) highest = weight;
    for (const [id, sum] of brought.entries()) weights.set(id, sum * this.idf.of(id));
    for (const [id, weight] of weights) weights.set(id, Math.min(1, weight / highest));
    return weights;
  }

  /** Ids, then sums. */
  snapshot(): Uint8Array {
    const { ids, values, size } = this.learnt;
    const bytes = new Uint8Array(ENTRY_BYTES * size);
    bytes.set(new Uint8Array(Uint32Array.from(ids).buffer));
    bytes.set(new Uint8Array(Float64Array.from(values).buffer), 4 * size);
    return bytes;
  }

  restore(snapshot: Uint8Array): void {
    const size = snapshot.length / ENTRY_BYTES;
    if (!Number.isInteger(size)) throw damagedKnowledge('term weights', snapshot.length);
    const ids = new Uint32Array(new Uint8Array(snapshot.subarray(0, 4 * size)).buffer);
    const sums = new Float64Array(new Uint8Array(snapshot.subarray(4 * size)).buffer);
    this.learnt = new TermTable();
    for (let i = 0; i < size; i++) this.learnt.add(ids[i]!, sums[i]!);
  }

  private weightOf(id: number): number {
    return (this.given.get(id) + this.learnt.get(id)) * this.idf.of(id);
  }

  private forget(): void {
    const { ids, values } = this.learnt;
    const weights = Float64Array.from(ids, (id, index) => values[index]! * this.idf.of(id));
    const kept = Math.ceil(KEPT_SHARE * this.mostTerms);
    const ascending = weights.slice().sort();
    const least = ascending[ascending.length - kept]!;
    let ties = kept - weights.reduce((heavier, weight) => heavier + (weight > least ? 1 : 0), 0);
    this.learnt = new TermTable();
    for (let i = 0; i < ids.length; i++) {
      if (weights[i]! > least || (weights[i] === least && ties-- > 0)) this.learnt.add(ids[i]!, values[i]!);
    }
  }

  private addTo(sums: TermTable, { ids, counts }: TermCounts): void {
    for (let i = 0; i < ids.length; i++) {
      if (!this.ignored.has(ids[i]!)) sums.add(ids[i]!, weightedFrequency(counts[i]!));
    }
  }
}
