import type { Idf } from '../text/idf.js';
import type { TermCounts } from '../text/term-counts.js';
import { TermTable } from '../text/term-table.js';
import { cosineFrom } from '../text/vector.js';

/** A set of given terms that pages are compared with, as de Assis et al. 2009 does: only the given terms count, in the page too. */
export class TermSet {
  readonly #ids: Uint32Array;
  readonly #members = new TermTable();

  /** Repeats count once. */
  constructor(ids: Iterable<number>) {
    this.#ids = Uint32Array.from(new Set(ids));
    for (const id of this.#ids) this.#members.add(id, 1);
  }

  get size(): number {
    return this.#ids.length;
  }

  get empty(): boolean {
    return this.#ids.length === 0;
  }

  /**
   * De Assis et al. 2009, eq 1: sim(p, s) = Σ w(i,p)·w(i,s) / (√Σ w(i,p)² · √Σ w(i,s)²) over the terms i of s, with
   * w(i,p) = f(i,p)·idf(i) (eq 2) and w(i,s) = idf(i) (eq 5, each term being in s once). Dividing f by the largest f
   * (eq 3) divides all w(i,p) alike and leaves the cosine as it is.
   */
  similarity({ ids, counts }: TermCounts, idf: Idf): number {
    let product = 0;
    let square = 0;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index]!;
      if (this.#members.get(id) === 0) continue;
      const weightInSet = idf.of(id);
      const weightInPage = counts[index]! * weightInSet;
      product += weightInPage * weightInSet;
      square += weightInPage * weightInPage;
    }
    return product === 0 ? 0 : cosineFrom(product, Math.sqrt(square * this.#square(idf)));
  }

  #square(idf: Idf): number {
    let square = 0;
    for (const id of this.#ids) square += idf.of(id) ** 2;
    return square;
  }
}
