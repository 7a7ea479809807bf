import { backgroundIdf } from './background-idf.js';
import { CollectionIdf } from './collection-idf.js';

/** Inverse document frequency: how much a term tells about the pages that have it. */
export interface Idf {
  of(termId: number): number;
}

/**
 * `background`: the statistics shipped with the project. `collection`: they are the start, the pages crawled take over.
 * `one`: all terms weigh alike, which de Assis et al. 2009 found to do as well.
 */
export const idfKinds = ['background', 'collection', 'one'] as const;
export type IdfKind = (typeof idfKinds)[number];

/** Idf = 1 for every term. */
export const idfOfOne: Idf = { of: () => 1 };

/** The idf of a kind, for terms that are stemmed or not. A new `collection` is made by each call. */
export function idfOf(kind: IdfKind, stem = true): Idf {
  if (kind === 'one') return idfOfOne;
  const background = backgroundIdf(stem);
  return kind === 'background' ? background : new CollectionIdf(background);
}
