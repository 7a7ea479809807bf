import type { Idf } from './idf.js';
import type { TermCounts } from './term-counts.js';
import { TermTable } from './term-table.js';

/** A sparse vector: weights by term id, none of them negative. */
export type Weights = ReadonlyMap<number, number>;

/** A vector that many pages and anchors are compared with, laid out for fast look-ups. */
export class TopicVector {
  readonly norm: number;
  readonly #weights = new TermTable();

  constructor(weights: Weights) {
    this.norm = norm(weights);
    for (const [id, weight] of weights) this.#weights.add(id, weight);
  }

  /** 0 for terms that are not of the topic. */
  weightOf(termId: number): number {
    return this.#weights.get(termId);
  }
}

/**
 * cos(page, topic) with page weights w = tf·idf (Batsakis 2007, eq 1). tf is f / max f there; dividing all weights of a page
 * by one number leaves its cosines as they are, so f itself is used.
 */
export function cosine(page: TermCounts, topic: TopicVector, idf: Idf): number {
  const { ids, counts } = page;
  let product = 0;
  let square = 0;
  for (let i = 0; i < ids.length; i++) {
    const weight = counts[i]! * idf.of(ids[i]!);
    product += weight * topic.weightOf(ids[i]!);
    square += weight * weight;
  }
  return cosineFrom(product, Math.sqrt(square) * topic.norm);
}

/** Comparing all pairs is faster than counting, and allocates nothing, up to about this length. */
const FEW_TERMS = 48;

/** `cosine` for a short text given as its ids in order, with repeats: an anchor, a URL, a sentence. */
export function cosineOfIds(ids: Uint32Array, topic: TopicVector, idf: Idf): number {
  let product = 0;
  for (let i = 0; i < ids.length; i++) {
    const weight = topic.weightOf(ids[i]!);
    if (weight !== 0) product += weight * idf.of(ids[i]!);
  }
  // Most links of a page share no term with the topic.
  if (product === 0) return 0;
  return cosineFrom(
    product,
    Math.sqrt(ids.length > FEW_TERMS ? squareByCounting(ids, idf) : squareOfFew(ids, idf)) * topic.norm,
  );
}

/**
 * Σ (f·idf)² over distinct terms. The k-th occurrence of a term raises f² by k² − (k−1)² = 1 + 2·(occurrences before
 * it).
 */
function squareOfFew(ids: Uint32Array, idf: Idf): number {
  let square = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    let raise = 1;
    for (let j = 0; j < i; j++) if (ids[j] === id) raise += 2;
    const weight = idf.of(id);
    square += raise * weight * weight;
  }
  return square;
}

function squareByCounting(ids: Uint32Array, idf: Idf): number {
  const frequencies = new TermTable();
  for (const id of ids) frequencies.add(id, 1);
  let square = 0;
  for (const id of frequencies.ids) square += (frequencies.get(id) * idf.of(id)) ** 2;
  return square;
}

/** 0 for an empty vector. Rounding must not lift a cosine above 1. */
export function cosineFrom(product: number, norms: number): number {
  return norms === 0 ? 0 : Math.min(1, product / norms);
}

/**
 * How much of a cosine the terms of each name brought: their products' share of its numerator. `weightAt` gives the weight of
 * the page's term at an index of `ids`.
 */
export function shares(
  cosine: number,
  ids: Uint32Array,
  topic: Pick<TopicVector, 'weightOf'>,
  weightAt: (index: number) => number,
  nameOf: (termId: number) => string,
): Record<string, number> {
  // A record would take "constructor" for a name that it has.
  const products = new Map<string, number>();
  let total = 0;
  for (let i = 0; i < ids.length; i++) {
    const weight = topic.weightOf(ids[i]!);
    if (weight === 0) continue;
    const product = weight * weightAt(i);
    const name = nameOf(ids[i]!);
    products.set(name, (products.get(name) ?? 0) + product);
    total += product;
  }
  return Object.fromEntries(Array.from(products, ([name, product]) => [name, (product / total) * cosine]));
}

/** The vector of a document: w = f / max f · idf (Batsakis 2007, eq 1). */
export function weigh(document: TermCounts, idf: Idf): Map<number, number> {
  const { ids, counts } = document;
  let highest = 0;
  for (const count of counts) if (count > highest) highest = count;
  const weights = new Map<number, number>();
  for (let i = 0; i < ids.length; i++) weights.set(ids[i]!, (counts[i]! / highest) * idf.of(ids[i]!));
  return weights;
}

/** Euclidean length. */
export function norm(weights: Weights): number {
  let square = 0;
  for (const weight of weights.values()) square += weight * weight;
  return Math.sqrt(square);
}

/** `sum += factor · weights`, as in a centroid of documents. */
export function addScaled(sum: Map<number, number>, weights: Weights, factor: number): void {
  for (const [id, weight] of weights) sum.set(id, (sum.get(id) ?? 0) + factor * weight);
}

/**
 * The k heaviest terms, heaviest first; equal weights in order of id, so that the choice does not depend on history.
 */
export function topTerms(weights: Weights, k: number): [termId: number, weight: number][] {
  return [...weights].sort(([idA, a], [idB, b]) => b - a || idA - idB).slice(0, k);
}
