import type { TermCounts } from '../../text/term-counts.js';
import { PageSpace, type PlainSpace, spaceShape } from '../clustering/page-space.js';
import { VectorIndex } from '../clustering/vector-index.js';
import { type CountedDocument, documentShape } from '../document-set.js';
import { andThen, anything, count, finite, listOf, numberShape, recordOf } from '../shape.js';
import { probabilityOf, type Sigmoid } from './platt-scaling.js';
import { rbf } from './rbf-kernel.js';

/** A training page that decides, as it was read: its weights follow from the space. */
export interface SupportVector extends CountedDocument {
  /** yα. */
  readonly coefficient: number;
}

/** A trained support vector machine with RBF kernel, as plain data. */
export interface SvmModel {
  readonly space: PlainSpace;
  readonly vectors: readonly SupportVector[];
  readonly bias: number;
  readonly gamma: number;
  readonly cost: number;
  readonly sigmoid: Sigmoid;
  /** Wanted pages among the training pages. */
  readonly wanted: number;
  /** Mean log loss of the probabilities of pages that were left out of training. */
  readonly loss: number;
}

const positive = numberShape('a number above 0', { min: Number.MIN_VALUE, max: 1e15 });

export const svmShape = andThen(
  recordOf({
    space: spaceShape,
    vectors: anything,
    ...{ bias: finite, gamma: positive, cost: positive, sigmoid: recordOf({ a: finite, b: finite }) },
    ...{ wanted: count, loss: finite },
  }),
  ({ space }: SvmModel) => ({
    vectors: listOf(documentShape(space.terms.length, { coefficient: finite }), { min: 1 }),
  }),
);

/** A support vector machine, ready to judge pages. */
export class SupportVectors {
  readonly #space: PageSpace;
  readonly #index: VectorIndex;
  readonly #coefficients: Float64Array;
  readonly #products: Float64Array;

  constructor(private readonly model: SvmModel) {
    const { space, vectors } = model;
    this.#space = new PageSpace(space);
    const pages = vectors.map(({ terms, counts }) => ({
      ids: Uint32Array.from(terms, (place) => space.terms[place]!),
      counts: Uint32Array.from(counts),
    }));
    this.#index = new VectorIndex(
      pages.map((page) => this.#space.vectorOf(page)),
      this.#space.dimensions,
    );
    this.#coefficients = Float64Array.from(vectors, ({ coefficient }) => coefficient);
    this.#products = new Float64Array(vectors.length);
  }

  /** f(x) = Σ yα·K(x_s, x) + b: above 0 for pages that are wanted. */
  decide(page: TermCounts): number {
    const { gamma, bias } = this.model;
    this.#index.productsWith(this.#space.vectorOf(page), this.#products);
    let value = bias;
    for (let s = 0; s < this.#products.length; s++) value += this.#coefficients[s]! * rbf(this.#products[s]!, gamma);
    return value;
  }

  /** That a page with this decision value is wanted. */
  probability(value: number): number {
    return probabilityOf(this.model.sigmoid, value);
  }
}
