import { VectorIndex } from '../../learning/clustering/vector-index.js';
import type { SparseVector } from '../../learning/sparse-vector.js';
import type { TermCounts } from '../../text/term-counts.js';
import { cosineFrom } from '../../text/vector.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import { PageTerms } from './page-terms.js';

/**
 * How alike the pages of a web are: the cosine of vectors w = tf·idf (Batsakis 2007, eq 1), idf = log(N/n) over all pages
 * of the web. The whole collection is known here, so nothing has to be smoothed: a term that every page uses tells
 * nothing. tf is f / max f there; dividing all weights of a page by one number leaves its cosines as they are.
 */
export class PageSimilarities {
  readonly terms: PageTerms;
  /** By the number of the term. */
  readonly #idf: Float64Array;
  /** Length of the vector of each page. */
  readonly #norms: Float64Array;

  constructor(web: RecordedWeb) {
    this.terms = new PageTerms(web);
    const { pages, frequencies } = this.terms;
    this.#idf = Float64Array.from(frequencies, (n) => Math.log(pages.length / n));
    this.#norms = Float64Array.from(pages, ({ terms, counts }) => {
      let square = 0;
      for (let i = 0; i < terms.length; i++) square += (counts[i]! * this.#idf[terms[i]!]!) ** 2;
      return Math.sqrt(square);
    });
  }

  /** For every page its highest cosine with any of these pages: 1 for themselves, 0 where there are none. */
  highest(exemplars: readonly number[]): Float64Array {
    const index = new VectorIndex(
      exemplars.map((page) => this.#unitVector(page)),
      this.#idf.length,
    );
    const products = new Float64Array(exemplars.length);
    const highest = Float64Array.from(this.terms.pages, (_, page) => {
      index.productsWith(this.#unitVector(page), products);
      let best = 0;
      for (let i = 0; i < products.length; i++) if (products[i]! > best) best = products[i]!;
      return cosineFrom(best, 1);
    });
    for (const page of exemplars) highest[page] = 1;
    return highest;
  }

  /** For every page its cosine with a text, such as a query. Terms that no page uses are left out. */
  withTerms({ ids, counts }: TermCounts): Float64Array {
    const weights = new Float64Array(this.#idf.length);
    let square = 0;
    for (let i = 0; i < ids.length; i++) {
      const number = this.terms.numberOf(ids[i]!);
      if (number === undefined) continue;
      weights[number] = counts[i]! * this.#idf[number]!;
      square += weights[number]! ** 2;
    }
    const norm = Math.sqrt(square);
    return Float64Array.from(this.terms.pages, (own, page) => {
      let product = 0;
      for (let i = 0; i < own.terms.length; i++) {
        const term = own.terms[i]!;
        product += own.counts[i]! * this.#idf[term]! * weights[term]!;
      }
      return cosineFrom(product, norm * this.#norms[page]!);
    });
  }

  /**
   * As how many pages that have nothing in common these are as diverse: n² / Σ cosines of every two, each with itself among them
   * (Leinster and Cobbold's diversity of order 2). Copies count as one, and pages without a word that tells anything not at all.
   */
  diversity(pages: Iterable<number>): number {
    const telling = [...new Set(pages)].filter((page) => this.#norms[page]! > 0);
    if (telling.length === 0) return 0;
    const sum = new Float64Array(this.#idf.length);
    for (const page of telling) {
      const { dimensions, weights } = this.#unitVector(page);
      for (let i = 0; i < weights.length; i++) sum[dimensions[i]!]! += weights[i]!;
    }
    // The square of the sum of unit vectors is the sum of all their products.
    return telling.length ** 2 / sum.reduce((square, weight) => square + weight ** 2, 0);
  }

  /** Of length 1; all weights are 0 where no term of the page tells anything. */
  #unitVector(page: number): SparseVector {
    const { terms, counts } = this.terms.pages[page]!;
    const norm = this.#norms[page]!;
    const weights = new Float64Array(terms.length);
    if (norm > 0) for (let i = 0; i < terms.length; i++) weights[i] = (counts[i]! * this.#idf[terms[i]!]!) / norm;
    return { dimensions: terms, weights };
  }
}
