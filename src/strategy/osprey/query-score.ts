import type { Idf } from '../../text/idf.js';
import type { TermCounts } from '../../text/term-counts.js';
import { TermTable } from '../../text/term-table.js';

/** BM25's usual constants: how soon repeating a word stops to count, and how much long pages are held back. */
const saturation = 1.2;
const lengthShare = 0.75;
/** Words of a typical page. Fixed, since the mean of the pages crawled would change what earlier pages are worth. */
const typicalLength = 300;
/** A word that so many other words come before counts half as one that the page begins with. */
const halfWayIn = 80;

/** How well a page matches a set of words, both from 0 to 1. */
export interface QueryMatch {
  /** BM25 as a share of the most that it can be. */
  readonly words: number;
  /** How soon the page comes to the words. */
  readonly early: number;
}

const noMatch: QueryMatch = { words: 0, early: 0 };

/**
 * BM25 (Robertson & Walker 1994) of a set of words, as a share of the most that it can be: 0 for a page without any of
 * them, near 1 for one that is full of all of them. Rare words weigh more, by their idf.
 *
 * Beside it, how soon the page comes to them, by the rank of each word among the words of the page in order of first
 * appearance (chronological term rank; Troy & Zhang 2007): a page says first what it is about.
 *
 * A word may stand for others of the set, as far as they mean the same (the translation model of Berger & Lafferty 1999,
 * among the words of the query alone): of "law legal court" a page that speaks of law lacks little.
 */
export class QueryScore {
  readonly #places = new TermTable();
  readonly #ids: readonly number[];
  readonly #weights: Float64Array;
  #rows: readonly Float64Array[] | undefined;
  /** Of the page at hand, how much each word of the set counts in it. */
  readonly #counts: Float64Array;
  /** Of the same page, how early each is. */
  readonly #earliness: Float64Array;

  /** `alike`: how far one word stands for another, 0..1. */
  constructor(
    terms: Iterable<number>,
    idf: Idf,
    private readonly alike: (one: number, other: number) => number = () => 0,
  ) {
    this.#ids = [...new Set(terms)];
    const weights = this.#ids.map((id) => Math.max(idf.of(id), Number.EPSILON));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    this.#weights = Float64Array.from(weights, (weight) => weight / total);
    this.#counts = new Float64Array(this.#ids.length);
    this.#earliness = new Float64Array(this.#ids.length);
    for (const [place, id] of this.#ids.entries()) this.#places.add(id, place + 1);
  }

  /** How far each word stands for each: a row for each that is asked for. Found out with the first page, like all meanings. */
  get #standIns(): readonly Float64Array[] {
    this.#rows ??= this.#ids.map((id) => Float64Array.from(this.#ids, (by) => (by === id ? 1 : this.alike(id, by))));
    return this.#rows;
  }

  /** The share of each word: what a page that is full of it would score by it alone. They add up to 1. */
  get weights(): [termId: number, weight: number][] {
    return this.#ids.map((id, place) => [id, this.#weights[place]!]);
  }

  /** `brought` is called with what a word that the page has brings, and how much of the set it covers by that; more than once for stand-ins. */
  of(page: TermCounts, brought?: (id: number, share: number, covered: number) => void): QueryMatch {
    if (!this.#count(page)) return noMatch;
    let words = 0;
    let early = 0;
    for (const [asked, standIns] of this.#standIns.entries()) {
      let [best, by, earliest] = [0, -1, 0];
      for (let place = 0; place < standIns.length; place++) {
        const counts = standIns[place]! * this.#counts[place]!;
        if (counts > best) [best, by] = [counts, place];
        earliest = Math.max(earliest, standIns[place]! * this.#earliness[place]!);
      }
      if (by < 0) continue;
      const weight = this.#weights[asked]!;
      words += weight * best;
      early += weight * earliest;
      brought?.(this.#ids[by]!, weight * best, weight * standIns[by]!);
    }
    return { words, early };
  }

  /** The share of the set that these words cover. */
  coveredBy(words: ReadonlySet<number>): number {
    let covered = 0;
    for (const [asked, standIns] of this.#standIns.entries()) {
      let best = 0;
      for (let place = 0; place < standIns.length; place++)
        if (standIns[place]! > best && words.has(this.#ids[place]!)) best = standIns[place]!;
      covered += this.#weights[asked]! * best;
    }
    return covered;
  }

  /** Whether the page has any of the words. */
  #count({ ids, counts }: TermCounts): boolean {
    let length = 0;
    for (let i = 0; i < counts.length; i++) length += counts[i]!;
    const bend = saturation * (1 - lengthShare + (lengthShare * length) / typicalLength);
    let any = false;
    this.#counts.fill(0);
    this.#earliness.fill(0);
    for (let i = 0; i < ids.length; i++) {
      const place = this.#places.get(ids[i]!);
      if (place === 0) continue;
      this.#counts[place - 1] = counts[i]! / (counts[i]! + bend);
      this.#earliness[place - 1] = halfWayIn / (halfWayIn + i);
      any = true;
    }
    return any;
  }
}
