import { termId } from '../../text/term-id.js';

/** A weight table as pages are compared with it: weights by term id, and the terms as people read them where they are known. */
export class Keywords {
  constructor(
    readonly weights: ReadonlyMap<number, number>,
    readonly names: ReadonlyMap<number, string>,
  ) {}

  static of(weights: ReadonlyMap<string, number>): Keywords {
    const terms = [...weights.keys()];
    return new Keywords(
      new Map(terms.map((term) => [termId(term), weights.get(term)!])),
      new Map(terms.map((term) => [termId(term), term])),
    );
  }
}

/** Whatever has keywords: a new object each time they change. */
export interface KeywordTable {
  readonly keywords: Keywords;
}
