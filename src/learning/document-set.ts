import type { Idf } from '../text/idf.js';
import type { TermCounts } from '../text/term-counts.js';
import { topTerms, weigh } from '../text/vector.js';
import { andThen, anything, listOf, numberShape, placeAmong, recordOf, type Shape } from './shape.js';
import { type SparseVector, square } from './sparse-vector.js';

/** A document as its terms, by their places in the set's list of terms, and how often it has each. */
export interface CountedDocument {
  readonly terms: readonly number[];
  readonly counts: readonly number[];
}

/** Of a set with so many terms; what more it has, besides. */
export function documentShape(terms: number, more: Readonly<Record<string, Shape>>): Shape {
  const times = numberShape('how often a page has a term', { min: 1, max: 2 ** 32 - 1, whole: true });
  return andThen(
    recordOf({ terms: listOf(placeAmong(terms)), counts: listOf(times), ...more }),
    (document: CountedDocument) => ({ counts: listOf(anything, { length: document.terms.length }) }),
  );
}

/** Training pages as plain data, small enough for a model file; the places of the terms are the dimensions of a vector space. */
export interface DocumentSet<Document extends CountedDocument = CountedDocument> {
  /** Ids of the terms that the documents keep. */
  readonly terms: readonly number[];
  /** How many of the documents have each term, those that do not keep it included. */
  readonly frequencies: readonly number[];
  readonly documents: readonly Document[];
}

/** Every document keeps its `mostTerms` heaviest terms by f·idf: a long page must not make the model large or slow. */
export function documentSet(pages: readonly TermCounts[], idf: Idf, mostTerms: number): DocumentSet {
  const places = new Map<number, number>();
  const documents = pages.map((page): CountedDocument => {
    const kept = keptTerms(page, idf, mostTerms);
    for (const [id] of kept) if (!places.has(id)) places.set(id, places.size);
    return { terms: kept.map(([id]) => places.get(id)!), counts: kept.map(([, count]) => count) };
  });
  const frequencies = new Array<number>(places.size).fill(0);
  for (const { ids } of pages) {
    for (const id of ids) {
      const place = places.get(id);
      if (place !== undefined) frequencies[place]!++;
    }
  }
  return { terms: [...places.keys()], frequencies, documents };
}

function keptTerms(page: TermCounts, idf: Idf, most: number): [id: number, count: number][] {
  const all = Array.from(page.ids, (id, index): [number, number] => [id, page.counts[index]!]);
  if (all.length <= most) return all;
  const heaviest = new Set(topTerms(weigh(page, idf), most).map(([id]) => id));
  return all.filter(([id]) => heaviest.has(id));
}

/** Idf from the set itself, log(1 + N/n), by dimension. */
export function ownIdf({ frequencies, documents }: DocumentSet): Float64Array {
  return Float64Array.from(frequencies, (n) => Math.log1p(documents.length / n));
}

/** Idf from elsewhere, by dimension. */
export function givenIdf({ terms }: DocumentSet, idf: Idf): Float64Array {
  return Float64Array.from(terms, (id) => idf.of(id));
}

/** The documents as vectors w = f·idf of length 1, so that products are cosines (Batsakis 2007, eq 1 and 2). */
export function unitVectors({ documents }: DocumentSet, idf: Float64Array): SparseVector[] {
  return documents.map(({ terms, counts }) => {
    const dimensions = new Uint32Array(terms);
    const weights = new Float64Array(terms.length);
    for (let i = 0; i < weights.length; i++) weights[i] = counts[i]! * idf[dimensions[i]!]!;
    const length = Math.sqrt(square(weights));
    for (let i = 0; i < weights.length; i++) weights[i]! /= length;
    return { dimensions, weights };
  });
}
