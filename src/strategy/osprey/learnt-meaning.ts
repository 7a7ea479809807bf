import { damagedKnowledge } from '../../failure.js';
import type { Knowledge } from '../../model/strategy.js';
import { productOf, unitOf } from './meaning.js';
import { numbersKnowledge } from './numbers-knowledge.js';

/** The pages that count as what was meant: more of them are less sure to be. */
const bestKept = 10;
/** Pages that the mean of all pages begins with, as if they were about nothing. */
const pagesOfNothing = 20;
/** What full likeness to the best pages adds to a score, and the worth of pages seen at which half of it is added. */
const mostAdded = 0.25;
const halfWorth = 1;

/** A page among the best. */
interface BestPage {
  readonly worth: number;
  readonly meaning: Float64Array;
}

/**
 * What the best pages so far are about, as against all pages: the centroid of the meanings of the ten that were most what was
 * asked for, by the query alone, less the mean of all (pseudo-relevance feedback; Rocchio 1971). How far a page lies in that
 * direction is added to its score. Pages enter by what was asked for and not by what was learnt, so that it cannot drift.
 */
export class LearntMeaning {
  #sum: Float64Array;
  #pages = 0;
  #best: BestPage[] = [];
  /** Worked out when it is asked for. */
  #direction: Float64Array | undefined;

  constructor(dimensions: number) {
    this.#sum = new Float64Array(dimensions);
  }

  /** Takes in a page. Given pages (examples) are of worth 1, and so come before others. */
  learn(meaning: Float64Array, worth: number): void {
    for (let i = 0; i < this.#sum.length; i++) this.#sum[i]! += meaning[i]!;
    this.#pages++;
    this.#take(meaning, worth);
    this.#direction = undefined;
  }

  /** Of a page that was taken in, what it is worth after all. */
  correct(meaning: Float64Array, worth: number): void {
    this.#best = this.#best.filter((one) => productOf(one.meaning, meaning) < 1 - 1e-9);
    if (worth > 0) this.#take(meaning, worth);
    this.#direction = undefined;
  }

  /** What is added to the score of a page with this meaning; below 0 where it is unlike the best pages. */
  added(meaning: Float64Array): number {
    return mostAdded * this.likeness(meaning);
  }

  /** Cosine with the direction of the best pages, by how much they are worth. */
  likeness(meaning: Float64Array): number {
    const worth = this.#best.reduce((sum, one) => sum + one.worth, 0);
    if (worth === 0) return 0;
    this.#direction ??= this.#directionOf(worth);
    return (worth / (worth + halfWorth)) * productOf(this.#direction, meaning);
  }

  get knowledge(): Knowledge {
    const width = 1 + this.#sum.length;
    return numbersKnowledge(
      () =>
        Float64Array.from([
          this.#pages,
          ...this.#sum,
          ...this.#best.flatMap(({ worth, meaning }) => [worth, ...meaning]),
        ]),
      (numbers) => {
        if (numbers.length === 0 || numbers.length % width !== 0)
          throw damagedKnowledge('by the strategy osprey', numbers.byteLength);
        this.#pages = numbers[0]!;
        this.#sum = numbers.slice(1, width);
        this.#best = [];
        for (let at = width; at < numbers.length; at += width)
          this.#best.push({ worth: numbers[at]!, meaning: numbers.slice(at + 1, at + width) });
        this.#direction = undefined;
      },
    );
  }

  #take(meaning: Float64Array, worth: number): void {
    const least = this.#best.at(-1);
    if (worth <= 0 || (this.#best.length === bestKept && worth <= least!.worth)) return;
    const place = this.#best.findIndex((one) => one.worth < worth);
    this.#best.splice(place < 0 ? this.#best.length : place, 0, { worth, meaning: meaning.slice() });
    this.#best.length = Math.min(this.#best.length, bestKept);
  }

  #directionOf(worth: number): Float64Array {
    const direction = this.#sum.map((value) => -value / (this.#pages + pagesOfNothing));
    for (const one of this.#best)
      for (let i = 0; i < direction.length; i++) direction[i]! += (one.worth / worth) * one.meaning[i]!;
    return unitOf(direction);
  }
}
