import type { Idf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { TermTable } from '../../text/term-table.js';

/** BM25's usual constants: how soon repeating a word stops to count, and how much long pages are held back. */
const saturation = 1.2;
const lengthShare = 0.75;
/** Words of a typical page. Fixed, since the mean of the pages crawled would change what earlier pages are worth. */
const typicalLength = 300;

/**
 * BM25 (Robertson & Walker 1994) of a set of words, as a share of the most that it can be: 0 for a page without any of
 * them, near 1 for one that is full of all of them. Rare words weigh more, by their idf.
 */
export class QueryScore {
  readonly #weights = new TermTable();

  constructor(terms: Iterable<number>, idf: Idf) {
    const weights = new Map([...terms].map((id) => [id, Math.max(idf.of(id), Number.EPSILON)]));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    for (const [id, weight] of weights) this.#weights.add(id, weight / total);
  }

  /** The share of each word: what a page that is full of it would score by it alone. They add up to 1. */
  get weights(): [termId: number, weight: number][] {
    return this.#weights.entries();
  }

  /** `brought` is called with what each word of the set that the page has brings, and its weight. */
  of({ ids, counts }: TermCounts, brought?: (id: number, share: number, weight: number) => void): number {
    let length = 0;
    for (let i = 0; i < counts.length; i++) length += counts[i]!;
    const bend = saturation * (1 - lengthShare + (lengthShare * length) / typicalLength);
    let score = 0;
    for (let i = 0; i < ids.length; i++) {
      const weight = this.#weights.get(ids[i]!);
      if (weight === 0) continue;
      const share = (weight * counts[i]!) / (counts[i]! + bend);
      score += share;
      brought?.(ids[i]!, share, weight);
    }
    return score;
  }
}
