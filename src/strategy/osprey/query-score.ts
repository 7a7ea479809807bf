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

/** What of a page speaks for one word of a set, each from 0 to 1. */
export interface WordEvidence {
  /** The word's share of the set. */
  readonly weight: number;
  /** The word of the text that counts for it: itself, or one that stands for it; undefined where the text has neither. */
  readonly by: number | undefined;
  /** BM25 as a share of the most that it can be. */
  readonly text: number;
  /** How far the title has it. */
  readonly title: number;
  /** How soon the text comes to it. */
  readonly early: number;
}

const noWords: ReadonlySet<number> = new Set();

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

  /** BM25 of all words together, as a share of the most that it can be. */
  of(page: TermCounts): number {
    return this.#count(page) ? this.#each(noWords).reduce((sum, { weight, text }) => sum + weight * text, 0) : 0;
  }

  /** What speaks for each word, in text and title. */
  eachIn(page: TermCounts, title: ReadonlySet<number>): readonly WordEvidence[] {
    this.#count(page);
    return this.#each(title);
  }

  /** The share of the words that are there, with those that others stand for as far as they do. */
  coverage(has: (termId: number) => boolean): number {
    const present = this.#ids.map(has);
    return this.#standIns.reduce((sum, standIns, asked) => {
      const best = standIns.reduce((most, standIn, place) => (present[place] ? Math.max(most, standIn) : most), 0);
      return sum + this.#weights[asked]! * best;
    }, 0);
  }

  #each(title: ReadonlySet<number>): WordEvidence[] {
    return this.#standIns.map((standIns, asked) => {
      let [text, by, named, early] = [0, -1, 0, 0];
      for (let place = 0; place < standIns.length; place++) {
        const standIn = standIns[place]!;
        const counts = standIn * this.#counts[place]!;
        if (counts > text) [text, by] = [counts, place];
        if (standIn > named && title.has(this.#ids[place]!)) named = standIn;
        early = Math.max(early, standIn * this.#earliness[place]!);
      }
      return { weight: this.#weights[asked]!, by: this.#ids[by], text, title: named, early };
    });
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
