import { TermTable } from '../../text/term-table.js';
import { cosineFrom, topTerms } from '../../text/vector.js';
import type { PageVector } from './page-vector.js';

/** Over which terms of a page a cosine is taken: all of them, as in the paper, or those that the table has. */
export const pageScopes = ['whole', 'table'] as const;
export type PageScope = (typeof pageScopes)[number];

/** Keywords with their weights: a Topic Specific Weight Table, or a genre, whose weights are all 1 (Pappas et al. 2012). */
export class WeightTable {
  private byTerm = new TermTable();
  private square = 0;

  static ofEqual(ids: Iterable<number>): WeightTable {
    const table = new WeightTable();
    for (const id of ids) if (!table.has(id)) table.add(id, 1);
    return table;
  }

  get size(): number {
    return this.byTerm.size;
  }

  has(id: number): boolean {
    return this.byTerm.get(id, -1) >= 0;
  }

  /** 0 for terms that are not in it. */
  weightOf(id: number): number {
    return this.byTerm.get(id);
  }

  /** The term must be new. */
  add(id: number, weight: number): void {
    this.byTerm.add(id, weight);
    this.square += weight * weight;
  }

  /** Whether it has the term or not. */
  set(id: number, weight: number): void {
    const known = this.byTerm.get(id);
    this.byTerm.add(id, weight - known);
    this.square += weight * weight - known * known;
  }

  clear(): void {
    this.byTerm = new TermTable();
    this.square = 0;
  }

  /** In order of insertion. */
  entries(): [termId: number, weight: number][] {
    return this.byTerm.entries();
  }

  /** The heaviest terms, heaviest first. */
  top(count: number): [termId: number, weight: number][] {
    return topTerms(new Map(this.entries()), count);
  }

  /** Numerator of eq 7–9: Σ W over the distinct terms of a short text that the table has. */
  sum(ids: Uint32Array): number {
    let sum = 0;
    for (let i = 0; i < ids.length; i++) {
      const weight = this.byTerm.get(ids[i]!);
      // Most terms are not in the table, so looking back for repeats is rare.
      if (weight !== 0 && ids.indexOf(ids[i]!) === i) sum += weight;
    }
    return sum;
  }

  /** Eq 5: cos(page, table). */
  cosine({ ids, weights, norm }: PageVector, scope: PageScope): number {
    let product = 0;
    let shared = 0;
    for (let i = 0; i < ids.length; i++) {
      const own = this.byTerm.get(ids[i]!, -1);
      if (own < 0) continue;
      const weight = weights[i]!;
      product += weight * own;
      shared += weight * weight;
    }
    return cosineFrom(product, (scope === 'whole' ? norm : Math.sqrt(shared)) * Math.sqrt(this.square));
  }
}
